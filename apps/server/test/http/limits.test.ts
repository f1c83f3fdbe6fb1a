import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../src/index.ts';
import { testCacheDir } from '../helpers/deployment.ts';

describe('what a client sends is limited:', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ cacheDir: testCacheDir });
  });
  afterAll(() => server.close());

  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${server.baseUrl}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${server.credentials.jwt}`, ...init.headers },
    });

  it('headers above 16 KiB are refused with 431, as one or as many, and those below are not', async () => {
    const one = { 'x-large': 'x'.repeat(17_000) };
    const many = Object.fromEntries(
      Array.from({ length: 170 }, (_, index) => [`x-${index}`, 'x'.repeat(100)]),
    );
    const below = { 'x-large': 'x'.repeat(14_000) };
    expect((await send('/me/', { headers: one })).status).toBe(431);
    expect((await send('/me/', { headers: many })).status).toBe(431);
    expect((await send('/me/', { headers: below })).status).toBe(200);
  });

  it('an address longer than the headers may be is refused as well', async () => {
    expect((await send(`/me/tools/search?q=${'x'.repeat(17_000)}`)).status).toBe(431);
  });

  it('a body above 1 MiB is refused with 413, whether or not its length is told', async () => {
    const body = JSON.stringify({ chat_prompt: 'x'.repeat(1_100_000) });
    expect((await send('/me/agents', { method: 'POST', body })).status).toBe(413);
    const stream = new Blob([body]).stream();
    const untold = { method: 'POST', body: stream, duplex: 'half' as const };
    expect((await send('/me/agents', untold)).status).toBe(413);
  });
});
