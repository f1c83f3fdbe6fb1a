import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPages, root } from './all-pages.ts';
import { conformanceStories } from './commands/conformance.ts';
import { openPlace, type Place } from './commands/place.ts';
import { type Command, commandsIn, documentsOf, scriptsOf, taskOf } from './commands/read-commands.ts';
import { repositoryStories } from './commands/repository.ts';
import { serverStories } from './commands/server.ts';
import { openShell, type Shell } from './commands/shell.ts';
import type { Told } from './commands/told.ts';

const scripts = scriptsOf(root);
const stories = { ...conformanceStories, ...serverStories, ...repositoryStories };
const pages = await allPages();
// The command on each page of a rule is made by one template, so one of them is run; snippets.test.ts reads all others.
const ownPages = pages.filter(({ slug }) => /^start\//.test(slug) || slug === 'rules/toolsets.list');
const documents = new Map([...documentsOf(root), ...ownPages.map(({ slug, text }) => [slug, text] as const)]);
const told = [...documents]
  .map(([document, text]) => ({
    document,
    commands: commandsIn(text).map((command) => ({ command, told: toldOf(document, command) })),
  }))
  .filter(({ commands }) => commands.length > 0);

function toldOf(document: string, { text }: Command): Told {
  return stories[document]?.find(({ begins }) => text.startsWith(begins)) ?? { begins: '' };
}

test('the site has no commands but these, those of rules, and the calls of operations, which snippets.test.ts runs', () => {
  const known = new Set(told.flatMap(({ commands }) => commands.map(({ command }) => command.text)));
  const others = pages.filter(({ slug }) => !/^(rules|operations)\//.test(slug));
  expect(others.flatMap(({ text }) => commandsIn(text)).filter(({ text }) => !known.has(text))).toEqual([]);
});

// Names without the scope are not ours at npm.
test('no document has npm or npx take a name of ours without its scope', () => {
  const unscoped =
    /(?:npx|npm install|pnpm (?:add|dlx)|yarn add|bunx?(?: add)?)(?: -\S+)* agent-(?:conformance|workers)\S*/g;
  const wrong = [...documents].flatMap(([document, text]) =>
    [...text.matchAll(unscoped)].map(([words]) => `${document}: ${words}`),
  );
  expect(wrong).toEqual([]);
});

test('each task of the repository that documents name is a script there', () => {
  const tasks = told.flatMap(({ commands }) => commands.flatMap(({ command }) => taskOf(command) ?? []));
  expect(tasks.length).toBeGreaterThan(20);
  expect(tasks.filter(({ workspace, script }) => !scripts.get(workspace)?.has(script))).toEqual([]);
});

test('what is told of commands is told of ones that are there, and names tests that are there', () => {
  const used = new Set(told.flatMap(({ commands }) => commands.map((one) => one.told)));
  const all = Object.values(stories).flat();
  expect(all.filter((one) => !used.has(one)).map(({ begins }) => begins)).toEqual([]);
  expect(all.filter(({ runBy }) => runBy !== undefined && !existsSync(join(root, runBy)))).toEqual([]);
});

/** CI takes every third document, and what is first read; WHOLE=1 takes all. Of each the commands build on one another. */
const isTaken = (document: string, index: number): boolean =>
  process.env.WHOLE !== undefined || document === 'README.md' || index % 3 === 0;

const run = told
  .map(({ document, commands }) => ({
    document,
    commands: commands.filter((one) => one.told.notRun === undefined && one.told.runBy === undefined),
  }))
  .filter(({ commands }) => commands.length > 0)
  .filter(({ document }, index) => isTaken(document, index));

describe.each(run)('the commands of $document', ({ commands }) => {
  let shell: Shell;
  beforeAll(() => {
    shell = openShell(place.makeFolder(), place.environment);
  });
  afterAll(() => shell.close());

  test.each(commands.map((one) => ({ text: one.command.text, ...one })))('$text', async (one) => {
    if (one.told.before !== undefined)
      expect(await shell.run(here(one.told.before, one.told))).toMatchObject({ exitCode: 0 });
    const { exitCode, output } = await runHere(shell, one.command, one.told);
    expect(exitCode, output).toBe(one.told.exits ?? 0);
    if (one.told.says !== undefined) expect(output).toMatch(one.told.says);
    expect(lacking(here(one.command.shown, one.told), output), output).toEqual([]);
  });
});

let place: Place;
beforeAll(async () => {
  place = await openPlace(root);
});
afterAll(() => place.close());

function runHere(shell: Shell, { text }: Command, { adds = '', until, meanwhile, answers, ...rest }: Told) {
  const script = here(`${text} ${adds}`, rest);
  if (until === undefined) return shell.run(script);
  return shell.runUntil(script, until, async () => {
    if (meanwhile === undefined) return undefined;
    const beside = openShell(place.makeFolder(), place.environment);
    await beside.run(here(meanwhile, rest));
    beside.close();
    return answers;
  });
}

/** With what stands here for the names of the document. */
function here(text: string, { here: replaced = {} }: Pick<Told, 'here'>): string {
  const own = Object.entries(replaced).reduce((left, [one, other]) => left.replaceAll(one, other), text);
  return own.replaceAll(/\{(\w+)\}/g, (whole, name: string) => place.values[name] ?? whole);
}

/** What the document shows and the program doesn't say: numbers and the breaks of lines may be others. */
function lacking(shown: string, output: string): string[] {
  const plain = (text: string): string => text.replaceAll(/\d+/g, '0').replaceAll(/\s+/g, ' ').trim();
  const said = plain(output);
  return shown
    .split('…')
    .map(plain)
    .filter((part) => part !== '' && !said.includes(part));
}
