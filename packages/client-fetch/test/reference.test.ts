import { operationSchemas } from '@agent-workers/types/zod/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginLogin,
  createUserClient,
  createWorkersClient,
  fetchTransport,
  isError,
  JobRunningError,
  type UserClient,
  type WorkersClient,
  withValidation,
} from '../src/index.ts';
import { type Reference, startReference } from './helpers/reference-server.ts';

let reference: Reference;
let workers: WorkersClient;
let user: UserClient;

beforeAll(async () => {
  reference = await startReference();
  const { agentsUrl, baseUrl, credentials } = reference;
  workers = createWorkersClient({ agentsUrl, apiKey: credentials.apiKey });
  user = createUserClient({ baseUrl, jwt: credentials.jwt });
});
afterAll(() => reference.stop());

describe('A run on the reference deployment', () => {
  it('streams text, is spoken to again, and keeps its history', async () => {
    const { agentId, message } = reference.fixtures;
    const run = await workers.start(agentId, message);
    expect(run.id).toMatch(/^[0-9a-f-]{36}$/);
    const first = await run.text.join();
    expect(first).not.toBe('');
    const more = await run.send('And more?');
    const second = await more.text.join();
    expect(more.id).toBe(run.id);
    expect(await run.messages()).toMatchObject([
      { role: 'user', content: message },
      { role: 'assistant', content: first },
      { role: 'user', content: 'And more?' },
      { role: 'assistant', content: second },
    ]);
  });

  it('streams events', async () => {
    const run = await workers.startForEvents(reference.fixtures.agentId, reference.fixtures.message);
    const events = await run.events.toArray();
    expect(events.length).toBeGreaterThan(0);
    expect(run.id).not.toBe('');
  });

  it('refuses a message while its job runs, waits, and is resumed from its id', async () => {
    const { backgroundAgentId, backgroundMessage } = reference.fixtures;
    const run = await workers.start(backgroundAgentId, backgroundMessage);
    await run.text.join();
    const error = await run.send('Are you done?').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JobRunningError);
    if (error instanceof JobRunningError) await error.idle({ poll: 50, timeout: 30_000 });
    expect(run.job).toBeNull();
    const resumed = await workers.resume(backgroundAgentId, run.id).send('Go on.');
    expect(await resumed.text.join()).not.toBe('');
  });

  it('is found in the list of runs, page by page, and by its id', async () => {
    const { agentId, message } = reference.fixtures;
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const run = await workers.start(agentId, message);
      await run.text.join();
      ids.push(run.id);
    }
    const listed = await user.agentRuns.listAgentRuns.all({ limit: 2 }).toArray();
    expect(listed.map(({ run_id }) => run_id)).toEqual(expect.arrayContaining(ids));
    expect(new Set(listed.map(({ run_id }) => run_id)).size).toBe(listed.length);
    expect(await user.agentRuns.getAgentRun(ids[0] ?? '')).toMatchObject({ run_id: ids[0] });
  });
});

describe('The User API of the reference deployment', () => {
  it('keeps to the schemas of the contract in what it reads', async () => {
    const transport = withValidation(
      fetchTransport({ baseUrl: reference.baseUrl, jwt: reference.credentials.jwt }),
      { schemas: operationSchemas },
    );
    const strict = createUserClient({ transport });
    await strict.user.getCurrentUser();
    await strict.agents.listAgents();
    await strict.apiKeys.listApiKeys();
    await strict.tools.listTools();
    await strict.schedules.listSchedules();
    await strict.bundles.listBundles();
    expect((await strict.credits.getCredits()) !== undefined).toBe(true);
  });

  it('answers an unknown run and a wrong limit with errors that narrow', async () => {
    const unknown = '00000000-0000-4000-8000-000000000404';
    const missing = await user.agentRuns.getAgentRun(unknown).catch((error: unknown) => error);
    expect(isError(missing, user.agentRuns.getAgentRun, 404)).toBe(true);
    const refused = await user.agentRuns.listAgentRuns({ limit: -1 }).catch((error: unknown) => error);
    expect(isError(refused, user.agentRuns.listAgentRuns, 422) && refused.body).toHaveProperty('detail');
  });

  it('logs a command-line client in', async () => {
    const login = await beginLogin(fetchTransport({ baseUrl: reference.baseUrl }));
    const token = login.token({ poll: 20, timeout: 20_000 });
    await user.cliAuth.attachCliAuthJwt(login.id, { jwt: reference.credentials.jwt });
    expect(await token).toBe(reference.credentials.jwt);
  });
});
