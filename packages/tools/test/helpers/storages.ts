import { PGlite } from '@electric-sql/pglite';
import { createMemoryStorage, createPostgresStorage } from '../../src/service/index.ts';

/** An empty database takes a second to make, and a quarter of one to copy. */
const emptyDatabase = PGlite.create().then(async (database) => {
  const files = await database.dumpDataDir('none');
  await database.close();
  return files;
});

/** Every storage, each with what closes it. */
export const storages = [
  {
    storageName: 'memory',
    open: async () => ({ storage: createMemoryStorage(), close: async () => undefined }),
  },
  {
    storageName: 'PGlite',
    async open() {
      const database = await PGlite.create({ loadDataDir: await emptyDatabase });
      return { storage: await createPostgresStorage(database), close: () => database.close() };
    },
  },
];
