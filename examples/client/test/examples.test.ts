import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reference, startReference } from './helpers/reference-server.ts';
import { runExample, runtimes } from './helpers/runtimes.ts';

const source = new URL('../src/', import.meta.url);

let reference: Reference;
let environment: Record<string, string>;

beforeAll(async () => {
  reference = await startReference();
  environment = {
    AGENT_WORKERS_AGENTS_URL: reference.agentsUrl,
    AGENT_WORKERS_API_KEY: reference.credentials.apiKey,
    AGENT_ID: reference.fixtures.agentId,
  };
});
afterAll(async () => {
  await reference.stop();
  for (const { folder } of runtimes) if (folder) rmSync(folder, { recursive: true });
});

async function startRun(): Promise<void> {
  const { agentsUrl, credentials, fixtures } = reference;
  const headers = { authorization: `Bearer ${credentials.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ message: fixtures.message });
  const answer = await fetch(`${agentsUrl}/${fixtures.agentId}`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  await answer.text();
}

describe('Every example', () => {
  it.each(readdirSync(source))('%s is under 40 lines', (name) => {
    expect(readFileSync(new URL(name, source), 'utf8').split('\n').length).toBeLessThan(40);
  });
});

/** CI takes Node with the packages as they are installed alone, WHOLE=1 takes it with the sources too. */
const taken = runtimes.slice(process.env.WHOLE === undefined ? 1 : 0);

describe.each(taken)('The examples on $name', (runtime) => {
  // Where the registry has no binary for this platform, a runtime is left out.
  const test = it.skipIf(runtime.command === undefined);

  test('start a run and stream it', async () => {
    expect(await runExample(runtime, 'stream-a-run', environment)).toMatch(/^run [0-9a-f-]{36}\n.+\n/);
  });

  test('stream events, and hang up', async () => {
    expect(await runExample(runtime, 'stream-events', environment)).toBe('event object\nevent object\n');
  });

  test('hit a job, wait, and go on', async () => {
    const { backgroundAgentId, backgroundMessage } = reference.fixtures;
    const job = { ...environment, AGENT_ID: backgroundAgentId, MESSAGE: backgroundMessage };
    await reference.holdJobs();
    const release = () => void reference.releaseJobs();
    expect(await runExample(runtime, 'wait-for-a-job', job, release)).toBe(
      'A job is running.\nIt answered.\n',
    );
  });

  test('resume a run from its id', async () => {
    const roles = 'user\nassistant\nuser\nassistant\n';
    expect(await runExample(runtime, 'resume-a-run', environment)).toBe(roles);
  });

  test('page through runs, and meet a 404 and a 422, at the deployment itself', async () => {
    const user = {
      ...environment,
      AGENT_WORKERS_BASE_URL: reference.baseUrl,
      AGENT_WORKERS_JWT: reference.credentials.jwt,
    };
    for (let count = 0; count < 3; count += 1) await startRun();
    expect(await runExample(runtime, 'page-through-runs', user)).toMatch(
      /^([0-9a-f-]{36}\n){3,}2 runs, page one\n$/,
    );
    expect(await runExample(runtime, 'handle-not-found', user)).toMatch(/^getAgentRun 404 /);
    expect(await runExample(runtime, 'handle-invalid-input', user)).toMatch(/^422 \{.*\}\n$/);
  });

  test.each([
    ['page-through-runs', 'run-3\nrun-2\nrun-1\n2 runs, page one\n'],
    ['handle-not-found', 'getAgentRun 404 without request id\n'],
    ['handle-invalid-input', '422 {"detail":"limit"}\n'],
    ['test-your-program', 'It works.\n'],
  ])('%s prints what it should without a deployment', async (example, printed) => {
    expect(await runExample(runtime, example)).toBe(printed);
  });
});
