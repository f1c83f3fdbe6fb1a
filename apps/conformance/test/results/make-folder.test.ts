import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../../src/results/make-folder.ts';
import { runCli } from '../helpers/run-cli.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'make-folder-'));
  await writeFile(join(folder, 'afile'), '');
});
afterAll(() => rm(folder, { recursive: true }));

test('a folder is made with those above it, and one that is there is left as it is', async () => {
  const deep = join(folder, 'nights', '7', 'whole/');
  await makeFolder(deep);
  await writeFile(join(deep, 'report.json'), '{}');
  await makeFolder(deep);
  expect((await stat(join(deep, 'report.json'))).size).toBe(2);
});

// Node's own recursive mkdir would never come back from such a place.
const hopeless = process.platform === 'linux' ? ['/proc/nope', '/proc/nope/results'] : [];

test.each([
  () => join(folder, 'afile'),
  () => join(folder, 'afile', 'x'),
  ...hopeless.map((one) => () => one),
])('a run whose results folder can not be made is wrong use, with the reason', async (place) => {
  const { exitCode, out, progress } = await runCli(['run', '--results', place()]);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(progress).toMatch(/^agent-conformance: The results folder \S+ can't be written: E[A-Z]+: .*\n$/);
});
