import { normalizeEmail } from './normalize-email.ts';
import type { RecordKind, StoredRecord } from './notification-storage.ts';
import type { ServiceContext } from './service-context.ts';

/** One record of a user, and what kind of record it is. */
export interface ExportedRecord {
  kind: RecordKind | 'file_part';
  record: object;
}

export async function deleteUser(context: ServiceContext, email: string): Promise<boolean> {
  const user = await findUser(context, email);
  if (user) await context.storage.forget(user.iden);
  return user !== undefined;
}

export async function storedBytes(context: ServiceContext, email: string): Promise<number> {
  const user = await findUser(context, email);
  return user ? await context.storage.sizeOf(user.iden) : 0;
}

const ownedKinds: readonly RecordKind[] = ['device', 'chat', 'push', 'outbox', 'upload', 'file'];
const pageSize = 100;

export async function* exportUser(
  context: ServiceContext,
  email: string,
): AsyncGenerator<ExportedRecord, void> {
  const user = await findUser(context, email);
  if (!user) return;
  yield { kind: 'user', record: user };
  for (const kind of ownedKinds)
    for await (const record of listAll(context, { kind, owner: user.iden })) {
      yield { kind, record };
      if (kind === 'file') yield* partsOf(context, record);
    }
}

async function* listAll(
  { storage }: ServiceContext,
  place: { kind: RecordKind; owner: string },
): AsyncGenerator<StoredRecord, void> {
  let after: StoredRecord | undefined;
  do {
    const page = await storage.list({ ...place, limit: pageSize, after });
    yield* page;
    after = page.length === pageSize ? page.at(-1) : undefined;
  } while (after);
}

async function* partsOf(
  { storage }: ServiceContext,
  { iden, data }: StoredRecord,
): AsyncGenerator<ExportedRecord, void> {
  for (let seq = 0; seq < Number(data.parts); seq += 1) {
    const bytes = await storage.readPart({ file: iden }, seq);
    if (bytes)
      yield { kind: 'file_part', record: { file: iden, seq, base64: Buffer.from(bytes).toString('base64') } };
  }
}

async function findUser({ storage }: ServiceContext, email: string): Promise<StoredRecord | undefined> {
  return await storage.findByKey({ kind: 'user', owner: '', key: normalizeEmail(email) });
}
