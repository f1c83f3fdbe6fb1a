import { setImmediate as nextTurnOfTheEventLoop } from 'node:timers/promises';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';

/**
 * PGlite that lets timers and sockets run after each query. Its own promises resolve as microtasks, so a busy
 * database would starve heartbeats and other clients' streams.
 */
export class YieldingPglite extends PGlite {
  constructor(dataDir: string, options: PGliteOptions = {}) {
    super({ ...options, dataDir, parsers: { [types.INT8]: Number } });
  }

  override async query<Row>(...parameters: Parameters<PGlite['query']>) {
    const result = await super.query<Row>(...parameters);
    await nextTurnOfTheEventLoop();
    return result;
  }

  override async exec(...parameters: Parameters<PGlite['exec']>) {
    const results = await super.exec(...parameters);
    await nextTurnOfTheEventLoop();
    return results;
  }

  override async transaction<Result>(callback: Parameters<typeof PGlite.prototype.transaction<Result>>[0]) {
    return await super.transaction<Result>((transaction) => {
      const query = transaction.query.bind(transaction);
      transaction.query = async <Row>(...parameters: Parameters<typeof transaction.query>) => {
        const result = await query<Row>(...parameters);
        await nextTurnOfTheEventLoop();
        return result;
      };
      return callback(transaction);
    });
  }
}
