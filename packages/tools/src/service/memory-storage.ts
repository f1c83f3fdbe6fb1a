import type { Bytes } from '../bytes.ts';
import type { NotificationStorage, RecordPlace, RecordQuery, StoredRecord } from './notification-storage.ts';

/** A storage that is gone with the process. */
export function createMemoryStorage(): NotificationStorage {
  const records = new Map<string, StoredRecord>();
  const files = new Map<string, Bytes>();
  const all = ({ kind, owner }: Pick<RecordPlace, 'kind' | 'owner'>) =>
    [...records.values()].filter((each) => each.kind === kind && each.owner === owner);
  const byKey = (place: Pick<RecordPlace, 'kind' | 'owner'>, key: string) =>
    all(place).find((each) => each.key === key);
  const activeAt = (place: RecordPlace) => {
    const found = records.get(address(place));
    return found?.active ? found : undefined;
  };
  const store = (record: StoredRecord) => {
    records.set(address(record), record);
    return record;
  };
  return {
    insert: async (record) => (record.key !== null && byKey(record, record.key)) || store(record),
    find: async (place) => records.get(address(place)),
    findByKey: async ({ key, ...place }) => byKey(place, key),
    list: async (query) =>
      all(query)
        .filter((each) => matches(each, query))
        .toSorted(newestFirst)
        .slice(0, query.limit),
    async change(place, { modified, data }) {
      const found = activeAt(place);
      return found && store({ ...found, modified, data: { ...found.data, ...data } });
    },
    async remove(place, { modified, keepKey }) {
      const found = activeAt(place);
      if (found) store({ ...found, active: false, modified, data: {}, key: keepKey ? found.key : null });
      return found !== undefined;
    },
    async writeFile(iden, bytes) {
      if (files.has(iden)) return false;
      files.set(iden, bytes);
      return true;
    },
    readFile: async (iden) => files.get(iden),
  };
}

function address({ kind, owner, iden }: RecordPlace): string {
  return JSON.stringify([kind, owner, iden]);
}

function matches({ active, modified, iden }: StoredRecord, query: RecordQuery): boolean {
  const { modifiedAfter = Number.NEGATIVE_INFINITY, after } = query;
  const isLater = !after || modified < after.modified || (modified === after.modified && iden < after.iden);
  return isLater && modified > modifiedAfter && (query.active === undefined || query.active === active);
}

function newestFirst(one: StoredRecord, other: StoredRecord): number {
  return other.modified - one.modified || (one.iden < other.iden ? 1 : -1);
}
