import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { UserError } from '../user-error.ts';

/**
 * Reads `--name value` arguments.
 * @throws {UserError} for an option that isn't known or lacks its value.
 */
export function parseArguments<const Options extends ParseArgsOptionsConfig>(
  arguments_: string[],
  options: Options,
) {
  try {
    return parseArgs({ args: arguments_, options, strict: true }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence = ''] = error.message.split(/\. |\n/);
    throw new UserError(`${sentence.replace(/\.$/, '')}. Run with --help to see the options.`, {
      cause: error,
    });
  }
}
