import { describe, expect, it } from 'vitest';
import { createNotificationService } from '../src/service/index.ts';
import { fileForm } from './helpers/file-form.ts';
import { callerOf } from './helpers/service-caller.ts';
import { storages } from './helpers/storages.ts';

describe('The notification service', () => {
  it('asks for a token, and takes it as a bearer too', async () => {
    const service = await createNotificationService();
    const { token } = await service.createUser({ email: 'sam@example.org', name: 'Sam' });
    const get = (headers: Record<string, string>) =>
      service.fetch(new Request('https://push.test/users/me', { headers }));
    expect((await get({})).status).toBe(401);
    expect((await get({ authorization: 'Bearer nonsense' })).status).toBe(401);
    const answer = await get({ authorization: `Bearer ${token}` });
    expect(await answer.json()).toMatchObject({
      email: 'sam@example.org',
      name: 'Sam',
      max_upload_size: 26_214_400,
    });
  });

  it('counts what a user spends in headers, and says when to come back', async () => {
    let now = 1000;
    const service = await createNotificationService({ rateLimit: { limit: 10, window: 60 }, now: () => now });
    const { token } = await service.createUser({ email: 'sam@example.org', name: 'Sam' });
    const call = callerOf(service, token);
    const first = await call('GET', '/users/me');
    expect([...first.headers].filter(([name]) => name.startsWith('x-ratelimit'))).toEqual([
      ['x-ratelimit-limit', '10'],
      ['x-ratelimit-remaining', '5'],
      ['x-ratelimit-reset', '1060'],
    ]);
    await call('GET', '/users/me');
    expect(await call('GET', '/users/me')).toMatchObject({
      status: 429,
      body: { error: { code: 'ratelimited' } },
    });
    now = 1060;
    expect((await call('GET', '/users/me')).status).toBe(200);
  });

  it('refuses what the manifest refuses, naming the parameter', async () => {
    const service = await createNotificationService();
    const { token } = await service.createUser({ email: 'sam@example.org', name: 'Sam' });
    const call = callerOf(service, token);
    expect((await call('POST', '/pushes', { type: 'link' })).body).toEqual({
      error: {
        code: 'invalid_param',
        type: 'invalid_request',
        message: 'url is required when type is link.',
        param: 'url',
      },
      error_code: 'invalid_param',
    });
    expect((await call('GET', '/pushes?limit=501')).status).toBe(400);
    expect((await call('PUT', '/pushes')).status).toBe(404);
    const broken = new Request('https://push.test/pushes', {
      method: 'POST',
      headers: { 'access-token': token },
      body: '{',
    });
    expect((await service.fetch(broken)).status).toBe(400);
  });

  it('refuses a file that is too large, and an address that is too old', async () => {
    let now = 1000;
    const service = await createNotificationService({
      uploads: { maxSize: 3, lifetime: 60 },
      now: () => now,
    });
    const { token } = await service.createUser({ email: 'sam@example.org', name: 'Sam' });
    const { body } = await callerOf(service, token)('POST', '/upload-request', {
      file_name: 'a',
      file_type: 'text/plain',
    });
    const send = async (text: string) =>
      (await service.fetch(new Request(String(body.upload_url), { method: 'POST', body: fileForm(text) })))
        .status;
    expect(await send('four')).toBe(413);
    now = 1061;
    expect(await send('abc')).toBe(403);
  });

  it('tells the operator of an error, and nothing of it to the caller', async () => {
    const errors: unknown[] = [];
    const { storage } = await (
      storages[0] ?? {
        open: async () => {
          throw new Error('no storage');
        },
      }
    ).open();
    const broken = {
      ...storage,
      list: async () => {
        throw new Error('secret detail');
      },
    };
    const service = await createNotificationService({
      storage: broken,
      onError: (error) => errors.push(error),
    });
    const { token } = await service.createUser({ email: 'sam@example.org', name: 'Sam' });
    const { status, body } = await callerOf(service, token)('GET', '/pushes');
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(String(errors.at(-1))).toContain('secret detail');
  });

  it('lives under a path', async () => {
    const service = await createNotificationService({
      basePath: '/v2',
      publicUrl: 'https://push.example/v2',
    });
    const { token } = await service.createUser({ email: 'sam@example.org', name: 'Sam' });
    const call = callerOf(service, token);
    expect((await call('GET', '/users/me')).status).toBe(404);
    const { body } = await call('POST', '/v2/upload-request', { file_name: 'a', file_type: 'text/plain' });
    expect(String(body.upload_url)).toMatch(/^https:\/\/push\.example\/v2\/uploads\//);
  });
});
