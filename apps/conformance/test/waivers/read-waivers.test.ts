import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWaivers } from '../../src/waivers/read-waivers.ts';

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

test('a file may be YAML or JSON, and name rules and causes', async () => {
  const waivers = await read(
    'a.yaml',
    `waivers: [{rule: run.a, ${rest}}, {cause: "run.a:status-500", ${rest}}]`,
  );
  expect(waivers.map((waiver) => ('rule' in waiver ? waiver.rule : waiver.cause))).toEqual([
    'run.a',
    'run.a:status-500',
  ]);
  expect(await read('a.json', JSON.stringify({ waivers }))).toEqual(waivers);
});

test.each([
  ['waivers: 3', 'it needs a list `waivers`'],
  ['waivers: [', "can't be read"],
  ['waivers: [3]', 'waiver 1 is no map'],
  [`waivers: [{${rest}}]`, 'waiver 1 needs either a rule or a cause'],
  [`waivers: [{rule: a, cause: b, ${rest}}]`, 'waiver 1 needs either a rule or a cause, and not both'],
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
