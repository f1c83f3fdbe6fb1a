import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLines } from '../../src/results/read-lines.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-lines-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['nothing', []],
  ['lines', ['one', '', 'three']],
  ['letters of several bytes across pieces', ['ä'.repeat(50_001), '€'.repeat(50_001), '😀'.repeat(50_001)]],
  ['what ends a line elsewhere', ['"a\u2028b"', '"a\u0085b"']],
])('reads %s', async (name, lines) => {
  const path = join(folder, name);
  await writeFile(path, lines.map((line) => `${line}\n`).join(''));
  expect(await allOf(readLines(path))).toEqual(lines);
});

test('gives the last line also where it is cut', async () => {
  const path = join(folder, 'cut');
  await writeFile(path, 'one\ntw');
  expect(await allOf(readLines(path))).toEqual(['one', 'tw']);
});

async function allOf(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}
