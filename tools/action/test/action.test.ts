import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ActionRun, action, type Called, runAction } from './run-action.ts';
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

/** Without what is another one each time. */
function settled(text: string): string {
  return text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:PORT')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(folder, 'FOLDER')
    .replaceAll(/\d{3,}(?= rules| left out)|(?<=line )\d+/g, 'N')
    .replaceAll(/\d+ requests in [\d.]+ s/g, 'N requests in N s');
}

type Changes = Partial<Pick<Called, 'inputs' | 'runs' | 'environment'>>;

async function judge(name: string, baseUrl: string, changes: Changes = {}): Promise<ActionRun> {
  const own = join(folder, name);
  await mkdir(own);
  const config = join(own, 'staging.json');
  await writeFile(
    config,
    JSON.stringify({ baseUrl, consistencyWindow: 0, credentials: { jwt: '${STAGING_JWT}' } }),
  );
  const options = `--rules auth.others-require-bearer,${rule}\n--operations getAgentRun\n--seed 7\n--shrink-time 0`;
  return await runAction({
    folder: own,
    inputs: { config, profile: 'read-only', sarif: 'true', options, ...changes.inputs },
    github: { event_name: 'pull_request', event: { pull_request: { number: 12 } } },
    environment: { STAGING_JWT: 'jwt', GITHUB_API_URL: github.url, ...changes.environment },
    runs: changes.runs ?? [],
  });
}

describe('on a pull request', () => {
  let passing: ActionRun;
  let failing: ActionRun;
  let refused: ActionRun;
  let comments: readonly string[];
  beforeAll(async () => {
    passing = await judge('passing', sound.url);
    // Cancelled ones have kept nothing, and what a fork's main branch has kept is not ours.
    const runs = [
      { id: 9 },
      { id: 8, repository: 'fork/platform', artifact: join(folder, 'nowhere') },
      { id: 7, event: 'pull_request', artifact: join(folder, 'nowhere') },
      { id: 6, artifact: passing.outputs.results ?? '' },
    ];
    failing = await judge('failing', broken.url, { runs });
    refused = await judge('refused', broken.url, { environment: { STAGING_JWT: 'wrong' } });
    comments = github.written.map(({ body }) => body);
  });

  test('a deployment that conforms passes', () => {
    expect(passing.outputs['exit-code']).toBe('0');
    expect(passing.exitCode).toBe(0);
    expect(passing.summary).toContain('✓ Conforms');
  });

  test('what judges is the version that the action was released with', () => {
    expect(passing.installed).toBe(`@agent-workers/conformance@${version}`);
  });

  test('the Node that is there is taken, for it is new enough', () => {
    expect(passing.handedOver).toEqual(['Keep the results', 'Give the findings to code scanning']);
  });

  test('a broken rule fails the action, after its results were handed over', () => {
    expect(failing.exitCode).toBe(1);
    expect(failing.handedOver).toContain('Keep the results');
    expect(failing.handedOver).toContain('Give the findings to code scanning');
  });

  test('the summary tells the findings, and once what changed since the main branch', () => {
    expect(failing.summary).toContain(rule);
    expect(failing.summary.match(/since the run of/g)).toHaveLength(1);
  });

  test.each(['passing', 'failing', 'refused'])(
    'what is written of a %s run is what was reviewed',
    async (name) => {
      const run = { passing, failing, refused }[name];
      await expect(settled(run?.summary ?? '')).toMatchFileSnapshot(`written/${name}.md`);
    },
  );

  test('a run that comes to no verdict says why, in the summary and in the comment', () => {
    expect(refused.exitCode).toBe(3);
    expect(refused.outputs['exit-code']).toBe('3');
    expect(comments.at(-1)).not.toContain('Conforms');
    expect(comments.at(-1)).toContain('https://github.com/somebody/platform/actions/runs/12');
  });

  test('the pull request has one comment, which the next runs change', () => {
    expect(github.written.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /repos/somebody/platform/issues/12/comments',
      'PATCH /repos/somebody/platform/issues/comments/1',
      'PATCH /repos/somebody/platform/issues/comments/1',
    ]);
    expect(comments[1]).toContain(rule);
  });
});

test('what is known from the main branch fails no pull request', async () => {
  const known = await judge('main', broken.url);
  expect(known.exitCode).toBe(1);
  const runs = [{ id: 1, artifact: known.outputs.results ?? '' }];
  expect((await judge('again', broken.url, { runs })).exitCode).toBe(0);
});

test('results that this version can not read are no baseline, and stop nothing', async () => {
  const old = join(folder, 'old');
  await mkdir(old);
  await writeFile(join(old, 'report.json'), '{"schema": "agent-workers-conformance-report/0"}');
  const judged = await judge('after-old', sound.url, { runs: [{ id: 1, artifact: old }] });
  expect(judged.exitCode).toBe(0);
  expect(judged.log).toContain("::warning::The results of run 1 can't be compared with");
});

test('wrong use says what is wrong, where a reader of the run looks', async () => {
  const judged = await judge('wrong', sound.url, { inputs: { budget: 'vast' } });
  expect(judged.exitCode).toBe(2);
  expect(judged.summary).toContain('exit code 2');
  expect(judged.summary).toContain('vast');
  expect(github.written.at(-1)?.body).toContain('Not judged');
});

test('where nothing was installed, the comment says that nothing was judged', async () => {
  const judged = await judge('not-installed', sound.url, { environment: { NPM_FAILS: 'yes' } });
  expect(judged.exitCode).toBe(1);
  expect(github.written.at(-1)?.body).toContain('A step before the judging failed.');
});

test('every action that it uses is pinned to a commit', () => {
  const used = action.runs.steps.flatMap(({ uses }) => uses ?? []);
  expect(used.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
});
