import type { RecordKind } from '../notification-storage.ts';
import type { Answered, ServiceCall, ServiceContext } from '../service-context.ts';
import { invalid } from '../service-error.ts';
import { writeRecord } from '../write-record.ts';

const mostPerPage = 500;

/** One page, newest change first, tombstones included unless `active` says otherwise. */
export async function listRecords(
  { storage }: ServiceContext,
  { user, input }: ServiceCall,
  { kind, field }: { kind: RecordKind; field: string },
): Promise<Answered> {
  const limit = typeof input.limit === 'number' ? Math.max(1, input.limit) : mostPerPage;
  const rows = await storage.list({
    kind,
    owner: user.iden,
    // One more tells whether another page follows.
    limit: limit + 1,
    active: typeof input.active === 'boolean' ? input.active : undefined,
    modifiedAfter: typeof input.modified_after === 'number' ? input.modified_after : undefined,
    after: typeof input.cursor === 'string' ? readCursor(input.cursor) : undefined,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const cursor = rows.length > limit && last ? { cursor: writeCursor(last) } : {};
  return { body: { [field]: page.map(writeRecord), ...cursor }, records: page.length };
}

function writeCursor({ modified, iden }: { modified: number; iden: string }): string {
  return btoa(JSON.stringify([modified, iden]))
    .replaceAll('=', '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

function readCursor(cursor: string): { modified: number; iden: string } {
  try {
    const [modified, iden]: unknown[] = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof modified === 'number' && typeof iden === 'string' && /^\w+$/.test(iden))
      return { modified, iden };
  } catch {
    // A cursor that isn't ours is refused below like one that was tampered with.
  }
  throw invalid('cursor', 'The cursor is not of this list. Take it from the answer before, unchanged.');
}
