import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { digestContract, digestText, listContract } from '../../src/attestation/digests.ts';

const spec = fileURLToPath(new URL('../../../../spec/', import.meta.url));

test('the digest of the contract covers each file that is published, but for documents about it', async () => {
  const { files } = JSON.parse(readFileSync(join(spec, 'package.json'), 'utf8'));
  const patterns: string[] = files.filter((name: string) => !name.startsWith('!'));
  const published = patterns.flatMap((name) => globSync([name, `${name}/**/*.*`], { cwd: spec }));
  const excluded = ['redocly.yaml', 'CHANGELOG.md'];
  const expected = published.filter((name) => /\.\w+$/.test(name) && !excluded.includes(name));
  expect(await listContract()).toEqual([...new Set(expected)].sort());
});

test('it is what sha256sum says of the lines that sha256sum prints', async () => {
  const names = await listContract();
  const lines = execFileSync('sha256sum', names, { cwd: spec, encoding: 'utf8' });
  expect(await digestContract()).toBe(digestText(lines));
});

test('a status that changes in a file of paths makes another contract', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  for (const name of await listContract()) cpSync(join(spec, name), join(folder, name));
  expect(await digestContract(folder)).toBe(await digestContract());
  const path = join(folder, 'paths/agent-runs.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"404"', '"410"'));
  expect(await digestContract(folder)).not.toBe(await digestContract());
  rmSync(folder, { recursive: true });
});
