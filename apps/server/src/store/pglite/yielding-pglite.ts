import { setImmediate as nextTurnOfTheEventLoop } from 'node:timers/promises';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';

/**
 * PGlite that lets timers and sockets run after each query. Its own promises resolve as microtasks, so a busy
 * database would starve heartbeats and other clients' streams.
 */
export class YieldingPglite extends PGlite {
  /** Counts the beginnings and ends of all that is asked of the database: while it stands still, so do the data. */
  activity = 0;

  constructor(dataDir: string, options: PGliteOptions = {}) {
    super({ ...options, dataDir, parsers: { [types.INT8]: Number } });
  }

  override async query<Row>(...parameters: Parameters<PGlite['query']>) {
    return await this.#counted(() => super.query<Row>(...parameters));
  }

  override async exec(...parameters: Parameters<PGlite['exec']>) {
    return await this.#counted(() => super.exec(...parameters));
  }

  override async transaction<Result>(callback: Parameters<typeof PGlite.prototype.transaction<Result>>[0]) {
    return await this.#counted(() =>
      super.transaction<Result>((transaction) => {
        const query = transaction.query.bind(transaction);
        transaction.query = async <Row>(...parameters: Parameters<typeof transaction.query>) => {
          const result = await query<Row>(...parameters);
          await nextTurnOfTheEventLoop();
          return result;
        };
        return callback(transaction);
      }),
    );
  }

  async #counted<Result>(ask: () => Promise<Result>): Promise<Result> {
    this.activity += 1;
    try {
      return await ask();
    } finally {
      this.activity += 1;
      await nextTurnOfTheEventLoop();
    }
  }
}
