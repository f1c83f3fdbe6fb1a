import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { commandTable, isCommandName } from '../../src/cli/options/commands.ts';
import { optionsAsMarkdown } from '../../src/cli/options/help.ts';
import type { OptionFacts } from '../../src/cli/options/option-facts.ts';
import { optionsOf, optionTable } from '../../src/cli/options/option-table.ts';
import { parseOptions } from '../../src/cli/options/parse-options.ts';
import { configSchema } from '../../src/deployment/config.ts';
import { runCli } from '../helpers/judge-target.ts';
import { unwrapped } from '../helpers/unwrapped.ts';

const readme = new URL('../../README.md', import.meta.url);
const commands = Object.keys(commandTable).filter(isCommandName);
const options = Object.entries<OptionFacts>(optionTable);

test('the README lists every option, as the table has it', async () => {
  const text = await readFile(readme, 'utf8');
  const before = text.slice(0, text.indexOf('<!-- options -->'));
  const after = text.slice(text.indexOf('<!-- /options -->'));
  await expect(`${before}<!-- options -->\n\n${optionsAsMarkdown()}\n\n${after}`).toMatchFileSnapshot(
    '../../README.md',
  );
});

test.each(commands)('%s --help tells its own options, and no others', async (command) => {
  const { out, exitCode } = await runCli([...command.split(' '), '--help']);
  expect(exitCode).toBe(0);
  const told = [...out.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name]) => name);
  expect(new Set(told)).toEqual(new Set(optionsOf(command).map(([name]) => name)));
  expect(out).toContain(`agent-conformance ${command}`);
  expect(await runCli(['help', ...command.split(' ')])).toMatchObject({ out });
});

test.each([
  ['init', 'where the config is written (default agent-conformance.yaml)'],
  ['history', 'where the page is written (default DIR/history.html, no page with --json)'],
  ['report', 'where the report is written (default standard output)'],
  ['attest', 'where the attestation is written (default standard output)'],
])('%s --help says where it writes without --out', async (command, says) => {
  expect(unwrapped((await runCli([command, '--help'])).out)).toContain(says);
});

test.each([
  ['compare', '--format NAME markdown or terminal (default terminal)'],
  ['replay', '--seed N by which the scenario or the sequence was drawn (default none)'],
  ['replay', '--results DIR write the recording and the outcome, replay.json'],
  ['judge', '(default as the judged run; for traffic stated,implied)'],
])('%s --help says of a shared option what holds for itself', async (command, says) => {
  const { out } = await runCli([command, '--help']);
  expect(unwrapped(out).replaceAll(/ +/g, ' ')).toContain(says);
});

test('--help alone lists every command, and the options of run', async () => {
  const { out } = await runCli(['--help']);
  for (const command of commands) expect(out).toMatch(new RegExp(`^  ${command} `, 'm'));
  for (const [name] of optionsOf('run')) expect(out).toContain(`--${name}`);
});

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(await runCli(['--version'])).toEqual({ exitCode: 0, out: `${version}\n`, progress: '' });
});

test.each(commands)('%s takes each of its options', (command) => {
  const given = optionsOf(command).flatMap(([name, { value }]) =>
    value === undefined ? [`--${name}`] : [`--${name}`, '7'],
  );
  const values: Record<string, unknown> = parseOptions(command, given);
  for (const [name, { value, many }] of optionsOf(command))
    expect(values[name], name).toEqual(value === undefined ? true : many ? ['7'] : '7');
  const usual: Record<string, unknown> = parseOptions(command, []);
  for (const [name, facts] of optionsOf(command))
    expect(usual[name], name).toEqual(facts.value === undefined ? false : facts.default);
});

test.each(commands)('%s tells of a value that begins with a dash in its own words', (command) => {
  for (const [name, { value }] of optionsOf(command).filter(([, facts]) => facts.value !== undefined)) {
    const taken = (): unknown =>
      Object.entries(parseOptions(command, [`--${name}`, '-5'])).find(([key]) => key === name);
    // Who reads a number knows which ones are allowed.
    if (['N', 'S', 'N|N%', 'TIME', 'I/N'].includes(value ?? '')) expect(taken()).toEqual([name, '-5']);
    else expect(taken).toThrow(`--${name} takes ${value}, and what follows it begins with a dash.`);
  }
});

test.each([
  [['run', '--max-requests', '-5'], '--max-requests takes a whole number from 1 to 1000000000, not "-5".'],
  [
    ['run', '--baseline', ''],
    '--baseline takes REPORT, and what follows it is empty, as a variable is that was never set.',
  ],
  [['run', '--min-verified', '-1'], '--min-verified takes a whole number from 1 to 1000, not "-1".'],
  [['run', '--max-time', '-5m'], '--max-time takes 90s, 10m or the like, up to 24h, not "-5m".'],
  [['run', '--api-key', '-secret'], '--api-key takes KEY, and what follows it begins with a dash.'],
  [['run', '--config', '--json'], '--config takes FILE, and what follows it begins with a dash.'],
  [['run', '--config'], '--config takes FILE, and nothing follows it.'],
])('%j is told what is allowed', async (args, says) => {
  const { exitCode, progress } = await runCli(args);
  expect(exitCode).toBe(2);
  expect(progress).toContain(says);
  expect(progress).not.toContain('secret');
});

test('a value with a dash is taken where it is joined to its option', () => {
  expect(parseOptions('run', ['--api-key=-secret', '--results=-5'])).toMatchObject({
    'api-key': '-secret',
    results: '-5',
  });
  expect(parseOptions('proxy', ['--findings', '-'])).toMatchObject({ findings: '-' });
});

test.each(options.filter(([, { config }]) => config !== undefined))(
  'what --%s is in the config exists',
  (_, { config = '' }) => {
    const text =
      config.startsWith('credentials.') || config.startsWith('fixtures.') || !config.includes('Url')
        ? '1'
        : 'https://a.test';
    const typed =
      {
        profile: 'full',
        consistencyWindow: 1,
        'connection.headers': { name: 'value' },
        'connection.proxy': 'https://a.test',
      }[config] ?? text;
    const [outer = '', inner] = config.split('.');
    expect(
      configSchema.safeParse({ [outer]: inner === undefined ? typed : { [inner]: typed } }).success,
    ).toBe(true);
  },
);
