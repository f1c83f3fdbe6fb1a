import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { conformance, root, standIns } from './run-steps.ts';
import { type Listening, listening, serveTarget } from './serve-target.ts';

const templates = join(root, 'examples/ci');
const { conformance: job } = parse(readFileSync(join(templates, 'gitlab.yml'), 'utf8'));

let folder: string;
let broken: Listening;
let packages: Listening;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gitlab-'));
  broken = await serveTarget('jwt', { missing: 200 });
  packages = await servePackages();
});
afterAll(async () => {
  await Promise.all([broken.close(), packages.close()]);
  rmSync(folder, { recursive: true });
});

/** As much of GitLab as keeps a file: its generic packages, for a job's token. */
async function servePackages(): Promise<Listening> {
  const files = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const { method, url = '', headers } = request;
    if (headers['job-token'] !== 'job-token') response.statusCode = 401;
    else if (method === 'PUT') files.set(url, await text(request));
    else if (!files.has(url)) response.statusCode = 404;
    response.end(method === 'GET' ? files.get(url) : '');
  });
  return await listening(server);
}

/** Runs the job's scripts as a runner of GitLab does; the CLI is the program of this repository. */
async function runJob(name: string, branch: Readonly<Record<string, string>>): Promise<number> {
  const own = join(folder, name);
  cpSync(join(templates, 'conformance.sh'), join(own, 'conformance.sh'));
  const config = { baseUrl: broken.url, consistencyWindow: 0, credentials: { jwt: '${STAGING_JWT}' } };
  writeFileSync(join(own, 'staging.yaml'), JSON.stringify(config));
  const few = `[ "$1" != run ] || set -- "$@" --rules auth.others-require-bearer,agent-runs.get-unknown-is-404 --operations getAgentRun --shrink-time 0`;
  const api = `${packages.url}/api/v4`;
  const environment = {
    PATH: await standIns(join(own, 'programs'), { npx: `shift 2; ${few}; ${conformance}` }),
    STAGING_JWT: 'jwt',
    CI_JOB_TOKEN: 'job-token',
    CI_DEFAULT_BRANCH: 'main',
    BASELINE_URL: job.variables.BASELINE_URL.replace('$CI_API_V4_URL', api).replace('$CI_PROJECT_ID', '7'),
    ...branch,
  };
  const run = (lines: readonly string[]) =>
    new Promise<number>((resolve) => {
      const child = execFile('sh', ['-ec', lines.join('\n')], { cwd: own, env: environment });
      child.once('close', (code) => resolve(code ?? 1));
    });
  const exitCode = await run([...job.before_script, ...job.script]);
  expect(await run(job.after_script)).toBe(0);
  return exitCode;
}

const request = { CI_PIPELINE_SOURCE: 'merge_request_event' };

/** CI has the action of GitHub, which does the same; WHOLE=1 takes this too. */
test.runIf(process.env.WHOLE !== undefined)(
  'what the default branch is known to break fails it, and no merge request; those leave nothing behind',
  async () => {
    expect(await runJob('first-request', request)).toBe(1);
    expect(await runJob('main', { CI_COMMIT_BRANCH: 'main' })).toBe(1);
    expect(await runJob('second-request', request)).toBe(0);
  },
);
