import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/operations/contract.ts';
import { operations } from '../../src/operations/operations.ts';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';
import { userOperations } from '../helpers/every-status.ts';

describe('the User API', () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment();
  });
  afterAll(() => deployment.close());

  async function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${deployment.app.sandboxKeys?.jwt}` };
    return await deployment.app.fetch(new Request(`http://in-process${path}`, { method, headers, ...init }));
  }

  it('has every operation of the contract', () => {
    const built = operations.map(({ id }) => id).filter((id) => contract[id].api === 'user');
    expect(built.sort()).toEqual(
      userOperations()
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('answers 405 with all methods that an address has to any other, and 404 where there is none', async () => {
    const allow = async (method: string, path: string) => {
      const { status, headers } = await send(method, path);
      return [status, headers.get('allow')];
    };
    const id = crypto.randomUUID();
    expect(await allow('DELETE', '/me/agents')).toEqual([405, 'GET, HEAD, POST']);
    expect(await allow('PATCH', '/me/api-keys/7')).toEqual([405, 'GET, HEAD, DELETE']);
    expect(await allow('PUT', '/me/schedules/onboarding')).toEqual([405, 'GET, HEAD']);
    expect(await allow('DELETE', `/agents/${id}`)).toEqual([405, 'POST']);
    expect(await allow('HEAD', '/me/payments/webhook')).toEqual([405, 'POST']);
    expect(await allow('POST', '/readyz')).toEqual([405, 'GET, HEAD']);
    expect(await allow('GET', '/me/nothing')).toEqual([404, null]);
    expect(await allow('GET', '/me/agents//files')).toEqual([404, null]);
  });

  it('answers 401 with no or a wrong JWT, whatever else is wrong, but where no auth is declared', async () => {
    for (const { method, path, security } of userOperations()) {
      if (security === 'none') continue;
      for (const authorization of ['', 'Bearer nonsense', `Bearer ${deployment.app.sandboxKeys?.apiKey}`]) {
        const { status, headers } = await send(method, path, { headers: { authorization } });
        expect([status, headers.get('www-authenticate')], `${method} ${path}`).toEqual([401, 'Bearer']);
      }
    }
  });

  it('ignores a wrong JWT where no auth is declared', async () => {
    const headers = { authorization: 'Bearer nonsense' };
    expect((await send('GET', '/me/vibe/services', { headers })).status).toBe(200);
  });

  it('adds a user at first sight with the tier that the JWT names, which later JWTs do not change', async () => {
    const issue = deployment.app.issueJwt;
    const sandboxJwt = await issue?.({ subject: 'new user', tier: 'sandbox' }, 60);
    const standardJwt = await issue?.({ subject: 'new user', tier: 'standard' }, 60);
    for (const jwt of [sandboxJwt, standardJwt]) {
      const response = await send('GET', '/me/', { headers: { authorization: `Bearer ${jwt}` } });
      expect(await response.json()).toMatchObject({ name: 'new user', tier: 'sandbox' });
    }
  });

  it('adds one user when the first requests come together', async () => {
    const jwt = await deployment.app.issueJwt?.({ subject: 'at once', tier: 'standard' }, 60);
    const headers = { authorization: `Bearer ${jwt}` };
    const responses = await Promise.all(Array.from({ length: 8 }, () => send('GET', '/me/', { headers })));
    const users = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(users).size).toBe(1);
  });

  it.each([
    ['no JSON', '{"chat_prompt":', ['body']],
    ['nothing', '', ['body']],
    ['an array', '[]', ['body']],
    ['a wrong type', '{"chat_prompt": 1}', ['body', 'chat_prompt']],
    ['a text that cannot be stored', '{"chat_prompt": "a\\u0000b"}', ['body']],
    ['a lone surrogate deep inside', '{"chat_prompt": "x", "more": [{"\\ud800": 1}]}', ['body']],
    ['depth without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, ['body']],
  ])('names in a 422 where the body is wrong: %s', async (_name, body, loc) => {
    const response = await send('POST', '/me/agents', { body });
    const { detail } = JSON.parse(await response.text());
    expect([response.status, detail[0].loc]).toEqual([422, loc]);
    expect(detail[0]).toMatchObject({ msg: expect.any(String), type: expect.any(String) });
  });

  it('names everything that is wrong in the address and in the body at once', async () => {
    const response = await send('PATCH', '/me/agents/1/files/2', { body: '{"position": "x"}' });
    const { detail } = JSON.parse(await response.text());
    expect(detail.map(({ loc }: { loc: string[] }) => loc)).toEqual([
      ['path', 'agent_id'],
      ['path', 'file_id'],
      ['body', 'position'],
    ]);
  });

  it.each([
    ['/me/api-keys/12345678901234567890', 422],
    ['/me/api-keys/1.5', 422],
    ['/me/api-keys/9007199254740991', 404],
    ['/me/chats/%00', 422],
    ['/me/chats/%ff', 404],
    ['/me/agents/vanity/slug', 422],
    ['/me/agents/vanity/slug?slug=', 200],
    ['/me', 404],
    ['/me/nothing', 404],
  ])('GET %s answers %i', async (path, status) => {
    expect((await send('GET', path)).status).toBe(status);
  });

  it('answers 413 to a body of more than a mebibyte', async () => {
    const body = JSON.stringify({ chat_prompt: 'x'.repeat(1024 * 1024) });
    expect((await send('POST', '/me/agents', { body })).status).toBe(413);
  });

  it('lets no cache keep an answer', async () => {
    expect((await send('GET', '/me/')).headers.get('cache-control')).toBe('no-store');
  });
});
