import { wrap } from '../../report/wrap.ts';
import { type CommandName, commandTable, isCommandName, usageOf } from './commands.ts';
import { groups, type OptionFacts } from './option-facts.ts';
import { optionsOf, optionTable } from './option-table.ts';

const exitCodes = `Exit codes
  0  conforms, and something was verified
  1  a rule is broken
  2  wrong use or configuration
  3  the target or this program is in trouble, or nothing was verified
  4  the broker can't be asked
`;

const order =
  'An option wins over the environment, the environment over the config file;\nbut a credential of the config file wins over one of the environment.';

/** What `--help` prints. */
export function help(): string {
  const commands = Object.entries(commandTable).flatMap(([name, { words }]) =>
    wrap(`  ${name.padEnd(commandWidth)}${words}`, ' '.repeat(commandWidth + 2)),
  );
  return [
    'agent-conformance: does this deployment keep the documented contract of the\nAgent Workers Platform?\n',
    `Usage\n  agent-conformance [command] [options]   run, where no command is named\n`,
    `Commands\n${commands.join('\n')}\n`,
    'Each command has its options: agent-conformance report --help. Those of run:\n',
    optionsText('run'),
    '  --version   print the version of this program\n',
    exitCodes,
  ].join('\n');
}

/** What `COMMAND --help` prints. */
export function helpOf(command: CommandName): string {
  const words = wrap(`  ${commandTable[command].words}`, '  ').join('\n');
  return [`${usageOf(command)}\n${words}\n`, optionsText(command), exitCodes].join('\n');
}

const commandWidth = 25;
const optionWidth = 25;

function optionsText(command: CommandName): string {
  const options = optionsOf(command);
  const listed = Object.entries(groups).flatMap(([group, title]) => {
    const lines = options
      .filter(([, facts]) => facts.group === group)
      .flatMap(([name, facts]) => toLines(name, { ...facts, ...facts.ofCommand?.[command] }));
    return lines.length === 0 ? [] : [`${title}\n${lines.join('\n')}\n`];
  });
  const isTargeted = options.some(([, { group }]) => group === 'target');
  return [...listed, ...(isTargeted ? [`${order}\n`] : [])].join('\n');
}

function toLines(name: string, facts: OptionFacts): string[] {
  const { words, many, environment } = facts;
  const notes = [
    ...(many ? ['may be given more than once'] : []),
    ...(defaultOf(facts) === '' ? [] : [`default ${defaultOf(facts)}`]),
    ...(environment === undefined ? [] : [environment]),
  ];
  const noted = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  return wrap(`  ${spelled(name, facts).padEnd(optionWidth)}  ${words}${noted}`, ' '.repeat(optionWidth + 4));
}

function spelled(name: string, { value }: OptionFacts): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function defaultOf({ default: usual, otherwise }: OptionFacts): string {
  return usual ?? otherwise ?? '';
}

/** The usual one, and those of single commands. */
function defaultsOf(facts: OptionFacts): string {
  const own = Object.entries(facts.ofCommand ?? {}).flatMap(([command, { otherwise }]) =>
    otherwise === undefined ? [] : [`${code(command)}: ${otherwise}`],
  );
  return [defaultOf(facts), ...own].join('; ');
}

/** The table of all options, as the README has it. */
export function optionsAsMarkdown(): string {
  const head = ['option', 'of', 'default', 'what it does', 'environment', 'config'];
  const rows = Object.entries<OptionFacts>(optionTable).map(([name, facts]) => [
    code(spelled(name, facts)),
    facts.commands.map(code).join(', '),
    defaultsOf(facts),
    facts.words,
    facts.environment === undefined ? '' : code(facts.environment),
    facts.config === undefined ? '' : code(facts.config),
  ]);
  return asTable([head, ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))]);
}

function asTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const toText = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...others] = rows;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [toText(head), rule, ...others.map(toText)].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

/** The command that stands at the beginning of the arguments, `pact verify` among them. */
export function namedCommand(args: readonly string[]): CommandName | undefined {
  return [3, 2, 1].map((words) => args.slice(0, words).join(' ')).find(isCommandName);
}
