import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeProgram } from './run-steps.ts';

const script = join(import.meta.dirname, '../src/tag-release.sh');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tags-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The calls of GitHub's API for this version, where those that hold `refused` fail. */
async function callsFor(version: string, refused = 'nothing'): Promise<string[]> {
  const calls = join(folder, 'calls');
  const told = `[ "$1" = release ] || shift; echo "$*" >>"${calls}"; [[ "$*" != *${refused}* ]]`;
  await writeProgram(join(folder, 'gh'), told);
  execFileSync('bash', [script, 'notes.md'], {
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      GITHUB_REPOSITORY: 'somebody/kit',
      GITHUB_SHA: 'abc',
      VERSION: version,
    },
  });
  return readFileSync(calls, 'utf8').trim().split('\n');
}

const created = (tag: string) => `repos/somebody/kit/git/refs -f ref=refs/tags/${tag} -f sha=abc`;
const released = (tag: string, candidate = '') =>
  `release create ${tag} --repo somebody/kit --verify-tag --title ${tag} --notes-file notes.md${candidate}`;
const moved = '-X PATCH repos/somebody/kit/git/refs/tags/v1 -f sha=abc -F force=true';

test('a version has a tag of its own, and the tag of its major version moves to it', async () => {
  expect(await callsFor('1.2.3')).toEqual([created('v1.2.3'), released('v1.2.3'), moved]);
});

test('the first version makes the tag of its major version', async () => {
  expect(await callsFor('1.0.0', 'PATCH')).toEqual([
    created('v1.0.0'),
    released('v1.0.0'),
    moved,
    created('v1'),
  ]);
});

test('a release candidate is told as one, and moves nothing', async () => {
  expect(await callsFor('1.0.0-rc.0')).toEqual([
    created('v1.0.0-rc.0'),
    released('v1.0.0-rc.0', ' --prerelease'),
  ]);
});

test('a tag that is there stays where it is', async () => {
  expect(await callsFor('1.2.3', 'ref=refs/tags/v1.2.3')).toContain('repos/somebody/kit/git/ref/tags/v1.2.3');
});

test('a release that is there stays as it is', async () => {
  expect(await callsFor('1.2.3', 'create')).toContain('release view v1.2.3 --repo somebody/kit');
});
