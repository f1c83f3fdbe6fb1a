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

  /** Executes one statement; of the options only those on rows count. @throws what the database says. */
  async execute<Row>(text: string, values: readonly unknown[] = [], options?: QueryOptions) {
    const { name, parameterTypes, description } = this.#find(text) ?? (await this.#prepare(text));
    const asText = values.map((value, index) => this.#serialize(value, parameterTypes[index]));
    const answer = await this.#ask(serialize.bind({ statement: name, values: asText }), serialize.execute());
    const [result] = parse.parseResults([...description, ...answer], this.#pglite.parsers, options);
    return result as Results<Row>;
  }

  /** Tables may change by this statement, and with them what kept statements give. */
  async noteChange(text: string): Promise<boolean> {
    if (!/\b(?:create|alter|drop)\b/i.test(text)) return false;
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
