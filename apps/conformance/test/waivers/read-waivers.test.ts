import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWaivers } from '../../src/waivers/read-waivers.ts';
import { nameOfWaiver } from '../../src/waivers/waiver.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-waivers-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, text: string) {
  const file = join(folder, name);
  await writeFile(file, text);
  return readWaivers(file);
}

const rest = 'reason: r, owner: o, expires: 2026-12-31';

test('a file may be YAML or JSON, and name rules, causes and leftovers', async () => {
  const waivers = await read(
    'a.yaml',
    `waivers: [{rule: run.a, ${rest}}, {cause: "run.a:status-500", ${rest}},
      {leftover: bundle, id: 17, ${rest}}, {leftover: bundle, because: still-there, ${rest}}]`,
  );
  expect(waivers.map(nameOfWaiver)).toEqual([
    'rule run.a',
    'cause run.a:status-500',
    'leftover bundle 17',
    'leftover bundle (still-there)',
  ]);
  expect(await read('a.json', JSON.stringify({ waivers }))).toEqual(waivers);
});

test.each([
  ['waivers: 3', 'it needs a list `waivers`'],
  ['waivers: [', "can't be read"],
  ['waivers: [3]', 'waiver 1 is no map'],
  [`waivers: [{${rest}}]`, 'waiver 1 needs a rule, a cause or a leftover'],
  [
    `waivers: [{rule: a, cause: b, ${rest}}]`,
    'waiver 1 needs a rule, a cause or a leftover, and one of them alone',
  ],
  [`waivers: [{leftover: a, ${rest}}]`, 'waiver 1: a leftover needs its id, or `because`'],
  [`waivers: [{rule: a, id: 3, ${rest}}]`, 'waiver 1: only a leftover has an id'],
  [`waivers: [{leftover: a, because: it, ${rest}}]`, 'waiver 1: because Invalid option'],
  [`waivers: [{rule: a, ${rest}, onwer: x}]`, 'waiver 1: unknown key onwer. Did you mean owner?'],
  ['waivers: [{rule: a, owner: o, expires: 2026-12-31}]', 'waiver 1: reason is missing.'],
  ['waivers: [{rule: a, reason: "", owner: o, expires: 2026-12-31}]', 'waiver 1: reason must say something.'],
  ['waivers: [{cause: a, reason: r, owner: o, expires: soon}]', 'expires needs a day such as 2026-12-31.'],
])('an invalid file gets one clear sentence: %s', async (text, says) => {
  await expect(read('wrong.yaml', text)).rejects.toThrow(says);
});

test('a file that is not there is named', async () => {
  await expect(readWaivers(join(folder, 'nowhere.yaml'))).rejects.toThrow("nowhere.yaml can't be read");
});
