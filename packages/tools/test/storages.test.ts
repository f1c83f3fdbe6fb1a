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

const upload = fc.constantFrom('u', 'v');
const file = fc.constantFrom('f', 'g');

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
  iden.map(
    (at): Step =>
      (storage, owner) =>
        storage.drop({ kind, owner, iden: at }),
  ),
  fc.tuple(upload, file, fc.uint8Array({ maxLength: 9 })).map(
    ([at, name, bytes]): Step =>
      async (storage, owner) => {
        const place = { owner, upload: at, file: `${owner} ${name}` };
        // A file's parts are written once each, in their order.
        const seq = (await storage.readPart(place, 0)) ? 1 : 0;
        if (!(await storage.readPart(place, seq))) await storage.writePart(place, { seq, bytes });
        return storage.readPart(place, seq);
      },
  ),
  fc.tuple(upload, file, fc.constantFrom('file', 'keep', undefined)).map(
    ([at, name, which]): Step =>
      (storage, owner) =>
        storage.discardParts({ owner, upload: at, ...(which && { [which]: `${owner} ${name}` }) }),
  ),
  fc.constant<Step>((storage, owner) => storage.forget(owner)),
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

  it('keep files to the byte, and count them', async () => {
    const bytes = new Uint8Array([0, 255, 10, 13, 34]);
    const place = { owner: 'ann', upload: 'u', file: 'f' };
    for (const storage of [postgres, createMemoryStorage()]) {
      await storage.writePart(place, { seq: 0, bytes });
      await storage.writePart(place, { seq: 1, bytes });
      expect(await storage.readPart(place, 1)).toEqual(bytes);
      expect(await storage.readPart(place, 2)).toBeUndefined();
      expect([await storage.sizeOf('ann'), await storage.sizeOf('ben')]).toEqual([10, 0]);
    }
  });
});
