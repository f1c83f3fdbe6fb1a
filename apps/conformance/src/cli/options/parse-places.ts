import { UsageError } from '../../deployment/errors.ts';
import { type CommandName, usageOf } from './commands.ts';
import type { Values } from './option-table.ts';
import { parseOptions } from './parse-options.ts';

/**
 * Such as `OLD NEW --json`: the places that stand before the options, and the options.
 *
 * @throws UsageError as `parseOptions` does
 */
export function parsePlaces<Command extends CommandName>(
  command: Command,
  args: readonly string[],
): { readonly places: readonly string[]; readonly values: Values<Command> } {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const places = firstOption === -1 ? args : args.slice(0, firstOption);
  return { places, values: parseOptions(command, args.slice(places.length)) };
}

/**
 * Such as `RESULTS --json`: the one results folder that a command is about, and the options.
 *
 * @throws UsageError where no folder stands first, and as `parseOptions` does
 */
export function parseFolder<Command extends CommandName>(
  command: Command,
  [folder, ...rest]: readonly string[],
): { readonly folder: string; readonly values: Values<Command> } {
  if (folder === undefined || folder.startsWith('-'))
    throw new UsageError(`${command} needs the results folder first: ${usageOf(command)}`);
  return { folder, values: parseOptions(command, rest) };
}
