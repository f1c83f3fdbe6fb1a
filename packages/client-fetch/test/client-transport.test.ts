import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  CallTimeoutError,
  ConnectionError,
  clientTransport,
  getAgentRun,
  type Middleware,
  startRun,
  type Transport,
  upsertAgent,
} from '../src/index.ts';
import { startServer } from './helpers/start-server.ts';

const json = { 'content-type': 'application/json' };
const quick = { retry: { delay: () => 1 } };

/** Answers with these statuses in turn, then with 200. */
async function failingServer(...statuses: number[]): Promise<{ url: string; count: () => number }> {
  let count = 0;
  const url = await startServer((_, response) => {
    count += 1;
    response.writeHead(statuses[count - 1] ?? 200, json).end(`{"n":${count}}`);
  });
  return { url, count: () => count };
}

describe('The transport of the clients', () => {
  it('retries a GET that was answered with 503 or 500, and gives the answer in the end', async () => {
    const { url, count } = await failingServer(503, 500);
    expect(await getAgentRun(clientTransport({ baseUrl: url, jwt: 'j', ...quick }), 'r')).toEqual({ n: 3 });
    expect(count()).toBe(3);
  });

  it('gives the last answer with its body when every try failed', async () => {
    const { url, count } = await failingServer(503, 503, 503);
    const call = getAgentRun(clientTransport({ baseUrl: url, jwt: 'j', ...quick }), 'r');
    await expect(call).rejects.toMatchObject({ status: 503, body: { n: 3 } });
    expect(count()).toBe(3);
  });

  it('retries a GET whose connection broke, also in the middle of its body', async () => {
    let count = 0;
    const baseUrl = await startServer((request, response) => {
      count += 1;
      if (count === 1) return request.socket.destroy();
      response.writeHead(200, { ...json, 'content-length': '7' });
      return count === 2 ? response.write('{"n"', () => response.destroy()) : response.end('{"n":3}');
    });
    expect(await getAgentRun(clientTransport({ jwt: 'j', baseUrl, ...quick }), 'r')).toEqual({ n: 3 });
  });

  it.each([400, 404, 409, 422])('does not retry a GET that was answered with %i', async (status) => {
    const { url, count } = await failingServer(status);
    await expect(
      getAgentRun(clientTransport({ baseUrl: url, jwt: 'j', ...quick }), 'r'),
    ).rejects.toMatchObject({ status });
    expect(count()).toBe(1);
  });

  it('sends a POST once, since what it did is unknown', async () => {
    const { url, count } = await failingServer(503);
    await expect(
      upsertAgent(clientTransport({ baseUrl: url, jwt: 'j', ...quick }), {}),
    ).rejects.toMatchObject({
      status: 503,
    });
    expect(count()).toBe(1);
  });

  it('retries a POST with an idempotency key, with the same key and body', async () => {
    const seen: unknown[] = [];
    const baseUrl = await startServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push([request.headers['idempotency-key'], body]);
      response.writeHead(seen.length === 1 ? 503 : 200, json).end('{}');
    });
    await upsertAgent(
      clientTransport({ jwt: 'j', baseUrl, ...quick }),
      { chat_prompt: 'p' },
      { headers: { 'idempotency-key': 'key-1' } },
    );
    expect(seen).toEqual([
      ['key-1', '{"chat_prompt":"p"}'],
      ['key-1', '{"chat_prompt":"p"}'],
    ]);
  });

  it('never retries once a stream has begun', async () => {
    let count = 0;
    const agentsUrl = await startServer((_, response) => {
      count += 1;
      response.writeHead(200, { 'x-service-run-id': 'r' });
      response.write('part', () => response.destroy());
    });
    const options = { headers: { 'idempotency-key': 'key-1' } };
    const { text } = await startRun(
      clientTransport({ apiKey: 'k', agentsUrl, ...quick }),
      'a',
      { message: 'm' },
      options,
    );
    await expect(text.join()).rejects.toThrow(ConnectionError);
    expect(count).toBe(1);
  });

  it('caps Retry-After', async () => {
    let count = 0;
    const baseUrl = await startServer((_, response) => {
      count += 1;
      response.writeHead(count === 1 ? 429 : 200, { ...json, 'retry-after': '3600' }).end('{}');
    });
    expect(await getAgentRun(clientTransport({ jwt: 'j', baseUrl, retry: { maxDelay: 1 } }), 'r')).toEqual(
      {},
    );
  });

  it('waits as long as Retry-After says, and a caller may abort the wait', async () => {
    const controller = new AbortController();
    const baseUrl = await startServer((_, response) => {
      response.writeHead(503, { 'retry-after': '10' }).end(() => setImmediate(() => controller.abort()));
    });
    const call = getAgentRun(clientTransport({ jwt: 'j', baseUrl }), 'r', { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('runs middleware once per attempt, with the id of the operation', async () => {
    const { url } = await failingServer(503);
    const seen: unknown[] = [];
    const note: Middleware = async (request, next) => {
      request.headers.set('x-attempt', String(request.attempt));
      const response = await next(request);
      seen.push([request.operation, request.route, request.attempt, response.status]);
      return response;
    };
    await getAgentRun(clientTransport({ baseUrl: url, jwt: 'j', ...quick, middleware: [note] }), 'r');
    expect(seen).toEqual([
      ['getAgentRun', '/me/agent-runs/{run_id}', 1, 503],
      ['getAgentRun', '/me/agent-runs/{run_id}', 2, 200],
    ]);
  });

  it('gives up an attempt that takes too long, and tries again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    let count = 0;
    const given: Transport = ({ signal }) => {
      count += 1;
      return count > 1
        ? Promise.resolve(Response.json({}))
        : new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    };
    const transport = clientTransport({ transport: given, ...quick, timeouts: { attempt: 50 } });
    const answer = getAgentRun(transport, 'r');
    await vi.advanceTimersByTimeAsync(49);
    expect(count).toBe(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(await answer).toEqual({});
    expect(count).toBe(2);
  });

  it('ends the whole call when the total clock runs out, whatever is left to retry', async () => {
    const baseUrl = await startServer((_, response) => response.writeHead(503).end());
    const transport = clientTransport({
      jwt: 'j',
      baseUrl,
      retry: { delay: () => 10_000 },
      timeouts: { total: 30 },
    });
    const error = await getAgentRun(transport, 'r').catch((reason) => reason);
    expect(error).toBeInstanceOf(CallTimeoutError);
    expect(error).toMatchObject({ kind: 'total', milliseconds: 30, operation: 'getAgentRun' });
  });

  it('says which operation got no answer, from where, and why', async () => {
    const call = getAgentRun(
      clientTransport({ jwt: 'j', baseUrl: 'http://127.0.0.1:1', retry: { limit: 0 } }),
      'r',
    );
    await expect(call).rejects.toThrow(
      'getAgentRun got no answer from http://127.0.0.1:1/me/agent-runs/{run_id}',
    );
  });
});
