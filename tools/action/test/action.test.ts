import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ActionRun, action, runAction } from './run-action.ts';
import { serveGitHub } from './serve-github.ts';
import { type Listening, serveTarget } from './serve-target.ts';

const rule = 'agent-runs.get-unknown-is-404';
const manifest = new URL('../../../apps/conformance/package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, 'utf8'));

let folder: string;
let sound: Listening;
let broken: Listening;
let github: Awaited<ReturnType<typeof serveGitHub>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'action-'));
  sound = await serveTarget('jwt', { missing: 404 });
  broken = await serveTarget('jwt', { missing: 200 });
  github = await serveGitHub();
});
afterAll(async () => {
  await Promise.all([broken.close(), github.close(), sound.close()]);
  await rm(folder, { recursive: true });
});

async function judge(name: string, baseUrl: string, environment: NodeJS.ProcessEnv = {}): Promise<ActionRun> {
  const own = join(folder, name);
  await mkdir(own);
  const config = join(own, 'staging.json');
  await writeFile(config, JSON.stringify({ baseUrl, credentials: { jwt: '${STAGING_JWT}' } }));
  const inputs = {
    config,
    profile: 'read-only',
    sarif: 'true',
    options: `--rules ${rule}\n--seed 7\n--shrink-time 0`,
  };
  return await runAction({
    folder: own,
    inputs,
    github: { event_name: 'pull_request', event: { pull_request: { number: 12 } } },
    environment: { STAGING_JWT: 'jwt', GITHUB_API_URL: github.url, ...environment },
  });
}

describe('on a pull request', () => {
  let passing: ActionRun;
  let failing: ActionRun;
  beforeAll(async () => {
    passing = await judge('passing', sound.url);
    failing = await judge('failing', broken.url, { LAST_RUN: passing.outputs.results });
  });

  test('a deployment that conforms passes', () => {
    expect(passing.outputs['exit-code']).toBe('0');
    expect(passing.exitCode).toBe(0);
    expect(passing.summary).toContain('✓ Conforms');
  });

  test('what judges is the version that the action was released with', () => {
    expect(passing.installed).toBe(`@agent-workers/conformance@${version}`);
  });

  test('a broken rule fails the action, after its results were handed over', () => {
    expect(failing.exitCode).toBe(1);
    expect(failing.handedOver).toContain('Keep the results');
    expect(failing.handedOver).toContain('Give the findings to code scanning');
  });

  test('the summary tells what changed since the main branch, then the findings', () => {
    expect(failing.summary).toContain(rule);
    expect(failing.summary.indexOf('New')).toBeLessThan(failing.summary.lastIndexOf(rule));
  });

  test('the pull request has one comment, which the next run changes', () => {
    expect(github.written.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /repos/somebody/platform/issues/12/comments',
      'PATCH /repos/somebody/platform/issues/comments/1',
    ]);
    expect(github.written[1]?.body).toContain(rule);
  });
});

test('every action that it uses is pinned to a commit', () => {
  const used = action.runs.steps.flatMap(({ uses }) => uses ?? []);
  expect(used.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
});
