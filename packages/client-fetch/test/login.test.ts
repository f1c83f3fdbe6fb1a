import { describe, expect, it } from 'vitest';
import { attachCliAuthJwt, beginLogin, fetchTransport, forwardPaymentEvent } from '../src/index.ts';
import { answerWith, createTestTransport } from '../src/testing.ts';
import { readRequest, startServer } from './helpers/start-server.ts';

describe('The login of a command-line client', () => {
  it('gives the JWT that a logged-in client attaches, once', async () => {
    const kept: (string | null)[] = [null];
    const transport = createTestTransport({
      createCliAuthSession: { cli_auth_id: 'session-1' },
      attachCliAuthJwt: () => {
        kept.push('the-jwt');
        return { cli_auth_id: 'session-1' };
      },
      consumeCliAuthJwt: () => kept.shift() ?? null,
    });
    const login = await beginLogin(transport);
    expect(login.id).toBe('session-1');
    const token = login.token({ poll: 1 });
    await attachCliAuthJwt(transport, login.id, {});
    expect(await token).toBe('the-jwt');
    await expect(login.token({ poll: 1, timeout: 5 })).rejects.toMatchObject({ name: 'LoginTimeoutError' });
  });

  it('ends with the error of the answer, and says when the session has no id', async () => {
    const unavailable = createTestTransport({ createCliAuthSession: answerWith(503) });
    await expect(beginLogin(unavailable)).rejects.toMatchObject({ status: 503 });
    const nameless = createTestTransport({ createCliAuthSession: {} });
    await expect(beginLogin(nameless)).rejects.toThrow('createCliAuthSession answered without cli_auth_id.');
  });
});

describe('A payment event', () => {
  it('is passed on byte for byte with its signature', async () => {
    const seen: unknown[] = [];
    const baseUrl = await startServer(async (request, response) => {
      seen.push([request.headers['x-signature'], await readRequest(request)]);
      response.setHeader('content-type', 'application/json').end('{}');
    });
    const bytes = new TextEncoder().encode('{ "id" :1 }\n');
    await forwardPaymentEvent(fetchTransport({ baseUrl, jwt: false }), {
      bytes,
      signature: { 'X-Signature': 'sig' },
    });
    expect(seen).toEqual([['sig', '{ "id" :1 }\n']]);
  });
});
