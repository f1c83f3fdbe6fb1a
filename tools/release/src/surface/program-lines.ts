import { execFileSync } from 'node:child_process';
import {
  commandTable,
  isCommandName,
  usageOf,
} from '../../../../apps/conformance/src/cli/options/commands.ts';
import { optionsOf } from '../../../../apps/conformance/src/cli/options/option-table.ts';

/** What users of a program write into their scripts: commands, options, names of the environment; not the words about them. */
export function programLines(name: string, path: string): readonly string[] {
  if (name === 'agent-conformance') return conformanceLines();
  const help = execFileSync(process.execPath, [path, '--help'], { encoding: 'utf8' });
  return [`program ${name}`, ...namesIn(help).map((line) => `${name} ${line}`)];
}

/** The names that a help text tells of, in its order: lines of usage, options with their values, variables. */
export function namesIn(help: string): readonly string[] {
  const lines = help.split('\n');
  const usage = lines.flatMap((line) => /^(?:Usage: +| +)agent-workers-[a-z]+ (.*)$/.exec(line)?.[1] ?? []);
  const options = lines.flatMap((line) => /^ +(--[a-z-]+(?: [A-Z][A-Z|=]*)?)(?: |$)/.exec(line)?.[1] ?? []);
  const variables = lines.flatMap((line) => /^ +([A-Z]+(?:_[A-Z]+)+) {2}/.exec(line)?.[1] ?? []);
  return [...usage, ...options, ...variables];
}

/** Its options are a table, so no text has to be read. */
function conformanceLines(): readonly string[] {
  const commands = Object.keys(commandTable).filter(isCommandName);
  return [
    'program agent-conformance',
    ...commands.flatMap((command) => [
      usageOf(command),
      ...optionsOf(command).flatMap(([name, { value, environment }]) => [
        [`agent-conformance ${command} --${name}`, ...(value === undefined ? [] : [value])].join(' '),
        ...(environment === undefined ? [] : [`agent-conformance ${command} ${environment}`]),
      ]),
    ]),
  ];
}
