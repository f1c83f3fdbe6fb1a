import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import { continueRun } from '../src/gen/runs.ts';
import {
  ConflictError,
  ContractViolationError,
  createWorkersClient,
  isError,
  JobRunningError,
  waitUntilIdle,
} from '../src/index.ts';
import { answerWith, createTestTransport, type ScriptedTurn, scriptRuns } from '../src/testing.ts';
import { startServer } from './helpers/start-server.ts';

function scripted(...turns: ScriptedTurn[]) {
  const transport = createTestTransport(scriptRuns(...turns));
  return { transport, workers: createWorkersClient({ transport }) };
}

const now = { poll: 1 };

describe('A run', () => {
  it('has its id before its text, and gives the text in its pieces', async () => {
    const { workers } = scripted({ text: ['Hel', 'lo'] });
    const run = await workers.start('agent', 'hi');
    expect(run.id).toMatch(/^[0-9a-f-]{36}$/);
    const pieces: string[] = [];
    for await (const piece of run.text) pieces.push(piece);
    expect(pieces).toEqual(['Hel', 'lo']);
  });

  it('keeps its id and history when it is spoken to again, also from another process', async () => {
    const { workers } = scripted({ text: ['one'] }, { text: ['two'] }, { text: ['three'] });
    const run = await workers.start('agent', 'first');
    const more = await run.send('second');
    expect([more.id, await more.text.join()]).toEqual([run.id, 'two']);
    const resumed = workers.resume('agent', run.id);
    expect(await (await resumed.send('third')).text.join()).toBe('three');
    expect((await resumed.messages()).map(({ content }) => content)).toEqual([
      'first',
      'one',
      'second',
      'two',
      'third',
      'three',
    ]);
  });

  it('gives events as they are, unknown without a schema', async () => {
    const { workers } = scripted({ events: [{ type: 'tool_call' }, 5] });
    const run = await workers.startForEvents('agent', 'hi');
    for await (const event of run.events) expectTypeOf(event).toEqualTypeOf<unknown>();
    const more = await run.sendForEvents('more');
    expect(await more.events.toArray()).toEqual([{ type: 'tool_call' }, 5]);
  });

  it('gives events the type of a schema, and says which event breaks it after those that do not', async () => {
    const { workers } = scripted({ events: [{ n: 1 }, { n: 'two-secret' }] });
    const schema = z.object({ n: z.number() });
    const run = await workers.startForEvents('agent', 'hi', { schema });
    const events = run.events[Symbol.asyncIterator]();
    expect(await events.next()).toEqual({ done: false, value: { n: 1 } });
    const error = await events.next().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ContractViolationError);
    expect(error).toMatchObject({ operation: 'startRunNdjson', part: 'event', event: 2 });
    expect(String(error)).not.toContain('two-secret');
    expectTypeOf(run.events.toArray).returns.resolves.toEqualTypeOf<{ n: number }[]>();
  });

  it('is an error without X-Service-Run-ID, since the run could not be continued', async () => {
    const agentsUrl = await startServer((_, response) => response.end('text'));
    await expect(createWorkersClient({ agentsUrl, apiKey: 'key' }).start('agent', 'hi')).rejects.toThrow(
      'X-Service-Run-ID',
    );
  });
});

describe('A background job', () => {
  it('is on the run as the last answer says', async () => {
    const { workers } = scripted({ text: ['ok'], jobPolls: 1 });
    const run = await workers.start('agent', 'work');
    expect(run.job).toBe('job-1');
    await run.messages();
    expect(run.job).toBe('job-1');
    await run.messages();
    expect(run.job).toBeNull();
    expect(workers.resume('agent', run.id).job).toBeUndefined();
  });

  it('refuses a message with an error that knows how to wait', async () => {
    const { workers } = scripted({ text: ['started'], jobPolls: 3 }, { text: ['done'] });
    const run = await workers.start('agent', 'work');
    const error = await run.send('done?').catch((reason: unknown) => reason);
    if (!(error instanceof JobRunningError)) throw error;
    expect(error instanceof ConflictError).toBe(true);
    expect(isError(error, continueRun, 409)).toBe(true);
    expect(error.runId).toBe(run.id);
    const messages = await error.idle(now);
    expect(messages.at(-1)?.content).toBe('started');
    expect(await (await run.send('done?')).text.join()).toBe('done');
  });

  it('is waited for no longer than the timeout says', async () => {
    const { workers } = scripted({ jobPolls: 1_000_000 });
    const run = await workers.start('agent', 'work');
    const wait = run.idle({ timeout: 20, poll: 1 });
    await expect(wait).rejects.toMatchObject({
      name: 'JobTimeoutError',
      runId: run.id,
      jobId: 'job-1',
      timeout: 20,
    });
  });

  it('is waited for until the caller stops', async () => {
    const { workers } = scripted({ jobPolls: 1_000_000 });
    const run = await workers.start('agent', 'work');
    const controller = new AbortController();
    const wait = run.idle({ signal: controller.signal, poll: 60_000 });
    setImmediate(() => controller.abort(new Error('enough')));
    await expect(wait).rejects.toThrow('enough');
  });

  it('is polled with a pause of its own for each poll', async () => {
    const { workers } = scripted({ jobPolls: 3 });
    const run = await workers.start('agent', 'work');
    const asked: number[] = [];
    await run.idle({ poll: (poll) => asked.push(poll) * 0 });
    expect(asked).toEqual([1, 2, 3]);
  });

  it('ends a wait with the error of the answer where the run is gone', async () => {
    const transport = createTestTransport({ getRunMessages: answerWith(404) });
    const wait = waitUntilIdle({ transport, agentId: 'a', runId: 'r' }, now);
    await expect(wait).rejects.toMatchObject({ status: 404 });
  });
});

describe('The views of a stream', () => {
  const words = { text: ['a', 'b', 'c', 'd'] };

  it('are an async iterable, a web stream, an array of the first few, and the whole text', async () => {
    const { workers } = scripted(words);
    const readable = (await workers.start('agent', 'hi')).text.readable();
    const read: string[] = [];
    for await (const piece of readable) read.push(piece);
    expect(read).toEqual(words.text);
    expect(await (await workers.start('agent', 'hi')).text.toArray({ limit: 2 })).toEqual(['a', 'b']);
    expect(await (await workers.start('agent', 'hi')).text.join()).toBe('abcd');
  });

  it('read no further than their reader', async () => {
    let pulls = 0;
    const body = () =>
      new ReadableStream(
        { pull: (controller) => controller.enqueue(new Uint8Array([97 + pulls++])) },
        { highWaterMark: 0 },
      );
    const transport = async () => new Response(body(), { headers: { 'x-service-run-id': 'r' } });
    const run = await createWorkersClient({ transport }).start('agent', 'hi');
    const reader = run.text.readable().getReader();
    await reader.read();
    await reader.read();
    expect(pulls).toBe(2);
    await reader.cancel();
  });

  it.each(['break', 'readable', 'cancel'] as const)('hang up by %s', async (way) => {
    const closed = Promise.withResolvers<void>();
    const agentsUrl = await startServer((_, response) => {
      response.on('close', closed.resolve);
      response.writeHead(200, { 'x-service-run-id': 'r' }).write('first');
    });
    const run = await createWorkersClient({ agentsUrl, apiKey: 'key' }).start('agent', 'hi');
    const ways = {
      break: async () => {
        for await (const _ of run.text) break;
      },
      readable: () => run.text.readable().cancel(),
      cancel: () => run.cancel(),
    };
    await ways[way]();
    await expect(closed.promise).resolves.toBeUndefined();
  });

  it('give items in order to calls that do not wait for each other', async () => {
    const { workers } = scripted(words);
    const items = (await workers.start('agent', 'hi')).text[Symbol.asyncIterator]();
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => items.next()));
    expect(results.map(({ value }) => value)).toEqual(['a', 'b', 'c', 'd', undefined]);
  });

  it('obey the clocks of one message', async () => {
    const agentsUrl = await startServer((_, response) => {
      response.writeHead(200, { 'x-service-run-id': 'r' }).write('first');
    });
    const clocks = { timeouts: { idle: 20 } };
    const run = await createWorkersClient({ agentsUrl, apiKey: 'key' }).start('agent', 'hi', clocks);
    await expect(run.text.join()).rejects.toMatchObject({ name: 'CallTimeoutError', kind: 'idle' });
  });
});

describe('A workers client', () => {
  it('takes address and key from the environment, and misses them at the first call only', async () => {
    const agentsUrl = await startServer(({ headers }, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify([headers.authorization]));
    });
    process.env.AGENT_WORKERS_AGENTS_URL = agentsUrl;
    process.env.AGENT_WORKERS_API_KEY = 'key-from-environment';
    const fromEnvironment = createWorkersClient();
    delete process.env.AGENT_WORKERS_AGENTS_URL;
    delete process.env.AGENT_WORKERS_API_KEY;
    expect(await fromEnvironment.runs.getRunMessages('a', 'r')).toEqual(['Bearer key-from-environment']);
    const without = createWorkersClient();
    await expect(without.start('a', 'hi')).rejects.toThrow(
      'startRun needs an address: give agentsUrl, or set AGENT_WORKERS_AGENTS_URL.',
    );
  });
});
