import type { RecordKind, StoredRecord } from './notification-storage.ts';
import type { ServiceContext } from './service-context.ts';

export interface NewRecord {
  kind: RecordKind;
  owner: string;
  /** Made at random by default. */
  iden?: string;
  key?: string | null;
  data: Readonly<Record<string, unknown>>;
}

/** A record that is stored unless its key is taken. */
export async function insertRecord(
  { storage, stamp }: ServiceContext,
  { kind, owner, iden = newIden(), key = null, data }: NewRecord,
): Promise<{ record: StoredRecord; isNew: boolean }> {
  const at = stamp();
  const record = await storage.insert({
    kind,
    owner,
    iden,
    key,
    active: true,
    created: at,
    modified: at,
    data,
  });
  return { record, isNew: record.iden === iden };
}

export function newIden(): string {
  return crypto.randomUUID().replaceAll('-', '');
}
