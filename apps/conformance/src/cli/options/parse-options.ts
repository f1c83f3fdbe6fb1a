import { parseArgs } from 'node:util';
import { UsageError } from '../../deployment/errors.ts';
import { didYouMean } from '../../deployment/nearest.ts';
import type { CommandName } from './commands.ts';
import type { OptionFacts } from './option-facts.ts';
import { optionsOf, type Values } from './option-table.ts';

/**
 * Reads the options of a command.
 *
 * @throws UsageError for an unknown option, with the nearest right one, and for a stray argument
 */
export function parseOptions<Command extends CommandName>(
  command: Command,
  args: readonly string[],
): Values<Command> {
  const options = optionsOf(command);
  const known = new Map(options);
  requireKnown(command, args, known);
  const joined = withNumbersJoined(args, known);
  requireValues(command, joined, known);
  try {
    const config = Object.fromEntries(options.map(([name, facts]) => [name, toConfig(facts)]));
    const { values } = parseArgs({
      args: withNamesRepeated(joined, known),
      options: config,
      strict: true,
      allowPositionals: false,
    });
    // The table gives both the configuration and the type.
    return values as Values<Command>;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new UsageError(`${why?.replace(/\.$/, '')}. See agent-conformance ${command} --help.`, { cause });
  }
}

function toConfig({ value, many, default: usual }: OptionFacts) {
  if (value === undefined) return { type: 'boolean', default: false } as const;
  return {
    type: 'string',
    multiple: many !== undefined,
    ...(usual !== undefined && { default: usual }),
  } as const;
}

/** The values that are held to their bounds by whoever reads them. */
const bounded = ['N', 'S', 'N|N%', 'TIME', 'I/N'];

/** `--rate -5` says what `--rate=-5` does, so that it is told which numbers are allowed. */
function withNumbersJoined(args: readonly string[], options: ReadonlyMap<string, OptionFacts>): string[] {
  const isTaken = (at: number): boolean =>
    bounded.includes(takesNext(args[at - 1], options)?.value ?? '') && /^-[^-]/.test(args[at] ?? '');
  return args.flatMap((arg, at) => {
    if (isTaken(at)) return [];
    return isTaken(at + 1) ? [`${arg}=${args[at + 1]}`] : [arg];
  });
}

/** The option that is given without a value as yet. */
function takesNext(
  arg: string | undefined,
  options: ReadonlyMap<string, OptionFacts>,
): { readonly name: string; readonly value: string } | undefined {
  const name = arg?.startsWith('--') ? arg.slice(2) : '';
  const value = options.get(name)?.value;
  return value === undefined ? undefined : { name, value };
}

function whatFollows(next: string | undefined, name: string): string {
  if (next === undefined) return 'nothing follows it.';
  return next === ''
    ? 'what follows it is empty, as a variable is that was never set.'
    : `what follows it begins with a dash. If that is the value, join it: --${name}=VALUE.`;
}

/**
 * What begins with a dash is more likely an option than a value, and is not repeated: it may be a secret.
 *
 * @throws UsageError for an option that no value follows, or an empty one
 */
function requireValues(
  command: CommandName,
  args: readonly string[],
  options: ReadonlyMap<string, OptionFacts>,
): void {
  for (const [at, arg] of args.entries()) {
    const option = takesNext(arg, options);
    const next = args[at + 1];
    if (option === undefined || (next !== undefined && next !== '' && !/^-./.test(next))) continue;
    const { name, value } = option;
    throw new UsageError(
      `--${name} takes ${value}, and ${whatFollows(next, name)} See agent-conformance ${command} --help.`,
    );
  }
}

/** `--har a b` says what `--har a --har b` does. */
function withNamesRepeated(args: readonly string[], options: ReadonlyMap<string, OptionFacts>): string[] {
  let name: string | undefined;
  return args.flatMap((arg, index) => {
    if (arg.startsWith('-')) {
      const [named = ''] = arg.slice(2).split('=');
      name = options.get(named)?.many === 'in a row' ? named : undefined;
      return [arg];
    }
    const isFirst = args[index - 1] === `--${name}`;
    return name === undefined || isFirst ? [arg] : [`--${name}`, arg];
  });
}

function requireKnown(
  command: CommandName,
  args: readonly string[],
  options: ReadonlyMap<string, OptionFacts>,
): void {
  const known = [...options.keys()];
  for (const [name = ''] of args
    .filter((arg) => arg.startsWith('--'))
    .map((arg) => arg.slice(2).split('='))) {
    const plain = name.replace(/^no-/, '');
    if (name === '' || options.has(name) || options.has(plain)) continue;
    const hint = didYouMean(plain, known).replace('mean ', 'mean --');
    throw new UsageError(
      `${command} has no option --${name}.${hint} See agent-conformance ${command} --help.`,
    );
  }
}

/**
 * A number from an option, within its bounds.
 *
 * @throws UsageError when it isn't one
 */
export function toNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new UsageError(`--${name} takes a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}
