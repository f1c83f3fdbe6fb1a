import { describe, expect, it, vi } from 'vitest';
import {
  beginLogin,
  type ConfigurationError,
  createUserClient,
  createWorkersClient,
  type Schema,
  StreamConsumedError,
} from '../src/index.ts';
import { answerWith, createTestTransport, scriptRuns } from '../src/testing.ts';

const refusal = (option: string) => ({ name: 'ConfigurationError', option });

describe('With acceptsApiKey', () => {
  const options = { baseUrl: 'http://host', acceptsApiKey: true } as const;

  it.each(['', 'two words'])('a wrong key %j is told by its own option and variable', async (apiKey) => {
    const call = createUserClient({ ...options, apiKey }).agents.listAgents();
    const expected: Partial<ConfigurationError> = { option: 'apiKey', variable: 'AGENT_WORKERS_API_KEY' };
    await expect(call).rejects.toMatchObject(expected);
  });

  it('a 401 names the key', async () => {
    const fetch = async () => new Response('', { status: 401 });
    const call = createUserClient({ ...options, apiKey: 'k', fetch }).agents.listAgents();
    await expect(call).rejects.toThrow('; check apiKey');
  });
});

describe('A pause between polls', () => {
  it.each([Number.POSITIVE_INFINITY, Number.NaN, -1])('of %d is refused', async (pause) => {
    const transport = createTestTransport(scriptRuns({ text: ['On it.'], jobPolls: 2 }));
    const run = await createWorkersClient({ transport }).start('a', 'Hello');
    const sent = transport.requests.length;
    await expect(run.idle({ poll: pause })).rejects.toMatchObject(refusal('poll'));
    expect(transport.requests).toHaveLength(sent);
    await expect(run.idle({ poll: () => pause })).rejects.toMatchObject(refusal('poll'));
  });
});

describe('A timeout', () => {
  it.each([Number.NaN, -1])('of %d is refused before anything is sent', async (total) => {
    const transport = createTestTransport();
    const call = createUserClient({ transport }).agents.listAgents({ timeouts: { total } });
    await expect(call).rejects.toMatchObject(refusal('timeouts.total'));
    expect(transport.requests).toEqual([]);
  });

  it.each([Number.NaN, -1])('of %d for a job or a login is refused before a poll', async (timeout) => {
    const transport = createTestTransport();
    const run = createWorkersClient({ transport }).resume('a', 'r');
    await expect(run.idle({ timeout })).rejects.toMatchObject(refusal('timeout'));
    expect(transport.requests).toEqual([]);
    const login = await beginLogin(transport);
    await expect(login.token({ timeout })).rejects.toMatchObject(refusal('timeout'));
    await expect(login.token({ poll: timeout })).rejects.toMatchObject(refusal('poll'));
    expect(transport.requests).toHaveLength(1);
  });
});

describe('A limit of retries', () => {
  const failing = () => createTestTransport({ listAgents: answerWith(503) });

  it.each([Number.NaN, -1])('of %d is refused before anything is sent', async (limit) => {
    const transport = failing();
    const call = createUserClient({ transport, retry: { limit } }).agents.listAgents();
    await expect(call).rejects.toMatchObject(refusal('retry.limit'));
    expect(transport.requests).toEqual([]);
  });

  it('of how long to wait is refused where it is no number', async () => {
    const retry = { maxDelay: Number.NaN };
    const call = createUserClient({ transport: failing(), retry }).agents.listAgents();
    await expect(call).rejects.toMatchObject(refusal('retry.maxDelay'));
  });

  it.each([-1, () => Number.NaN])(
    'of how long to wait between two may be a number, and %s is none',
    async (delay) => {
      const call = createUserClient({ transport: failing(), retry: { delay } }).agents.listAgents();
      await expect(call).rejects.toMatchObject(refusal('retry.delay'));
    },
  );

  it('may be none', async () => {
    let left = 4;
    const transport = createTestTransport({
      listAgents: () => {
        left -= 1;
        return left < 0 ? [] : answerWith(503);
      },
    });
    const retry = { limit: Number.POSITIVE_INFINITY, delay: 0 };
    expect(await createUserClient({ transport, retry }).agents.listAgents()).toEqual([]);
    expect(transport.requests).toHaveLength(5);
  });
});

it.each([{ type: 'object' }, () => true, null])(
  'Something other than a schema is refused before the call',
  async (none) => {
    const transport = createTestTransport();
    // As JavaScript may give it.
    const schema = none as unknown as Schema<unknown>;
    const call = createUserClient({ transport }).agents.upsertAgent({ chat_prompt: 'p' }, { schema });
    await expect(call).rejects.toMatchObject({ ...refusal('schema'), operation: 'upsertAgent' });
    expect(transport.requests).toEqual([]);
  },
);

it('A text that is cancelled while it is joined never passes for the whole', async () => {
  const sent = vi.fn();
  const transport = async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('half of ')),
      cancel: sent,
    });
    return new Response(body, { headers: { 'x-service-run-id': 'r' } });
  };
  const run = await createWorkersClient({ transport }).start('a', 'Hello');
  const joined = run.text.join();
  await run.cancel();
  await expect(joined).rejects.toThrow(StreamConsumedError);
  expect(sent).toHaveBeenCalled();
});
