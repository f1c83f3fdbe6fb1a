import { defaultQuotas } from '../../domain/quotas.ts';
import { type CommandFacts, commandTable } from './command-table.ts';
import { environmentTable } from './environment.ts';
import type { OptionFacts } from './option-facts.ts';
import { quotaNames } from './parse-values.ts';
import { groups, quotaWords, type ServeOptionFacts, serveOptions } from './serve-options.ts';

const program = 'agent-workers-server';
const terminalWidth = 80;
const nameWidth = 26;

/** What is listed, and what it is. */
type Entry = readonly [name: string, words: string];

const commands = Object.entries<CommandFacts>(commandTable);

/** What `--help` prints. */
export function help(): string {
  return [
    `${program}: a deployment of the Agent Workers Platform on this machine\n`,
    section(
      'Commands',
      commands.map(([name, { words }]) => [name, words]),
    ),
    `Each command has its options: ${program} seed --help. Those of serve:\n`,
    ...Object.entries(groups).map(([group, title]) => section(title, optionsOfGroup(group))),
    section(
      'Quotas',
      quotaNames.map((name) => [`${name}=${defaultQuotas[name]}`, quotaWords[name]]),
    ),
    section('Environment', Object.entries(environmentTable)),
    '  --version   print the version of this program\n',
  ].join('\n');
}

/** What `COMMAND --help` prints; undefined where there's no such command. */
export function helpOf(command: string): string | undefined {
  if (command === 'serve') return help();
  const meant = commands.filter(([name]) => name.split(' ')[0] === command);
  return meant.length === 0 ? undefined : meant.map(commandHelp).join('\n');
}

function commandHelp([name, facts]: readonly [string, CommandFacts]): string {
  const options = Object.entries(facts.options).map(toEntry);
  return [...commandLines(name, facts), '', ...options.flatMap(toLines), ''].join('\n');
}

/** How a command is called, and what it does. */
export function commandLines(
  name: string,
  { arguments: positionals, options, words }: CommandFacts,
): string[] {
  const given = Object.entries(options).map(([option, facts]) =>
    facts.required ? spelled(option, facts) : `[${spelled(option, facts)}]`,
  );
  const usage = [`${program} ${name}`, ...(positionals === undefined ? [] : [positionals]), ...given];
  return [...fill(usage, '    '), ...fill(`  ${words}`.split(/(?<=\S) /), '  ')];
}

function optionsOfGroup(group: string): Entry[] {
  const options = Object.entries<ServeOptionFacts>(serveOptions);
  return options.filter(([, facts]) => facts.group === group).map(toEntry);
}

function toEntry([name, facts]: readonly [string, OptionFacts]): Entry {
  const usual = defaultOf(facts);
  return [spelled(name, facts), usual === '' ? facts.words : `${facts.words} (default: ${usual})`];
}

/** An option as it is written on a command line. */
export function spelled(name: string, { value }: OptionFacts): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

/** What holds where an option isn't given. */
export function defaultOf({ default: usual, otherwise }: OptionFacts): string {
  return usual ?? otherwise ?? '';
}

function section(title: string, entries: readonly Entry[]): string {
  return [title, ...entries.flatMap(toLines), ''].join('\n');
}

function toLines([name, words]: Entry): string[] {
  return fill([`  ${name.padEnd(nameWidth)}`, ...words.split(' ')], ' '.repeat(nameWidth + 3));
}

/** Joins words to lines. @param hang stands before every line but the first. */
function fill([first = '', ...rest]: readonly string[], hang: string): string[] {
  const lines = [first];
  for (const word of rest) {
    const line = lines.at(-1) ?? '';
    if (line.length + 1 + word.length <= terminalWidth) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`${hang}${word}`);
  }
  return lines;
}
