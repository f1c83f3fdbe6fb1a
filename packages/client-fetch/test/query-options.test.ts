import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import { type Agent, createUserClient } from '../src/index.ts';
import { infiniteQueryOptions, queryOptions } from '../src/react-query.ts';
import { createTestTransport } from '../src/testing.ts';

const pages = createTestTransport({
  listAgentRuns: ({ query }) =>
    query?.next_cursor ? { items: [{ run_id: 'b' }] } : { items: [{ run_id: 'a' }], next_cursor: '2' },
});

describe('A query of TanStack Query', () => {
  it('is made of a method and its values, and knows what comes', async () => {
    const transport = createTestTransport();
    const user = createUserClient({ transport });
    const client = new QueryClient();
    const agent = await client.fetchQuery(queryOptions(user.agents.getAgent, 'a-1'));
    expectTypeOf(agent).toEqualTypeOf<Agent>();
    expect(agent).toMatchObject({ agent_id: 'a-1' });
    expect(client.getQueryData(['agent-workers', 'getAgent', 'a-1'])).toEqual(agent);
    await client.fetchQuery(queryOptions(user.agentRuns.listAgentRuns));
    expect(transport.requests.map(({ signal }) => signal)).toEqual([expect.anything(), expect.anything()]);
    // @ts-expect-error an agent has an id
    expect(queryOptions(user.agents.getAgent, 5)).toBeDefined();
    // @ts-expect-error which has to be there
    expect(queryOptions(user.agents.getAgent)).toBeDefined();
    const { queryKey } = queryOptions(user.agentFiles.getAgentFile, 'agent', 'file');
    expect(queryKey).toEqual(['agent-workers', 'getAgentFile', 'agent', 'file']);
    expect(queryOptions(user.monetization.getMonetizationSummary, { period: 7 }).queryKey[2]).toEqual({
      period: 7,
    });
  });

  it('takes the options of a call in a function of its own, which keeps the key and has the type', async () => {
    const user = createUserClient({
      transport: createTestTransport({ getAgent: { agent_id: 'a-1', pets: 3 } }),
    });
    const schema = z.object({ pets: z.number() });
    const { pets } = await new QueryClient().fetchQuery({
      ...queryOptions(user.agents.getAgent, 'a-1'),
      queryFn: ({ signal }) => user.agents.getAgent('a-1', { signal, schema }),
    });
    expectTypeOf(pets).toEqualTypeOf<number>();
    expect(pets).toBe(3);
  });

  it('is made of nothing but a method', () => {
    const { agents } = createUserClient({ transport: createTestTransport() });
    const own = (id: string) => agents.getAgent(id);
    expect(() => queryOptions(own)).toThrow('made of a method of a client');
  });

  it('aborts its call when it is cancelled', async () => {
    let aborted = false;
    const user = createUserClient({
      transport: ({ signal }) =>
        new Promise((_, reject) =>
          signal?.addEventListener('abort', () => {
            aborted = true;
            reject(signal.reason);
          }),
        ),
    });
    const client = new QueryClient();
    const query = queryOptions(user.agents.getAgent, 'a-1');
    const fetching = client.fetchQuery(query).catch(() => 'cancelled');
    await client.cancelQueries({ queryKey: query.queryKey });
    expect([await fetching, aborted]).toEqual(['cancelled', true]);
  });

  it('reads a list page by page', async () => {
    const user = createUserClient({ transport: pages });
    const observer = new InfiniteQueryObserver(new QueryClient(), {
      ...infiniteQueryOptions(user.agentRuns.listAgentRuns, { limit: 1 }),
      enabled: false,
    });
    await observer.refetch();
    const { data, hasNextPage } = await observer.fetchNextPage();
    expect(data?.pages.map(({ items }) => items?.[0]?.run_id)).toEqual(['a', 'b']);
    expect(hasNextPage).toBe(false);
  });
});
