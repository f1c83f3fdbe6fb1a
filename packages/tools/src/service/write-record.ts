import type { StoredRecord } from './notification-storage.ts';

/** A record on the wire: a deleted one shows when it went, and nothing of what it was. */
export function writeRecord({
  iden,
  active,
  created,
  modified,
  data,
}: StoredRecord): Record<string, unknown> {
  return { iden, active, created, modified, ...data };
}
