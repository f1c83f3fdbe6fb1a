import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createUserClient } from '@agent-workers/client-fetch';
import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import worker from '../src/cloudflare-worker.ts';
import { openTelemetry } from '../src/opentelemetry.ts';
import { createProxiedClient } from '../src/proxy.ts';

const reference = inject('reference');
beforeAll(() => {
  vi.stubEnv('AGENT_WORKERS_AGENTS_URL', reference.agentsUrl);
  vi.stubEnv('AGENT_WORKERS_BASE_URL', reference.baseUrl);
  vi.stubEnv('AGENT_WORKERS_API_KEY', reference.credentials.apiKey);
  vi.stubEnv('AGENT_WORKERS_JWT', reference.credentials.jwt);
});

describe('RECIPES.md', () => {
  const text = readFileSync(new URL('../../../packages/client-fetch/RECIPES.md', import.meta.url), 'utf8');

  it.each(readdirSync(new URL('../src/', import.meta.url)))('has %s as it is tested', (name) => {
    const code = readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8');
    expect(text).toContain(code.replaceAll(/^.*biome-ignore.*\n/gm, ''));
  });
});

describe('The recipe', () => {
  it('for a Next.js route relays a stream', async () => {
    const { POST } = await import('../src/next-route.ts');
    const { agentId, message } = reference.fixtures;
    const body = JSON.stringify({ agentId, message });
    const response = await POST(new Request('http://localhost/api/chat', { method: 'POST', body }));
    expect(response.headers.get('x-run-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.text()).not.toBe('');
  });

  it('for a Cloudflare Worker takes its secrets from bindings', async () => {
    const bindings = { BASE_URL: reference.baseUrl, JWT: reference.credentials.jwt };
    const response = await worker.fetch(new Request('http://localhost/'), bindings);
    expect(await response.json()).toContain(reference.fixtures.agentId);
  });

  it('for a proxy sends through it', async () => {
    const asked: string[] = [];
    const proxy = createServer(async ({ url = '', headers }, response) => {
      asked.push(url);
      const { host: _, connection: __, 'proxy-connection': ___, ...passed } = headers;
      const answered = await fetch(url, { headers: passed as Record<string, string> });
      response.setHeader('content-type', 'application/json').end(await answered.text());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const user = createProxiedClient(`http://127.0.0.1:${port}`);
    expect((await user.agents.listAgents()).length).toBeGreaterThan(0);
    expect(asked).toEqual([new URL('/me/agents', reference.baseUrl).href]);
  });

  it('for OpenTelemetry makes a span of each call', async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
    trace.setGlobalTracerProvider(provider);
    await createUserClient({ tracer: openTelemetry }).agents.listAgents();
    expect(exporter.getFinishedSpans()).toMatchObject([
      {
        name: 'listAgents',
        attributes: {
          'http.request.method': 'GET',
          'url.template': '/me/agents',
          'http.response.status_code': 200,
        },
      },
    ]);
  });
});
