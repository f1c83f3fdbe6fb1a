import { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMemoryStorage,
  createPostgresStorage,
  type NotificationStorage,
} from '../src/service/index.ts';

const iden = fc.constantFrom('a', 'B', 'c', 'é');
const moment = fc.integer({ min: 1, max: 5 }).map((step) => 1_763_733_600 + step / 1e6);
const key = fc.constantFrom(null, 'k1', 'k2');
const data = fc.dictionary(fc.constantFrom('title', 'body'), fc.oneof(fc.string(), fc.boolean()), {
  maxKeys: 2,
});

/** One step on a storage, and how to take it at one place among others' records. */
type Step = (storage: NotificationStorage, owner: string) => Promise<unknown>;

const kind = 'push';
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ iden, key, modified: moment, data }).map(
    (record): Step =>
      async (storage, owner) => {
        const found = await storage.find({ kind, owner, iden: record.iden });
        // The service makes idens of its own, so that none is inserted twice.
        return found ?? storage.insert({ kind, owner, active: true, created: record.modified, ...record });
      },
  ),
  fc.tuple(iden, moment, data).map(
    ([at, modified, changed]): Step =>
      (storage, owner) =>
        storage.change({ kind, owner, iden: at }, { modified, data: changed }),
  ),
  fc.tuple(iden, moment, fc.boolean()).map(
    ([at, modified, keepKey]): Step =>
      (storage, owner) =>
        storage.remove({ kind, owner, iden: at }, { modified, keepKey }),
  ),
  fc.constantFrom('k1', 'k2').map(
    (each): Step =>
      (storage, owner) =>
        storage.findByKey({ kind, owner, key: each }),
  ),
  fc
    .record(
      {
        active: fc.boolean(),
        modifiedAfter: moment,
        after: fc.record({ modified: moment, iden }),
        limit: fc.integer({ min: 1, max: 4 }),
      },
      { requiredKeys: ['limit'] },
    )
    .map(
      (query): Step =>
        (storage, owner) =>
          storage.list({ kind, owner, ...query }),
    ),
);

describe('The storages', () => {
  let database: PGlite;
  let postgres: NotificationStorage;
  beforeAll(async () => {
    database = await PGlite.create();
    postgres = await createPostgresStorage(database);
  });
  afterAll(() => database.close());

  it('answer every sequence of steps alike', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 20 }), fc.uuid(), async (sequence, owner) => {
        const memory = createMemoryStorage();
        for (const step of sequence) expect(await step(postgres, owner)).toEqual(await step(memory, owner));
      }),
      { numRuns: 40 },
    );
  });

  it('keep what a text may hold, and files to the byte', async () => {
    const bytes = new Uint8Array([0, 255, 10, 13, 34]);
    for (const storage of [postgres, createMemoryStorage()]) {
      expect([await storage.writeFile('f', bytes), await storage.writeFile('f', bytes)]).toEqual([
        true,
        false,
      ]);
      expect(await storage.readFile('f')).toEqual(bytes);
      expect(await storage.readFile('none')).toBeUndefined();
    }
  });
});
