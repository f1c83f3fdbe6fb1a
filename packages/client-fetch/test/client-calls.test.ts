import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import * as zod from 'zod/mini';
import { version } from '../src/gen/version.ts';
import {
  type Agent as AgentRecord,
  type ContractViolation,
  cloneChat,
  createUserClient,
  createWorkersClient,
  type Middleware,
  NotFoundError,
  runTool,
  upsertAgent,
} from '../src/index.ts';
import { answerWith, createTestTransport, scriptRuns } from '../src/testing.ts';

const Agent = zod.object({ agent_id: zod.string(), chat_prompt: zod.string() });
const agent = { agent_id: 'a', chat_prompt: 'Be kind.', colour: 'red' };

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('The call succeeded.'),
    (reason: unknown) => reason,
  );
}

describe('A transport that is given', () => {
  it('stands inside retries and middleware, so that a test can test them', async () => {
    const answers = [answerWith(503), answerWith(500), agent];
    const transport = createTestTransport({ getAgent: () => answers.shift() ?? agent });
    const attempts: unknown[] = [];
    const note: Middleware = async (request, next) => {
      attempts.push(request.attempt);
      return next(request);
    };
    const user = createUserClient({ transport, middleware: [note], retry: { delay: () => 1 } });
    expect(await user.agents.getAgent('a')).toEqual(agent);
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('stands inside the clocks', async () => {
    const hanging = createUserClient({
      transport: ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      timeouts: { total: 5 },
    });
    expect(await failureOf(hanging.agents.getAgent('a'))).toMatchObject({ kind: 'total', milliseconds: 5 });
  });
});

describe('The options of one call', () => {
  it('win over those of the client: headers, retries, timeouts', async () => {
    const transport = createTestTransport({ getAgent: answerWith(503) });
    const user = createUserClient({ transport, headers: { 'x-team': 'a', 'x-env': 'test' } });
    const options = { retry: { limit: 0 }, headers: { 'x-team': 'b' }, timeouts: { total: 60_000 } };
    await failureOf(user.agents.getAgent('a', options));
    expect(transport.requests).toHaveLength(1);
    expect(Object.fromEntries(transport.requests[0]?.headers ?? [])).toMatchObject({
      'x-team': 'b',
      'x-env': 'test',
    });
  });

  it('make a POST one that is retried, by a key', async () => {
    const answers = [answerWith(503), agent];
    const transport = createTestTransport({ upsertAgent: () => answers.shift() ?? agent });
    const user = createUserClient({ transport, retry: { delay: () => 1 } });
    await user.agents.upsertAgent({ chat_prompt: 'p' }, { idempotencyKey: 'key-1' });
    expect(transport.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'key-1',
      'key-1',
    ]);
  });

  it("carry the fields of a body that the interface doesn't show", async () => {
    const transport = createTestTransport();
    const user = createUserClient({ transport });
    await user.agents.upsertAgent({ chat_prompt: 'p' }, { extra: { region: 'eu' } });
    expect(transport.requests[0]?.body).toEqual({ chat_prompt: 'p', region: 'eu' });
    const twice = user.agents.upsertAgent({ chat_prompt: 'p' }, { extra: { chat_prompt: 'q' } });
    await expect(twice).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: 'upsertAgent needs chat_prompt in its body or in extra, not in both.',
      option: 'extra',
    });
  });

  it('say that they are JSON, unless the call says something else or sends nothing', async () => {
    const transport = createTestTransport();
    const types = () => transport.requests.map(({ headers }) => headers.get('content-type'));
    await upsertAgent(transport, { chat_prompt: 'p' });
    await upsertAgent(
      transport,
      { chat_prompt: 'p' },
      { headers: { 'content-type': 'application/json; v=2' } },
    );
    await cloneChat(transport, 'c');
    await cloneChat(transport, 'c', undefined, { extra: { name: 'n' } });
    expect(types()).toEqual(['application/json', 'application/json; v=2', null, 'application/json']);
  });

  it('are checked: neither a typing error nor an option passes for a field of the body', () => {
    const user = createUserClient({ transport: createTestTransport() });
    // @ts-expect-error the interface shows chat_prompt
    const typo = () => user.agents.upsertAgent({ chatPrompt: 'p' });
    // @ts-expect-error options are the second argument
    const option = () => user.agents.upsertAgent({ chat_prompt: 'p', signal: AbortSignal.timeout(1) });
    // @ts-expect-error nothing of this body is shown, so that all of it is extra
    const unknown = () => user.chats.submitChatFeedback('c', { text: 'good' });
    // @ts-expect-error a call without a body has nothing to add to
    const bodiless = () => user.agents.getAgent('a', { extra: { region: 'eu' } });
    expect([typo, option, unknown, bodiless]).toHaveLength(4);
  });

  it('are refused with a signal in a body that a program holds in a variable', async () => {
    const transport = createTestTransport();
    const body = { chat_prompt: 'p', signal: AbortSignal.abort() };
    const refusal = { name: 'ConfigurationError', option: 'signal' };
    await expect(createUserClient({ transport }).agents.upsertAgent(body)).rejects.toMatchObject({
      ...refusal,
      message: 'upsertAgent needs signal in its options, not in its body.',
    });
    await expect(upsertAgent(transport, body)).rejects.toMatchObject(refusal);
    await expect(runTool(transport, 'lookup', body)).rejects.toMatchObject(refusal);
    expect(transport.requests).toEqual([]);
  });
});

describe('A schema of a call', () => {
  it('gives the answer its type, and what it makes of it', async () => {
    const user = createUserClient({ transport: createTestTransport({ getAgent: agent }) });
    const found = await user.agents.getAgent('a', { schema: Agent });
    expectTypeOf(found).toEqualTypeOf<{ agent_id: string; chat_prompt: string }>();
    expectTypeOf(await user.agents.getAgent('a')).toEqualTypeOf<AgentRecord>();
    expect(found).toEqual({ agent_id: 'a', chat_prompt: 'Be kind.' });
  });

  it('is strict, or reports and lets the answer be', async () => {
    const user = createUserClient({ transport: createTestTransport({ getAgent: { agent_id: 'a' } }) });
    const error = await failureOf(user.agents.getAgent('a', { schema: Agent }));
    expect(error).toMatchObject({ name: 'ContractViolationError', operation: 'getAgent', part: 'answer' });
    const violations: ContractViolation[] = [];
    const report = (violation: ContractViolation) => violations.push(violation);
    expect(await user.agents.getAgent('a', { schema: Agent, report })).toEqual({ agent_id: 'a' });
    expect(violations).toMatchObject([{ operation: 'getAgent', issues: [{ path: ['chat_prompt'] }] }]);
  });

  it('checks events, and leaves out the ones it reports', async () => {
    const Event = zod.object({ text: zod.string() });
    const script = scriptRuns({ events: [{ text: 'a' }, { kind: 'new' }, { text: 'b' }] });
    const workers = createWorkersClient({ transport: createTestTransport(script) });
    const report = vi.fn();
    const run = await workers.startForEvents('agent', 'hi', { schema: Event, report });
    expectTypeOf(run.events.toArray).returns.resolves.toEqualTypeOf<{ text: string }[]>();
    expect(await run.events.toArray()).toEqual([{ text: 'a' }, { text: 'b' }]);
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ part: 'event', event: 2 }));
    const { lines } = await workers.runs.startRunNdjson('agent', { message: 'hi' }, { schema: Event });
    expect(await failureOf(lines.toArray())).toMatchObject({ part: 'event', event: 2 });
  });
});

describe('A profile', () => {
  const profile = {
    operations: {
      getAgent: { answer: Agent },
      listAgents: { answer: zod.array(Agent) },
      upsertAgent: { body: zod.object({ prompt: zod.string() }) },
    },
    event: zod.object({ text: zod.string() }),
  };

  it('gives answers, bodies and events the types of one deployment, and holds what comes to them', async () => {
    const transport = createTestTransport({ getAgent: agent, ...scriptRuns({ events: [{ text: 'a' }] }) });
    const user = createUserClient({ transport, profile });
    const { agent_id: id } = await user.agents.getAgent('a');
    expectTypeOf(id).toEqualTypeOf<string>();
    await user.agents.upsertAgent({ prompt: 'p' });
    // @ts-expect-error the profile names it otherwise
    await user.agents.upsertAgent({ chat_prompt: 'p' });
    const run = await createWorkersClient({ transport, profile }).startForEvents('agent', 'hi');
    expectTypeOf(run.events.toArray).returns.resolves.toEqualTypeOf<{ text: string }[]>();
    expect(await run.events.toArray()).toEqual([{ text: 'a' }]);
  });

  it('reports what does not match, where the client has a report', async () => {
    const report = vi.fn();
    const transport = createTestTransport({ listAgents: [{ agent_id: 'a' }] });
    const user = createUserClient({ transport, profile, report });
    expect(await user.agents.listAgents()).toEqual([{ agent_id: 'a' }]);
    expect(report).toHaveBeenCalledOnce();
  });
});

describe('A list', () => {
  const pages = {
    listAgentRuns: ({ query }: { query?: Readonly<Record<string, unknown>> | undefined }) =>
      query?.next_cursor
        ? { items: [{ run_id: 'c' }] }
        : { items: [{ run_id: 'a' }, { run_id: 'b' }], next_cursor: '2' },
  };

  it('is a page when it is awaited, and all its items in a loop, with one request for each page', async () => {
    const transport = createTestTransport(pages);
    const user = createUserClient({ transport });
    expect((await user.agentRuns.listAgentRuns()).items).toHaveLength(2);
    const ids: unknown[] = [];
    for await (const run of user.agentRuns.listAgentRuns({ limit: 2 })) ids.push(run.run_id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(transport.requests).toHaveLength(3);
  });
});

describe('An answer', () => {
  it('is given unread where it is asked for at once', async () => {
    const user = createUserClient({ transport: createTestTransport({ getAgent: agent }) });
    const response = await user.agents.getAgent('a').asResponse();
    expect(response.bodyUsed).toBe(false);
    expect(await response.json()).toEqual(agent);
    const missing = createUserClient({ transport: createTestTransport({ getAgent: answerWith(404) }) });
    expect(await failureOf(missing.agents.getAgent('a').asResponse())).toBeInstanceOf(NotFoundError);
  });
});

describe('A request', () => {
  it('says which client and which runtime sent it', async () => {
    const transport = createTestTransport();
    await createUserClient({ transport }).user.getCurrentUser();
    expect(transport.requests[0]?.headers.get('user-agent')).toBe(
      `agent-workers-client-fetch/${version} Node.js/${process.versions.node.split('.')[0]}`,
    );
  });

  it('is logged at the level of AGENT_WORKERS_LOG, without secrets', async () => {
    vi.stubEnv('AGENT_WORKERS_LOG', 'debug');
    const told = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const transport = createTestTransport();
    await createUserClient({ transport, headers: { 'x-key': 'secret' } }).user.getCurrentUser();
    vi.stubEnv('AGENT_WORKERS_LOG', 'verbose');
    await createUserClient({ transport }).user.getCurrentUser();
    vi.unstubAllEnvs();
    expect(told.mock.calls).toEqual([
      ['getCurrentUser was answered with 200', expect.anything()],
      ['AGENT_WORKERS_LOG or log must be debug, warn or off. Nothing is logged.'],
    ]);
    expect(JSON.stringify(told.mock.calls)).not.toContain('secret');
    told.mockRestore();
  });
});
