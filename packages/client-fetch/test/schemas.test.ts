import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { getAgent, listAgentRuns, listAgents, startRunNdjson, upsertAgent } from '../src/gen/index.ts';
import {
  ContractViolationError,
  clientTransport,
  createUserClient,
  createWorkersClient,
  fetchTransport,
  withSchemas,
  withTimeouts,
} from '../src/index.ts';
import { createTestTransport, scriptRuns } from '../src/testing.ts';

const Agent = z.object({ agent_id: z.string(), pets: z.number() });
const agent = { agent_id: 'a', pets: 3, more: true };
const Page = z.object({
  items: z.array(z.object({ run_id: z.string() })),
  next_cursor: z.string().optional(),
});
const pages = createTestTransport({
  listAgentRuns: ({ query }) =>
    query?.next_cursor
      ? { items: [{ run_id: 'b', other: 1 }] }
      : { items: [{ run_id: 'a', other: 1 }], next_cursor: 'next' },
});
const History = z.array(
  z.object({ role: z.string(), content: z.string(), seen: z.boolean().default(false) }),
);
const script = () => createTestTransport(scriptRuns({ text: ['Hi'] }));

describe('A plain function', () => {
  it('takes a schema where its transport holds one, and has its type', async () => {
    const transport = withSchemas(createTestTransport({ getAgent: agent, upsertAgent: agent }));
    const call = getAgent(transport, 'a', { schema: Agent });
    expectTypeOf(await call).toEqualTypeOf<{ agent_id: string; pets: number }>();
    expect(await call).toEqual({ agent_id: 'a', pets: 3 });
    expect((await getAgent(transport, 'a', { schema: Agent }).withResponse()).data.pets).toBe(3);
    expect(await upsertAgent(transport, { chat_prompt: 'p' }, { schema: Agent, extra: { pets: 3 } })).toEqual(
      {
        agent_id: 'a',
        pets: 3,
      },
    );
    expect(await getAgent(transport, 'a')).toEqual(agent);
    const strict = getAgent(transport, 'a', { schema: Agent.extend({ name: z.string() }) });
    await expect(strict).rejects.toThrow(ContractViolationError);
  });

  it('takes one over the transport of the clients, and with clocks outside', async () => {
    const inner = createTestTransport({ getAgent: agent });
    expect((await getAgent(clientTransport({ transport: inner }), 'a', { schema: Agent })).pets).toBe(3);
    const timed = withTimeouts(withSchemas(inner), { total: 1_000 });
    // @ts-expect-error a transport that may not hold schemas
    expect(await getAgent(timed, 'a', { schema: Agent })).toEqual({ agent_id: 'a', pets: 3 });
  });

  it('gives the page, the items and the pages of its schema', async () => {
    const transport = withSchemas(pages);
    const page = await listAgentRuns(transport, {}, { schema: Page });
    expectTypeOf(page.items).toEqualTypeOf<{ run_id: string }[]>();
    const items = await listAgentRuns.all(transport, {}, { schema: Page }).toArray();
    expectTypeOf(items).toEqualTypeOf<{ run_id: string }[]>();
    expect(items).toEqual([{ run_id: 'a' }, { run_id: 'b' }]);
  });

  it('gives the events of its schema', async () => {
    const transport = withSchemas(createTestTransport({ startRunNdjson: { pieces: [{ n: 1, m: 2 }] } }));
    const { lines } = await startRunNdjson(
      transport,
      'a',
      { message: 'm' },
      { schema: z.object({ n: z.number() }) },
    );
    expect(await lines.toArray()).toEqual([{ n: 1 }]);
  });

  it('says what it needs where its transport holds none, before anything is sent', async () => {
    const bare = fetchTransport({
      baseUrl: 'http://host',
      jwt: 'j',
      fetch: () => Promise.reject(new Error()),
    });
    for (const transport of [bare, createTestTransport()]) {
      // @ts-expect-error neither holds schemas
      const call = getAgent(transport, 'a', { schema: Agent });
      await expect(call).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: 'getAgent needs withSchemas.',
        option: 'withSchemas',
      });
    }
  });
});

describe('A method of a client', () => {
  it('takes a schema for all items and all pages', async () => {
    const { listAgentRuns: list } = createUserClient({ transport: pages }).agentRuns;
    const items = await list.all({}, { schema: Page }).toArray();
    expectTypeOf(items).toEqualTypeOf<{ run_id: string }[]>();
    expect(items).toEqual([{ run_id: 'a' }, { run_id: 'b' }]);
    const seen = [];
    for await (const page of list.pages({}, { schema: Page })) seen.push(...page.items);
    expectTypeOf(seen).toEqualTypeOf<{ run_id: string }[]>();
    expect(seen).toEqual(items);
    const wrong = list.all({}, { schema: z.object({ items: z.array(z.string()) }) });
    await expect(wrong.toArray()).rejects.toThrow(ContractViolationError);
  });

  it('takes a schema for what has no JSON, where anything may come', async () => {
    const transport = createTestTransport({ listAgents: [] });
    const answered = () =>
      Promise.resolve(new Response('slug', { headers: { 'content-type': 'text/plain' } }));
    const { generateVanitySlug } = createUserClient({ transport: answered }).agents;
    expect(await generateVanitySlug({}, { schema: z.string().toUpperCase() })).toBe('SLUG');
    await expect(generateVanitySlug({}, { schema: z.number() })).rejects.toThrow(ContractViolationError);
    expect(await listAgents(withSchemas(transport), { schema: z.array(z.never()) })).toEqual([]);
  });
});

describe('The messages of a run', () => {
  it('have the type of a schema, at once or when the run is idle', async () => {
    const run = await createWorkersClient({ transport: script() }).start('a', 'Hello');
    const messages = await run.messages({ schema: History });
    expectTypeOf(messages).toEqualTypeOf<z.infer<typeof History>>();
    expect(messages[0]?.seen).toBe(false);
    const waited = await run.idle({ schema: History, poll: 1, headers: { 'x-why': 'idle' } });
    expectTypeOf(waited).toEqualTypeOf<z.infer<typeof History>>();
    expect(waited).toEqual(messages);
    await expect(run.idle({ schema: z.string() })).rejects.toThrow(ContractViolationError);
  });

  it('have the type of a profile', async () => {
    const profile = { operations: { getRunMessages: { answer: History } } };
    const workers = createWorkersClient({ transport: script(), profile });
    const run = await workers.start('a', 'Hello');
    expectTypeOf(await run.messages()).toEqualTypeOf<z.infer<typeof History>>();
    expectTypeOf(await workers.resume('a', run.id).idle()).toEqualTypeOf<z.infer<typeof History>>();
    expect((await run.messages())[0]?.seen).toBe(false);
  });
});
