import { PGlite } from '@electric-sql/pglite';
import { createMemoryStorage, createPostgresStorage } from '../../src/service/index.ts';

/** Every storage, each with what closes it. */
export const storages = [
  {
    storageName: 'memory',
    open: async () => ({ storage: createMemoryStorage(), close: async () => undefined }),
  },
  {
    storageName: 'PGlite',
    async open() {
      const database = await PGlite.create();
      return { storage: await createPostgresStorage(database), close: () => database.close() };
    },
  },
];
