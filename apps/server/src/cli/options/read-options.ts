import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { UserError } from '../../platform/errors.ts';
import type { OptionFacts, OptionTable, Values } from './option-facts.ts';

/**
 * Reads `--name value` arguments.
 * @throws {UserError} for an option that isn't known, is missing, lacks its value or has one without sense.
 */
export function readOptions<Table extends OptionTable>(table: Table, arguments_: string[]): Values<Table> {
  return read(table, arguments_, false).values;
}

/** Reads `--name value` arguments among others. @throws {UserError} as `readOptions` does. */
export function readMixed<Table extends OptionTable>(
  table: Table,
  arguments_: string[],
): { values: Values<Table>; positionals: string[] } {
  return read(table, arguments_, true);
}

function read<Table extends OptionTable>(table: Table, args: string[], allowPositionals: boolean) {
  const entries = Object.entries(table);
  const options = Object.fromEntries(entries.map(([name, facts]) => [name, toDescriptor(facts)]));
  const { values, positionals } = explaining(() =>
    parseArgs({ args, options, strict: true, allowPositionals }),
  );
  const read = Object.fromEntries(
    entries.map(([name, facts]) => [name, readValue(values[name], name, facts)]),
  );
  // The table gives both the values and their type.
  return { values: read as Values<Table>, positionals };
}

function toDescriptor({ value, many, default: usual }: OptionFacts): ParseArgsOptionDescriptor {
  if (value === undefined) return { type: 'boolean', default: false };
  if (many) return { type: 'string', multiple: true, default: [] };
  return { type: 'string', ...(usual !== undefined && { default: usual }) };
}

type Given = string | boolean | (string | boolean)[] | undefined;

function readValue(given: Given, name: string, facts: OptionFacts): unknown {
  const { required, parse = (text: string) => text } = facts;
  if (required && !given) throw new UserError(`--${name} is missing. Run with --help to see the options.`);
  const readOne = (one: string | boolean) => (typeof one === 'string' ? parse(one, `--${name}`) : one);
  return Array.isArray(given) ? given.map(readOne) : given === undefined ? undefined : readOne(given);
}

function explaining<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence = ''] = error.message.split(/\. |\n/);
    throw new UserError(`${sentence.replace(/\.$/, '')}. Run with --help to see the options.`, {
      cause: error,
    });
  }
}
