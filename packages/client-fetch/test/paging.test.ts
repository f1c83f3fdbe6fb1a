import type { AgentRunView } from '@agent-workers/types';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  createUserClient,
  listAgentRuns,
  listToolExecutionLogs,
  withSchemas,
  withTimeouts,
} from '../src/index.ts';
import { createTestTransport } from '../src/testing.ts';
import { collect } from './helpers/chunks.ts';

const cursors = { second: '2026-01-02T00:00:00Z', third: '2026-01-03T00:00:00Z' };

const pages: Record<string, { items: AgentRunView[]; next_cursor: string | null }> = {
  first: { items: [{ run_id: 'a' }, { run_id: 'b' }], next_cursor: cursors.second },
  // What was filtered out leaves an empty page, which isn't the end.
  [cursors.second]: { items: [], next_cursor: cursors.third },
  [cursors.third]: { items: [{ run_id: 'c' }], next_cursor: null },
};

function pagedTransport() {
  return createTestTransport({
    listAgentRuns: ({ query }) => pages[String(query?.next_cursor ?? 'first')] ?? { items: [] },
  });
}

const ids = (items: AgentRunView[]) => items.map(({ run_id }) => run_id);

describe('A list that a cursor continues', () => {
  it('gives its items over all pages, also over an empty one', async () => {
    const runs = listAgentRuns.all(pagedTransport());
    for await (const run of runs) expectTypeOf(run).toEqualTypeOf<AgentRunView>();
    expect(ids(await listAgentRuns.all(pagedTransport()).toArray())).toEqual(['a', 'b', 'c']);
  });

  it('gives its pages with their cursors, and keeps the rest of the query', async () => {
    const transport = pagedTransport();
    const all = await collect(listAgentRuns.pages(transport, { limit: 2 }));
    expect(all.map(({ cursor, nextCursor }) => [cursor, nextCursor])).toEqual([
      [undefined, cursors.second],
      [cursors.second, cursors.third],
      [cursors.third, undefined],
    ]);
    expect(transport.requests.map(({ query }) => query?.limit)).toEqual([2, 2, 2]);
  });

  it('fetches no more pages than the limit needs', async () => {
    const transport = pagedTransport();
    expect(ids(await listAgentRuns.all(transport).toArray({ limit: 2 }))).toEqual(['a', 'b']);
    expect(transport.requests).toHaveLength(1);
  });

  it('is resumed from the cursor of the last page that was read', async () => {
    const runs = listAgentRuns.all(pagedTransport());
    for await (const { run_id } of runs) if (run_id === 'c') break;
    expect(runs.cursor).toBe(cursors.third);
    const rest = listAgentRuns.all(pagedTransport(), { next_cursor: runs.cursor ?? null });
    expect(ids(await rest.toArray())).toEqual(['c']);
  });

  it('is an error where a cursor stands still or leads back', async () => {
    const transport = createTestTransport({
      listAgentRuns: ({ query }) => ({
        items: [{}],
        next_cursor: query?.next_cursor === cursors.third ? cursors.second : cursors.third,
      }),
    });
    const reading = listAgentRuns.all(transport, { next_cursor: cursors.second }).toArray();
    await expect(reading).rejects.toMatchObject({
      name: 'PagingError',
      operation: 'listAgentRuns',
      cursor: cursors.third,
    });
  });

  it('is an error where a page has no items, and takes the names of another deployment', async () => {
    const transport = createTestTransport({
      listToolExecutionLogs: { logs: [{ log_id: 7 }], next_cursor: null },
    });
    await expect(listToolExecutionLogs.all(transport).toArray()).rejects.toThrow('without items');
    const items = (page: unknown) =>
      typeof page === 'object' && page && 'logs' in page && Array.isArray(page.logs) ? page.logs : undefined;
    expect(await listToolExecutionLogs.all(transport, {}, { items }).toArray()).toEqual([{ log_id: 7 }]);
  });

  it('is followed from a client as well', async () => {
    const user = createUserClient({ transport: pagedTransport() });
    expect(ids(await user.agentRuns.listAgentRuns.all({ limit: 2 }).toArray())).toEqual(['a', 'b', 'c']);
    expect((await user.agentRuns.listAgentRuns()).items).toHaveLength(2);
  });
});

describe('A schema that drops what it does not name', () => {
  const Page = z.object({ items: z.array(z.object({ run_id: z.string() })) });

  it('leaves the list whole, in each of its ways', async () => {
    const { listAgentRuns: list } = createUserClient({ transport: pagedTransport() }).agentRuns;
    const all = [{ run_id: 'a' }, { run_id: 'b' }, { run_id: 'c' }];
    expect(await list.all({}, { schema: Page }).toArray()).toEqual(all);
    expect(await collect(list({}, { schema: Page }))).toEqual(all);
    expect((await collect(list.pages({}, { schema: Page }))).map(({ nextCursor }) => nextCursor)).toEqual([
      cursors.second,
      cursors.third,
      undefined,
    ]);
  });

  it('leaves it whole inside clocks too, and where the cursor has another name', async () => {
    const transport = createTestTransport({
      listAgentRuns: ({ query }) =>
        query?.next_cursor ? { items: [{ run_id: 'b' }] } : { items: [{ run_id: 'a' }], after: '1' },
    });
    const clocked = Object.assign(withTimeouts(withSchemas(transport), { total: 60_000 }), {
      holdsSchemas: true as const,
    });
    const after = z.looseObject({ after: z.string().optional() });
    const nextCursor = (page: unknown) => after.parse(page).after;
    const items = listAgentRuns.all(clocked, {}, { schema: Page, nextCursor });
    expect(await items.toArray()).toEqual([{ run_id: 'a' }, { run_id: 'b' }]);
  });

  it('may give a cursor of its own making, where the page has none', async () => {
    const transport = createTestTransport({
      listAgentRuns: ({ query }) => (query?.next_cursor ? { items: [] } : { items: [{}], after: '1' }),
    });
    const Renamed = z
      .object({ items: z.array(z.object({})), after: z.string().optional() })
      .transform(({ items, after }) => ({ items, next_cursor: after }));
    const pages = listAgentRuns.pages(withSchemas(transport), {}, { schema: Renamed });
    expect(await collect(pages)).toHaveLength(2);
  });

  it('ends in an error where it drops the items', async () => {
    const { listAgentRuns: list } = createUserClient({ transport: pagedTransport() }).agentRuns;
    await expect(list.all({}, { schema: z.object({}) }).toArray()).rejects.toThrow('without items');
  });
});
