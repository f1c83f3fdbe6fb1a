import { clientTransport } from '@agent-workers/client-fetch';
import { describe, expect, it } from 'vitest';
import { createExecutor } from '../src/executor/index.ts';
import { platformBackend } from '../src/executor/platform-backend.ts';

const call = { tool: 'NOTIFIER_GET_USER', input: {} } as const;

describe('Through the platform', () => {
  it('a call is a tool run, with the connection that was chosen', async () => {
    const seen: unknown[] = [];
    const executor = platform(async (request) => {
      seen.push(request.method, request.url, request.headers.get('authorization'), await request.json());
      return Response.json({ anything: 1 });
    });
    expect(await executor.run(call)).toEqual({ anything: 1 });
    expect(seen).toEqual([
      'POST',
      'https://api.test/me/tools/run/NOTIFIER_GET_USER?service_id=work',
      'Bearer s3cret',
      {},
    ]);
  });

  it('a dry run shows the same request, without credential or network', async () => {
    const executor = platform(async () => Promise.reject(new Error('sent')));
    const { request } = await executor.dryRun({ tool: 'NOTIFIER_DELETE_CHAT', input: { iden: 'c1' } });
    expect(request).toEqual({
      method: 'POST',
      url: '/me/tools/run/NOTIFIER_DELETE_CHAT?service_id=work',
      body: { iden: 'c1' },
    });
  });

  it.each([
    [400, 'not-connected'],
    [401, 'not-connected'],
    [404, 'not-connected'],
    [429, 'rate-limited'],
    [500, 'upstream-error'],
  ])('status %i is %s', async (status, kind) => {
    await expect(platform(async () => new Response('{}', { status })).run(call)).rejects.toMatchObject({
      kind,
    });
  });

  it.each([{ error: { message: 'no', param: 'iden' } }, { detail: [{ loc: ['body', 'iden'], msg: 'no' }] }])(
    'status 422 that names a parameter is bad-input: %j',
    async (body) => {
      const refused = platform(async () => Response.json(body, { status: 422 })).run(call);
      await expect(refused).rejects.toMatchObject({
        kind: 'bad-input',
        problems: [{ path: 'iden', message: 'no' }],
      });
    },
  );
});

function platform(answer: (request: Request) => Promise<Response>) {
  const fetch: typeof globalThis.fetch = (input, init) => answer(new Request(input, init));
  const transport = clientTransport({ baseUrl: 'https://api.test', jwt: 's3cret', fetch });
  return createExecutor({ backend: platformBackend({ transport, serviceId: 'work' }) });
}
