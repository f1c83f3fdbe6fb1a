import { execFileSync } from 'node:child_process';
import {
  commandTable,
  isCommandName,
  usageOf,
} from '../../../../apps/conformance/src/cli/options/commands.ts';
import { optionsOf } from '../../../../apps/conformance/src/cli/options/option-table.ts';
import {
  type CommandFacts,
  commandTable as serverCommands,
} from '../../../../apps/server/src/cli/options/command-table.ts';
import { environmentTable } from '../../../../apps/server/src/cli/options/environment.ts';

/** What users of a program write into their scripts: commands, options, names of the environment; not the words about them. */
export function programLines(name: string, path: string): readonly string[] {
  const names = told[name]?.() ?? namesIn(helpOf(path));
  return [`program ${name}`, ...names.map((line) => `${name} ${line}`)];
}

/** Programs whose options are a table, so that no text has to be read. */
const told: Readonly<Record<string, () => readonly string[]>> = {
  'agent-conformance': () =>
    Object.keys(commandTable)
      .filter(isCommandName)
      .flatMap((command) => [
        usageOf(command).replace('agent-conformance ', ''),
        ...optionsOf(command).flatMap(([name, { value, environment }]) => [
          `${command} ${spelled(name, value)}`,
          ...(environment === undefined ? [] : [`${command} ${environment}`]),
        ]),
      ]),
  'agent-workers-server': () => [
    ...Object.entries<CommandFacts>(serverCommands).flatMap(([command, { arguments: given, options }]) => [
      given === undefined ? command : `${command} ${given}`,
      ...Object.entries(options).map(([name, { value }]) => `${command} ${spelled(name, value)}`),
    ]),
    ...Object.keys(environmentTable),
  ],
};

function spelled(name: string, value: string | undefined): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function helpOf(path: string): string {
  return execFileSync(process.execPath, [path, '--help'], { encoding: 'utf8' });
}

/** The names that a help text tells of, in its order: lines of usage, options with their values, variables. */
export function namesIn(help: string): readonly string[] {
  const lines = help.split('\n');
  const usage = lines.flatMap((line) => /^(?:Usage: +| +)agent-workers-[a-z]+ (.*)$/.exec(line)?.[1] ?? []);
  const options = lines.flatMap((line) => /^ +(--[a-z-]+(?: [A-Z][A-Z|=]*)?)(?: |$)/.exec(line)?.[1] ?? []);
  const variables = lines.flatMap((line) => /^ +([A-Z]+(?:_[A-Z]+)+) {2}/.exec(line)?.[1] ?? []);
  return [...usage, ...options, ...variables];
}
