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
  requireKnown(command, args, new Map(options));
  try {
    const config = Object.fromEntries(options.map(([name, facts]) => [name, toConfig(facts)]));
    const { values } = parseArgs({
      args: withNamesRepeated(args, new Map(options)),
      options: config,
      strict: true,
      allowPositionals: false,
    });
    // The table gives both the configuration and the type.
    return values as Values<Command>;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new UsageError(`${why}. See agent-conformance ${command} --help.`, { cause });
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
