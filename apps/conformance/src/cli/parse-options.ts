import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../deployment/errors.ts';
import { didYouMean } from '../deployment/nearest.ts';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads the options of a command.
 *
 * @throws UsageError for an unknown option, with the nearest right one, and for a stray argument
 */
export function parseOptions<Options extends OptionsConfig>(
  command: string,
  args: readonly string[],
  options: Options,
) {
  for (const [name] of args.filter((arg) => arg.startsWith('--')).map((arg) => arg.slice(2).split('='))) {
    const known = Object.keys(options);
    const plain = name?.replace(/^no-/, '') ?? '';
    if (name !== '' && !known.includes(plain)) {
      throw new UsageError(
        `${command} has no option --${name}.${hint(plain, known)} See agent-conformance --help.`,
      );
    }
  }
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new UsageError(`${why}. See agent-conformance --help.`, { cause });
  }
}

function hint(wrong: string, known: readonly string[]): string {
  return didYouMean(wrong, known).replace('mean ', 'mean --');
}

/**
 * A number from an option, within its bounds.
 *
 * @throws UsageError when it is none
 */
export function toNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new UsageError(`--${name} takes a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}
