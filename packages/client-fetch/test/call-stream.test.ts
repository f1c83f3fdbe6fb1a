import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { continueRun, startRun, startRunNdjson } from '../src/index.ts';
import { fetchTransport } from '../src/transport/fetch-transport.ts';
import { collect } from './helpers/chunks.ts';
import { readRequest, startServer } from './helpers/start-server.ts';

const runHeaders = { 'x-service-run-id': 'run-1', 'x-service-job-id': 'job-1' };

describe('A streamed answer', () => {
  it('gives run and job id as soon as the headers are there, before any text', async () => {
    const open = Promise.withResolvers<ServerResponse>();
    const agentsUrl = await startServer((_, response) => {
      response.writeHead(200, runHeaders).flushHeaders();
      open.resolve(response);
    });
    const answer = await startRun(fetchTransport({ agentsUrl, apiKey: false }), 'worker', {
      message: 'hello',
    });
    expect([answer.runId, answer.jobId, answer.status]).toEqual(['run-1', 'job-1', 200]);
    (await open.promise).end('Hi there');
    expect((await collect(answer.text)).join('')).toBe('Hi there');
  });

  it('gives text while the worker still writes', async () => {
    const open = Promise.withResolvers<ServerResponse>();
    const agentsUrl = await startServer((_, response) => {
      response.write('first');
      open.resolve(response);
    });
    const { text } = await startRun(fetchTransport({ agentsUrl, apiKey: false }), 'worker', {
      message: 'hello',
    });
    const pieces = text[Symbol.asyncIterator]();
    expect(await pieces.next()).toEqual({ done: false, value: 'first' });
    (await open.promise).end('second');
    expect(await pieces.next()).toEqual({ done: false, value: 'second' });
  });

  it('sends the message as JSON', async () => {
    const agentsUrl = await startServer(async (request, response) => {
      response.end(
        `${request.method} ${request.url} ${request.headers['content-type']} ${await readRequest(request)}`,
      );
    });
    const { text, runId } = await continueRun(fetchTransport({ agentsUrl, apiKey: false }), 'worker', 'run', {
      message: 'more',
    });
    expect((await collect(text)).join('')).toBe('PUT /worker/run application/json {"message":"more"}');
    expect(runId).toBeNull();
  });

  it('cancels the request when the loop is left', async () => {
    const closed = Promise.withResolvers<void>();
    const agentsUrl = await startServer((_, response) => {
      response.on('close', closed.resolve);
      response.write('{"n":1}\n');
    });
    const { lines } = await startRunNdjson(fetchTransport({ agentsUrl, apiKey: false }), 'worker', {
      message: 'hello',
    });
    for await (const line of lines) {
      expect(line).toEqual({ n: 1 });
      break;
    }
    await expect(closed.promise).resolves.toBeUndefined();
  });

  it('cancels the request when the reader leaves', async () => {
    const closed = Promise.withResolvers<void>();
    const agentsUrl = await startServer((_, response) => {
      response.on('close', closed.resolve);
      response.write('unread');
    });
    const answer = await startRun(fetchTransport({ agentsUrl, apiKey: false }), 'worker', {
      message: 'hello',
    });
    await answer.cancel();
    await expect(closed.promise).resolves.toBeUndefined();
  });

  it('stops with the abort of the caller', async () => {
    const agentsUrl = await startServer((_, response) => response.write('first'));
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const { text } = await startRun(
      fetchTransport({ agentsUrl, apiKey: false }),
      'worker',
      { message: 'hello' },
      options,
    );
    const reading = (async () => {
      for await (const _ of text) controller.abort();
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('fails with an ApiError while a background job runs', async () => {
    const agentsUrl = await startServer((_, response) => {
      response.writeHead(409, { 'content-type': 'application/json' }).end('{"detail":"busy"}');
    });
    const call = continueRun(fetchTransport({ agentsUrl, apiKey: false }), 'worker', 'run', {
      message: 'more',
    });
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 409, body: { detail: 'busy' } });
  });

  it('says which line is too long', async () => {
    const agentsUrl = await startServer((_, response) => response.end(`1\n"${'x'.repeat(64)}"\n`));
    const options = { maxLineBytes: 32 };
    const { lines } = await startRunNdjson(
      fetchTransport({ agentsUrl, apiKey: false }),
      'worker',
      { message: 'hello' },
      options,
    );
    await expect(collect(lines)).rejects.toThrow(
      'startRunNdjson was sent a line that is longer than 32 bytes: line 2 of the stream, at byte 2.',
    );
  });

  it('ends with an error when the connection breaks', async () => {
    const agentsUrl = await startServer((_, response) => {
      response.write('part', () => response.destroy());
    });
    const { text } = await startRun(fetchTransport({ agentsUrl, apiKey: false }), 'worker', {
      message: 'hello',
    });
    await expect(collect(text)).rejects.toThrow();
  });
});
