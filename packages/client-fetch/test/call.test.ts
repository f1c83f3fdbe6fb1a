import { describe, expect, it } from 'vitest';
import {
  deleteAgentFile,
  generateVanitySlug,
  getAgentRun,
  getRunMessages,
  listAgentRuns,
  runTool,
} from '../src/index.ts';
import { fetchTransport } from '../src/transport/fetch-transport.ts';
import { readRequest, startServer } from './helpers/start-server.ts';

const runId = '6f1f2f0e-7c3f-4a58-9d3e-0d8d3ad0f2ac';

describe('A call over HTTP', () => {
  it('sends path, query, body and credential, and gives the parsed answer', async () => {
    const seen: unknown[] = [];
    const baseUrl = await startServer(async (request, response) => {
      const { method, url, headers } = request;
      seen.push({ method, url, authorization: headers.authorization, body: await readRequest(request) });
      response.setHeader('content-type', 'application/json').end('{"result":42}');
    });
    const transport = fetchTransport({ baseUrl: `${baseUrl}/api/`, jwt: async () => 'secret' });
    const result = await runTool(transport, 'a b/c', { text: 'hi' }, { service_id: 'x&y' });
    expect(result).toEqual({ result: 42 });
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/api/me/tools/run/a%20b%2Fc?service_id=x%26y',
        authorization: 'Bearer secret',
        body: '{"text":"hi"}',
      },
    ]);
  });

  it('leaves out a query parameter that is null', async () => {
    const baseUrl = await startServer(({ url }, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ url }));
    });
    expect(
      await listAgentRuns(fetchTransport({ baseUrl, jwt: false }), { next_cursor: null, limit: 5 }),
    ).toEqual({
      url: '/me/agent-runs?limit=5',
    });
  });

  it('fails with status, operation, headers and parsed body of a 401 problem', async () => {
    const baseUrl = await startServer((_, response) => {
      response.writeHead(401, {
        'content-type': 'application/problem+json; charset=utf-8',
        'x-request-id': 'r1',
      });
      response.end('{"title":"secret detail"}');
    });
    const error = await getAgentRun(fetchTransport({ baseUrl, jwt: false }), runId).catch((reason) => reason);
    expect(error).toMatchObject({
      name: 'ApiError',
      requestId: 'r1',
      status: 401,
      operation: 'getAgentRun',
      body: { title: 'secret detail' },
    });
    expect(error.headers.get('x-request-id')).toBe('r1');
    expect(error.message).toBe('getAgentRun was answered with status 401.');
  });

  it('keeps the status and the text of a proxy page', async () => {
    const baseUrl = await startServer((_, response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    });
    const call = getAgentRun(fetchTransport({ baseUrl, jwt: false }), runId);
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 502, body: '<h1>Bad gateway</h1>' });
  });

  it('gives undefined for a documented 204', async () => {
    const baseUrl = await startServer((_, response) => response.writeHead(204).end());
    expect(await deleteAgentFile(fetchTransport({ baseUrl, jwt: false }), runId, runId)).toBeUndefined();
  });

  it('refuses a 204 where JSON is documented, rather than give a record that is undefined', async () => {
    const baseUrl = await startServer((_, response) => response.writeHead(204).end());
    await expect(getAgentRun(fetchTransport({ baseUrl, jwt: false }), runId)).rejects.toMatchObject({
      name: 'ResponseFormatError',
      status: 204,
    });
  });

  it.each([
    ['JSON that was cut', 'application/json', '{"run_id":"6f1f'],
    ['an HTML page with status 200', 'text/html', '<h1>Log in</h1>'],
    ['nothing', 'application/json', ''],
  ])(
    'refuses %s where JSON is documented, and keeps the start of it out of the message',
    async (_, type, text) => {
      const baseUrl = await startServer((_, response) => response.setHeader('content-type', type).end(text));
      const error = await getAgentRun(fetchTransport({ baseUrl, jwt: false }), runId).catch(
        (reason) => reason,
      );
      expect(error).toMatchObject({
        name: 'ResponseFormatError',
        status: 200,
        operation: 'getAgentRun',
        start: text,
      });
      expect(error.message).toBe(`getAgentRun was answered without JSON (${type}).`);
    },
  );

  it('gives the text of an answer whose body the interface leaves open', async () => {
    const baseUrl = await startServer((_, response) =>
      response.setHeader('content-type', 'text/plain').end('my-agent'),
    );
    expect(await generateVanitySlug(fetchTransport({ baseUrl, jwt: false }), {})).toBe('my-agent');
  });

  it('gives the headers beside the data with withResponse', async () => {
    const agentsUrl = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-service-job-id': 'job-7' }).end('[]');
    });
    const { data, response } = await getRunMessages(
      fetchTransport({ agentsUrl, apiKey: false }),
      'a',
      'r',
    ).withResponse();
    expect(data).toEqual([]);
    expect(response.headers.get('x-service-job-id')).toBe('job-7');
  });

  it('does not follow a redirect, so that the credential stays where it was meant for', async () => {
    const reached: string[] = [];
    const elsewhere = await startServer((request, response) => {
      reached.push(request.url ?? '');
      response.end('{}');
    });
    const baseUrl = await startServer((_, response) =>
      response.writeHead(307, { location: elsewhere }).end(),
    );
    const call = getAgentRun(fetchTransport({ baseUrl, jwt: 'secret' }), runId);
    await expect(call).rejects.toThrow('status 307');
    expect(reached).toEqual([]);
  });

  it('is sent once, whatever the answer', async () => {
    let requests = 0;
    const baseUrl = await startServer((_, response) => {
      requests += 1;
      response.writeHead(503, { 'retry-after': '0' }).end();
    });
    await expect(getAgentRun(fetchTransport({ baseUrl, jwt: false }), runId)).rejects.toMatchObject({
      status: 503,
      body: undefined,
    });
    expect(requests).toBe(1);
  });

  it('is sent once when the connection breaks', async () => {
    let requests = 0;
    const baseUrl = await startServer((request) => {
      requests += 1;
      request.socket.destroy();
    });
    await expect(getAgentRun(fetchTransport({ baseUrl, jwt: false }), runId)).rejects.toThrow();
    expect(requests).toBe(1);
  });

  it('lets the caller replace a header whatever its case', async () => {
    const baseUrl = await startServer(({ headers }, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(headers.authorization));
    });
    const transport = fetchTransport({ baseUrl, jwt: 'default' });
    expect(await getAgentRun(transport, runId, { headers: { Authorization: 'Bearer mine' } })).toBe(
      'Bearer mine',
    );
  });

  it('says which address is missing', async () => {
    const call = getAgentRun(fetchTransport({ agentsUrl: 'http://127.0.0.1', apiKey: false }), runId);
    await expect(call).rejects.toThrow('getAgentRun needs baseUrl.');
  });

  it('can be aborted', async () => {
    const arrived = Promise.withResolvers<void>();
    const baseUrl = await startServer(() => arrived.resolve());
    const controller = new AbortController();
    const call = getAgentRun(fetchTransport({ baseUrl, jwt: false }), runId, { signal: controller.signal });
    arrived.promise.then(() => controller.abort());
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});
