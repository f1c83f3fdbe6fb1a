import { createWorkersClient } from '@agent-workers/client-fetch';
import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';

const reference = inject('reference');
const network = globalThis.fetch;
const { window: page } = new JSDOM('<div id="root"></div>', { url: 'https://app.example/' });

/** What the page sent, by method and path, and what would abort it. */
const sent: { path: string; signal: AbortSignal | null | undefined }[] = [];

// The page stays: React finishes what it has scheduled after the last test.
beforeAll(() => {
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', page.document);
  vi.stubGlobal('location', page.location);
  vi.stubGlobal('fetch', proxied);
});

/** The proxy that the recipe asks for: the page's own addresses lead to the deployment, with its credentials. */
function proxied(address: string, init: RequestInit = {}): Promise<Response> {
  const path = `${address}`;
  sent.push({ path: `${init.method} ${path}`, signal: init.signal });
  const { agentsUrl, baseUrl, credentials } = reference;
  const isWorkers = path.startsWith('/api/agents');
  // A page of one run, so that a second page is there.
  const target = isWorkers
    ? path.replace('/api/agents', agentsUrl)
    : path.replace('/api', baseUrl).replace('limit=20', 'limit=1');
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${isWorkers ? credentials.apiKey : credentials.jwt}`);
  return network(target, { ...init, headers });
}

describe('The recipe for React, under StrictMode', () => {
  it('shows an agent, its runs page by page and an answer, and hangs up when it goes', async () => {
    const { createElement, StrictMode } = await import('react');
    const { createRoot } = await import('react-dom/client');
    const { QueryClient, QueryClientProvider } = await import('@tanstack/react-query');
    const { Agent } = await import('../src/use-run.tsx');
    const { agentsUrl, credentials, fixtures } = reference;
    const workers = createWorkersClient({ agentsUrl, apiKey: credentials.apiKey, fetch: network });
    const wanted = await (await workers.start(fixtures.agentId, 'Hello')).text.join();
    await (await workers.start(fixtures.agentId, 'Hello')).text.join();
    sent.length = 0;

    const client = new QueryClient();
    const root = createRoot(page.document.getElementById('root') ?? page.document.body);
    const agent = createElement(Agent, { id: fixtures.agentId });
    root.render(createElement(StrictMode, null, createElement(QueryClientProvider, { client }, agent)));
    const shown = (selector: string) => [...page.document.querySelectorAll(selector)];
    const textOf = (selector: string) => shown(selector).map(({ textContent }) => textContent);
    await vi.waitFor(() => expect(textOf('p')).toEqual([wanted]), waiting);
    await vi.waitFor(() => expect(textOf('h1')[0]).not.toBe(''), waiting);
    await vi.waitFor(() => expect(shown('li')).toHaveLength(1), waiting);
    page.document.querySelector('button')?.click();
    await vi.waitFor(() => expect(shown('li')).toHaveLength(2), waiting);
    expect(new Set(textOf('li')).size).toBe(2);

    const streams = sent.filter(({ path }) => path.startsWith('POST /api/agents/'));
    // StrictMode mounts twice; what the first mount began is hung up on, and is no part of the text.
    expect(streams.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    root.unmount();
    await vi.waitFor(
      () => expect(streams.map(({ signal }) => signal?.aborted)).toEqual([true, true]),
      waiting,
    );
    client.clear();
  });
});

const waiting = { timeout: 280_000, interval: 10 };
