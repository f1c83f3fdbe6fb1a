import { setImmediate as nextTurnOfTheEventLoop } from 'node:timers/promises';
import { PGlite, type PGliteOptions, type Results, types } from '@electric-sql/pglite';
import { createChanges } from '../changes.ts';
import { PreparedStatements } from './prepared-statements.ts';

/**
 * PGlite that lets timers and sockets run after each query. Its own promises resolve as microtasks, so a busy
 * database would starve heartbeats and other clients' streams.
 */
export class YieldingPglite extends PGlite {
  /** Whose rows have changed. */
  readonly changes = createChanges();
  readonly #statements = new PreparedStatements(this);

  constructor(dataDir: string, options: PGliteOptions = {}) {
    super({ ...options, dataDir, parsers: { [types.INT8]: Number } });
  }

  override async query<Row>(...parameters: Parameters<PGlite['query']>) {
    await this._checkReady();
    return await this.#noting(parameters[0], () =>
      this._runExclusiveTransaction(() => this.#executeAlone<Row>(...parameters)),
    );
  }

  /** So the queue asks, again and again the same, and by one statement at a time but for a few. */
  override async exec(...parameters: Parameters<PGlite['exec']>) {
    const [text, options] = parameters;
    if (!text.includes(';')) return [await this.query<Results['rows'][number]>(text, [], options)];
    return await this.#noting(text, async () => {
      const result = await super.exec(...parameters);
      await this.runExclusive(() => this.#statements.noteChange(text));
      return result;
    });
  }

  override async transaction<Result>(callback: Parameters<typeof PGlite.prototype.transaction<Result>>[0]) {
    return await this.#noting('begin', () =>
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

  async #noting<Result>(text: string, ask: () => Promise<Result>): Promise<Result> {
    try {
      return await (mayChangeAnswers(text) ? this.changes.around(ask) : ask());
    } finally {
      await nextTurnOfTheEventLoop();
    }
  }
}

/** All but plain reads do, and what the queue does in tables of its own, of which no answer is made. */
function mayChangeAnswers(text: string): boolean {
  return !/^\s*select\b/i.test(text) && !text.includes('pgboss.');
}
