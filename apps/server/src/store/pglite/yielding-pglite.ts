import { setImmediate as nextTurnOfTheEventLoop } from 'node:timers/promises';
import { PGlite, type PGliteOptions, type Results, types } from '@electric-sql/pglite';
import { PreparedStatements } from './prepared-statements.ts';

/**
 * PGlite that lets timers and sockets run after each query. Its own promises resolve as microtasks, so a busy
 * database would starve heartbeats and other clients' streams.
 */
export class YieldingPglite extends PGlite {
  /** Counts the beginnings and ends of all that is asked of the database: while it stands still, so do the data. */
  activity = 0;
  readonly #statements = new PreparedStatements(this);

  constructor(dataDir: string, options: PGliteOptions = {}) {
    super({ ...options, dataDir, parsers: { [types.INT8]: Number } });
  }

  override async query<Row>(...parameters: Parameters<PGlite['query']>) {
    await this._checkReady();
    return await this.#counted(() =>
      this._runExclusiveTransaction(() => this.#executeAlone<Row>(...parameters)),
    );
  }

  /** So the queue asks, again and again the same, and by one statement at a time but for a few. */
  override async exec(...parameters: Parameters<PGlite['exec']>) {
    const [text, options] = parameters;
    if (!text.includes(';')) return [await this.query<Results['rows'][number]>(text, [], options)];
    return await this.#counted(async () => {
      const result = await super.exec(...parameters);
      await this.runExclusive(() => this.#statements.noteChange(text));
      return result;
    });
  }

  override async transaction<Result>(callback: Parameters<typeof PGlite.prototype.transaction<Result>>[0]) {
    return await this.#counted(() =>
      super.transaction<Result>((transaction) => {
        transaction.query = async <Row>(...parameters: Parameters<typeof transaction.query>) => {
          if (transaction.closed) throw new Error('The transaction has ended.');
          const result = await this.#executeAlone<Row>(...parameters);
          await nextTurnOfTheEventLoop();
          return result;
        };
        return callback(transaction);
      }),
    );
  }

  async #executeAlone<Row>(...parameters: Parameters<PGlite['query']>) {
    return await this.runExclusive(() => this.#statements.execute<Row>(...parameters));
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
