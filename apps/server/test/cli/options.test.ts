import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminCommands } from '../../src/cli/admin/admin-commands.ts';
import { type CommandFacts, commandTable } from '../../src/cli/options/command-table.ts';
import { environmentTable, readEnvironment } from '../../src/cli/options/environment.ts';
import { commandLines, defaultOf, help, spelled } from '../../src/cli/options/help.ts';
import { readOptions } from '../../src/cli/options/read-options.ts';
import { groups, type ServeOptionFacts, serveOptions } from '../../src/cli/options/serve-options.ts';
import { runCommandHere } from '../helpers/run-command-here.ts';

const document = '../../docs/options.md';
const commands = Object.entries<CommandFacts>(commandTable);
const options = Object.entries<ServeOptionFacts>(serveOptions);

const code = (text: string) => `\`${text}\``;

function asMarkdown(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const [head = '', ...body] = cells.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

function optionRow([name, facts]: readonly [string, ServeOptionFacts]): string[] {
  const { words, more, default: usual } = facts;
  const told = more === undefined ? words : `${words}: [${more.title}](${more.at})`;
  return [code(spelled(name, facts)), usual === undefined ? defaultOf(facts) : code(usual), told];
}

const tables = {
  ...Object.fromEntries(
    Object.keys(groups).map((group) => [
      group,
      [
        ['option', 'default', 'meaning'],
        ...options.filter(([, facts]) => facts.group === group).map(optionRow),
      ],
    ]),
  ),
  environment: [
    ['variable', 'meaning'],
    ...Object.entries(environmentTable).map(([name, words]) => [code(name), words]),
  ],
};

const others = commands.filter(([name]) => name !== 'serve');
const usage = others.map(([name, facts]) => commandLines(name, facts).join('\n')).join('\n\n');

/** What stands in the document between the comments of these names. */
const blocks = {
  ...Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, asMarkdown(rows)])),
  commands: `\`\`\`text\n${usage}\n\`\`\``,
};

test('docs/options.md has all options, variables and commands as the tables have them', async () => {
  const text = readFileSync(new URL(document, import.meta.url), 'utf8');
  const fresh = Object.entries(blocks).reduce((left, [name, block]) => {
    const [before, after] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    expect(left.split(before)).toHaveLength(2);
    const end = left.indexOf(after);
    return `${left.slice(0, left.indexOf(before))}${before}\n\n${block}\n\n${left.slice(end)}`;
  }, text);
  for (const title of Object.values(groups)) expect(text).toContain(`\n## ${title}\n`);
  await expect(fresh).toMatchFileSnapshot(document);
});

test('--help lists all commands, options of serve and variables, on a terminal of 80 columns', () => {
  const text = help();
  for (const name of [...Object.keys(commandTable), ...Object.keys(environmentTable)])
    expect(text).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  for (const [name, facts] of options) expect(text).toContain(`\n  ${spelled(name, facts)} `);
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test.each(commands)('%s --help tells its options, and no others', async (name, facts) => {
  const { stdout, exitCode } = await runCommandHere([name.split(' ')[0] ?? '', '--help']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(name === 'serve' ? 'Those of serve' : commandLines(name, facts).join('\n'));
  const family = commands.filter(([other]) => other.split(' ')[0] === name.split(' ')[0]);
  const told = [...stdout.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, option = '']) => option);
  const known = family.flatMap(([, one]) => Object.keys(one.options));
  expect(new Set(told.filter((option) => option !== 'version'))).toEqual(new Set(known));
});

test('the help of admin names what admin can do', () => {
  const verbs = commands.flatMap(([name, { arguments: positionals = '' }]) =>
    name.startsWith('admin ')
      ? (positionals.split(' ')[0] ?? '').split('|').map((verb) => `${name.slice('admin '.length)} ${verb}`)
      : [],
  );
  expect(verbs).toEqual(Object.keys(adminCommands));
});

test('an option that is not given has its default, read like a value that is given', () => {
  const usual = readOptions(serveOptions, []);
  expect(usual).toMatchObject({
    port: 8787,
    host: '127.0.0.1',
    'grace-period': 2_000,
    sandbox: false,
    quota: [],
  });
  const given = [
    '--port',
    '0',
    '--sandbox',
    '--quota',
    'jobs=1',
    '--quota',
    'runs=2',
    '--mcp-hosts',
    'a, b:1',
  ];
  expect(readOptions(serveOptions, given)).toMatchObject({
    port: 0,
    sandbox: true,
    quota: [
      { name: 'jobs', maximum: 1 },
      { name: 'runs', maximum: 2 },
    ],
    'mcp-hosts': ['a', 'b:1'],
  });
});

test('a variable that is set to nothing is not set', () => {
  const environment = { DATABASE_URL: '', ADMIN_TOKEN: 'a', PATH: '/bin' };
  expect(readEnvironment(environment)).toEqual({ ADMIN_TOKEN: 'a' });
});
