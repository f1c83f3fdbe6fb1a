import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { UserError } from '../platform/errors.ts';

/**
 * Reads `--name value` arguments.
 * @throws {UserError} for an option that isn't known or lacks its value.
 */
export function parseArguments<const Options extends ParseArgsOptionsConfig>(
  arguments_: string[],
  options: Options,
) {
  return explaining(() => parseArgs({ args: arguments_, options, strict: true }).values);
}

/** Reads `--name value` arguments among others. @throws {UserError} as `parseArguments` does. */
export function parseMixed<const Options extends ParseArgsOptionsConfig>(
  arguments_: string[],
  options: Options,
) {
  return explaining(() => parseArgs({ args: arguments_, options, strict: true, allowPositionals: true }));
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

/** @throws {UserError} for anything but a number of days from 1 to the maximum. */
export function parseDays(text: string, maximum: number): number {
  const days = Number(text);
  if (/^[1-9]\d*$/.test(text) && days <= maximum) return days;
  throw new UserError(`--days ${text} is not a number of days from 1 to ${maximum}.`);
}
