import { reference as referenceProfile } from '@agent-workers/types/profiles/reference';
import { operationSchemas } from '@agent-workers/types/zod/operations';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import * as zod from 'zod/mini';
import {
  beginLogin,
  createUserClient,
  createWorkersClient,
  fetchTransport,
  followRun,
  isError,
  JobRunningError,
  JobTimeoutError,
  type Middleware,
  type UserClient,
  type WorkersClient,
  withValidation,
} from '../src/index.ts';
import { type Reference, startReference } from './helpers/reference-server.ts';

const numbered = zod.looseObject({ seq: zod.number() });

/** The first chunk of a body, which then breaks. */
function firstPiece({ body }: Response): ReadableStream<Uint8Array> {
  const reader = body?.getReader();
  let read = 0;
  return new ReadableStream({
    async pull(controller) {
      read += 1;
      if (read > 1) return controller.error(new TypeError('terminated'));
      const { value } = (await reader?.read()) ?? {};
      if (value) controller.enqueue(value);
      await reader?.cancel();
    },
  });
}

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

  it('is followed over a connection that breaks, without a gap', async () => {
    const { agentsUrl, credentials, fixtures } = reference;
    const cut: Middleware = async (request, next) => {
      const response = await next(request);
      return request.method === 'POST'
        ? new Response(firstPiece(response), { headers: response.headers })
        : response;
    };
    const cutting = createWorkersClient({ agentsUrl, apiKey: credentials.apiKey, middleware: [cut] });
    const run = await cutting.startForEvents(fixtures.agentId, '/stream 20 5', { schema: numbered });
    const numbers: number[] = [];
    for await (const { seq } of followRun(run, { schema: numbered, delay: () => 1 })) numbers.push(seq);
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  });

  it('refuses a message while its job runs, waits, and is resumed from its id', async () => {
    const { backgroundAgentId, backgroundMessage } = reference.fixtures;
    await reference.holdJobs();
    const run = await workers.start(backgroundAgentId, backgroundMessage);
    await run.text.join();
    const error = await run.send('Are you done?').catch((reason: unknown) => reason);
    if (!(error instanceof JobRunningError)) throw error;
    await expect(error.idle({ poll: 1, timeout: 1 })).rejects.toThrow(JobTimeoutError);
    await reference.releaseJobs();
    await error.idle({ poll: 50 });
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

  it('is what its profile says, in records and in events', async () => {
    const { agentsUrl, baseUrl, credentials, fixtures } = reference;
    const profiled = createUserClient({ baseUrl, jwt: credentials.jwt, profile: referenceProfile });
    const [agent] = await profiled.agents.listAgents();
    expectTypeOf(agent?.agent_id).toEqualTypeOf<string | undefined>();
    for await (const run of profiled.agentRuns.listAgentRuns())
      expectTypeOf(run.run_id).toEqualTypeOf<string>();
    await profiled.user.getCurrentUser();
    await profiled.tools.listTools();
    await profiled.credits.getCredits();
    const client = createWorkersClient({ agentsUrl, apiKey: credentials.apiKey, profile: referenceProfile });
    const { events } = await client.startForEvents(fixtures.agentId, fixtures.message);
    const texts = (await events.toArray()).flatMap((event) => (event.type === 'text' ? [event.text] : []));
    expect(texts.join('')).not.toBe('');
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
    const token = login.token({ poll: 20, timeout: 280_000 });
    await user.cliAuth.attachCliAuthJwt(login.id, { jwt: reference.credentials.jwt });
    expect(await token).toBe(reference.credentials.jwt);
  });
});
