import { setImmediate as nextTurnOfTheEventLoop } from 'node:timers/promises';
import { PGlite, type PGliteOptions, type QueryOptions, type Results, types } from '@electric-sql/pglite';
import { createBatchQueue } from '../../platform/batch-queue.ts';
import { createChanges } from '../changes.ts';
import { changesTables, PreparedStatements, type Statement } from './prepared-statements.ts';

/** A statement that waits for its turn. */
interface Waiting extends Statement {
  result: PromiseWithResolvers<Results>;
}

// So few that even slow ones don't keep timers and sockets waiting for long.
const maximumTogether = 16;

/**
 * PGlite that executes what has gathered meanwhile in one trip and one transaction, and lets timers and sockets run after
 * each. Its own promises resolve as microtasks, so a busy database would starve heartbeats and other clients' streams.
 */
export class YieldingPglite extends PGlite {
  /** Whose rows have changed. */
  readonly changes = createChanges();
  readonly #statements = new PreparedStatements(this);
  readonly #waiting = createBatchQueue<Waiting>({
    count: ({ length }) => Math.min(length, maximumTogether),
    work: async (batch) => {
      await this._runExclusiveTransaction(() => this.runExclusive(() => this.#executeTogether(batch)));
      await nextTurnOfTheEventLoop();
    },
  });

  constructor(dataDir: string, options: PGliteOptions = {}) {
    super({ ...options, dataDir, parsers: { [types.INT8]: Number } });
  }

  override async query<Row>(text: string, values?: unknown[], options?: QueryOptions) {
    await this._checkReady();
    const statement = { text, values, options };
    return await this.#noting(text, async () => {
      if (!mayGoTogether(text))
        return await this._runExclusiveTransaction(() => this.#executeAlone<Row>(statement));
      const result = Promise.withResolvers<Results>();
      this.#waiting.add({ ...statement, result });
      // The rows are what the caller says they are.
      return (await result.promise) as Results<Row>;
    });
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
        transaction.query = async <Row>(text: string, values?: unknown[], options?: QueryOptions) => {
          if (transaction.closed) throw new Error('The transaction has ended.');
          const result = await this.#executeAlone<Row>({ text, values, options });
          await nextTurnOfTheEventLoop();
          return result;
        };
        return callback(transaction);
      }),
    );
  }

  /** Does what needs the files as they are: no statement is executed meanwhile. */
  async whileStill<Result>(work: () => Promise<Result>): Promise<Result> {
    return await this._runExclusiveTransaction(work);
  }

  override async close() {
    await this.#waiting.drained();
    await super.close();
  }

  async #executeAlone<Row>(statement: Statement) {
    return await this.runExclusive(() => this.#statements.execute<Row>(statement));
  }

  /** Never rejects. Where one fails, nothing was done, and each is tried by itself. */
  async #executeTogether(batch: readonly Waiting[]): Promise<void> {
    try {
      const reads = await this.#statements.executeTogether(batch);
      for (const [index, { result }] of batch.entries()) settle(result, reads[index]);
    } catch (error) {
      if (batch.length === 1) batch[0]?.result.reject(error);
      else for (const one of batch) await this.#executeTogether([one]);
    }
  }

  async #noting<Result>(text: string, ask: () => Promise<Result>): Promise<Result> {
    try {
      return await (mayChangeAnswers(text) ? this.changes.around(ask) : ask());
    } finally {
      await nextTurnOfTheEventLoop();
    }
  }
}

function settle({ resolve, reject }: Waiting['result'], read: (() => Results) | undefined): void {
  try {
    if (read) resolve(read());
    else reject(new Error('The database gave no answer to a statement.'));
  } catch (error) {
    reject(error);
  }
}

/** All but what changes tables, or begins or ends a transaction. */
function mayGoTogether(text: string): boolean {
  return /^\s*(?:select|insert|update|delete|with)\b/i.test(text) && !changesTables(text);
}

/** All but plain reads do, and what the queue does in tables of its own, of which no answer is made. */
function mayChangeAnswers(text: string): boolean {
  return !/^\s*select\b/i.test(text) && !text.includes('pgboss.');
}
