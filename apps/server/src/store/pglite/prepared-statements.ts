import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite';

/** A statement that the engine has parsed. */
interface Prepared {
  /** Empty for one that the engine forgets with the next. */
  name: string;
  parameterTypes: readonly number[];
  /** What tells the columns of its rows. */
  description: Messages;
}

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/** A statement to execute. */
export interface Statement {
  text: string;
  values?: readonly unknown[] | undefined;
  /** Only those on rows count. */
  options?: QueryOptions | undefined;
}

const { serialize } = protocol;
// Statements of variable length, such as conditions with lists, come in any number.
const maximumKept = 256;

/**
 * Executes statements in one trip into the engine, which keeps them parsed and planned. PGlite's own `query` takes six
 * trips, and parses each statement again. The caller has the database to itself while a function runs.
 */
export class PreparedStatements {
  readonly #pglite: PGlite;
  readonly #kept = new Map<string, Prepared>();
  #lastNumber = 0;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** @throws what the database says. */
  async execute<Row>(statement: Statement): Promise<Results<Row>> {
    const [result] = await this.executeTogether([statement]);
    // The rows are what the caller says they are.
    return result?.() as Results<Row>;
  }

  /**
   * Executes statements one after the other in one trip, as one transaction: all or none.
   * @returns what reads the result of each; it throws when a value can't be read, and then all are executed nevertheless.
   * @throws what the database says of the first that fails.
   */
  async executeTogether(statements: readonly Statement[]): Promise<(() => Results)[]> {
    const prepared: Prepared[] = [];
    for (const { text } of statements) prepared.push(this.#find(text) ?? (await this.#prepare(text)));
    const messages = statements.flatMap(({ values = [] }, index) => {
      const { name = '', parameterTypes = [] } = prepared[index] ?? {};
      const asText = values.map((value, place) => this.#serialize(value, parameterTypes[place]));
      return [serialize.bind({ statement: name, values: asText }), serialize.execute()];
    });
    const answers = splitAnswers(await this.#ask(...messages));
    return statements.map(({ options }, index) => () => {
      const described = [...(prepared[index]?.description ?? []), ...(answers[index] ?? [])];
      const [result] = parse.parseResults(described, this.#pglite.parsers, options);
      return result as Results;
    });
  }

  /** Tables may change by this statement, and with them what kept statements give. */
  async noteChange(text: string): Promise<boolean> {
    if (!changesTables(text)) return false;
    for (const { name } of this.#kept.values()) await this.#forget(name);
    this.#kept.clear();
    return true;
  }

  /** In the order of their last use. */
  #find(text: string): Prepared | undefined {
    const known = this.#kept.get(text);
    if (known) {
      this.#kept.delete(text);
      this.#kept.set(text, known);
    }
    return known;
  }

  async #prepare(text: string): Promise<Prepared> {
    if (await this.noteChange(text)) return await this.#describe('', text);
    this.#lastNumber += 1;
    const prepared = await this.#describe(`kept_${this.#lastNumber}`, text);
    this.#kept.set(text, prepared);
    const [oldest] = this.#kept;
    if (this.#kept.size > maximumKept && oldest) {
      this.#kept.delete(oldest[0]);
      await this.#forget(oldest[1].name);
    }
    return prepared;
  }

  async #describe(name: string, text: string): Promise<Prepared> {
    const description = await this.#ask(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    );
    return { name, parameterTypes: parse.parseDescribeStatementResults(description), description };
  }

  async #forget(name: string): Promise<void> {
    await this.#ask(serialize.close({ type: 'S', name }));
  }

  async #ask(...messages: readonly Uint8Array[]): Promise<Messages> {
    const trip = Buffer.concat([...messages, serialize.sync()]);
    return await this.#pglite.execProtocolStream(trip, { syncToFs: false });
  }

  #serialize(value: unknown, type = 0): string | null {
    if (value === null || value === undefined) return null;
    return this.#pglite.serializers[type]?.(value) ?? String(value);
  }
}

/** Whether a statement may change what tables there are, and what columns they have. */
export function changesTables(text: string): boolean {
  return /\b(?:create|alter|drop)\b/i.test(text);
}

/** The answer to each statement: a new one begins with its binding. */
function splitAnswers(messages: Messages): Messages[] {
  const answers: Messages[] = [];
  for (const message of messages) {
    if (message.name === 'bindComplete') answers.push([]);
    answers.at(-1)?.push(message);
  }
  return answers;
}
