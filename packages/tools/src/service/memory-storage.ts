import type { Bytes } from '../bytes.ts';
import type {
  FilePlace,
  NotificationStorage,
  RecordPlace,
  RecordQuery,
  StoredRecord,
} from './notification-storage.ts';
import { withoutPerson } from './without-person.ts';

interface Part extends FilePlace {
  seq: number;
  bytes: Bytes;
}

/** A storage that is gone with the process. */
export function createMemoryStorage(): NotificationStorage {
  const records = new Map<string, StoredRecord>();
  let parts: Part[] = [];
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
    async drop(place) {
      records.delete(address(place));
    },
    async writePart(place, part) {
      parts.push({ ...place, ...part });
    },
    readPart: async ({ file }, seq) => parts.find((each) => each.file === file && each.seq === seq)?.bytes,
    async discardParts({ owner, upload, file, keep }) {
      const isGone = (part: Part) =>
        part.owner === owner && part.upload === upload && part.file !== keep && (!file || part.file === file);
      parts = parts.filter((part) => !isGone(part));
    },
    async sizeOf(owner) {
      const sizes = [
        ...parts.filter((part) => part.owner === owner).map(({ bytes }) => bytes.byteLength),
        ...[...records.values()]
          .filter((each) => isMadeBy(each, owner))
          .map(({ data }) => JSON.stringify(data).length),
      ];
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    async forget(owner) {
      parts = parts.filter((part) => part.owner !== owner);
      for (const [key, record] of [...records])
        if (isOf(record, owner)) records.delete(key);
        else records.set(key, namingNobody(record, owner));
    },
  };
}

/** A chat is found by the address of whom it is with. */
function namingNobody(record: StoredRecord, person: string): StoredRecord {
  const key = Object(record.data.with).iden === person ? null : record.key;
  return { ...record, key, data: withoutPerson(record.data, person) };
}

function isMadeBy({ owner, data }: StoredRecord, user: string): boolean {
  return owner === user && data.direction !== 'incoming';
}

/** A token names its user in its data, for it is found before its user is known. */
function isOf({ kind, owner, iden, data }: StoredRecord, user: string): boolean {
  if (owner === user) return true;
  if (kind === 'user') return iden === user;
  return (kind === 'token' && data.user === user) || (kind === 'audience' && data.owner === user);
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
