import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createNotificationService,
  type NotificationService,
  type NotificationStorage,
} from '../src/service/index.ts';
import { fileForm } from './helpers/file-form.ts';
import { callerOf, type Wire } from './helpers/service-caller.ts';
import { storages } from './helpers/storages.ts';

describe.each(storages)('The notification service on $storageName', ({ open }) => {
  let storage: NotificationStorage;
  let close: () => Promise<void>;
  let service: NotificationService;

  beforeAll(async () => {
    ({ storage, close } = await open());
    service = await createNotificationService({ storage });
  });
  afterAll(() => close());

  /** Each test has people of its own, so that none sees what another did. */
  async function person(name: string) {
    const email = `${name}-${crypto.randomUUID()}@example.org`;
    const { iden, token } = await service.createUser({ email, name });
    return { iden, email, token, call: callerOf(service, token) };
  }

  it('keeps devices: made, renamed, deleted, and listed as a tombstone', async () => {
    const { call } = await person('sam');
    const device = { model: 'Robot', nickname: 'Lab', app_version: 0, manufacturer: 'Own', push_token: '' };
    const made = await call('POST', '/devices', device);
    expect(made).toMatchObject({ status: 200, body: { active: true, ...device } });
    const path = `/devices/${made.body.iden}`;
    expect((await call('POST', path, { nickname: 'Kitchen' })).body).toMatchObject({
      nickname: 'Kitchen',
      model: 'Robot',
    });
    expect(await call('DELETE', path)).toMatchObject({ status: 200, body: {} });
    const { devices } = (await call('GET', '/devices')).body;
    expect(devices).toEqual([
      { iden: made.body.iden, active: false, created: made.body.created, modified: expect.any(Number) },
    ]);
    expect((await call('DELETE', path)).status).toBe(404);
  });

  it('keeps one chat per address, mutes it and deletes it', async () => {
    const { call } = await person('sam');
    const first = await call('POST', '/chats', { email: 'Ada@Example.org' });
    expect(first.body).toMatchObject({
      muted: false,
      with: { type: 'email', email_normalized: 'ada@example.org' },
    });
    expect((await call('POST', '/chats', { email: 'ada@example.org ' })).body.iden).toBe(first.body.iden);
    const path = `/chats/${first.body.iden}`;
    expect((await call('POST', path, { muted: true })).body.muted).toBe(true);
    await call('DELETE', path);
    expect((await call('POST', '/chats', { email: 'ada@example.org' })).body.iden).not.toBe(first.body.iden);
  });

  it('delivers a push to another user, and shows both sides where it went', async () => {
    const sam = await person('sam');
    const ada = await person('ada');
    const sent = await sam.call('POST', '/pushes', {
      type: 'note',
      body: 'Hello',
      email: ada.email.toUpperCase(),
    });
    expect(sent.body).toMatchObject({ direction: 'outgoing', receiver_iden: ada.iden, dismissed: false });
    const [received] = (await ada.call('GET', '/pushes')).body.pushes ?? [];
    expect(received).toMatchObject({
      direction: 'incoming',
      body: 'Hello',
      sender_name: 'sam',
      dismissed: false,
    });
  });

  it('brings the pushes of a muted chat without a notification', async () => {
    const sam = await person('sam');
    const ada = await person('ada');
    const chat = await ada.call('POST', '/chats', { email: sam.email });
    await ada.call('POST', `/chats/${chat.body.iden}`, { muted: true });
    await sam.call('POST', '/pushes', { type: 'note', email: ada.email });
    expect((await ada.call('GET', '/pushes')).body.pushes?.[0]).toMatchObject({ dismissed: true });
  });

  it('sends to a device of the user only, and to one target only', async () => {
    const sam = await person('sam');
    const ada = await person('ada');
    const device = { model: 'P', nickname: 'N', app_version: 1, manufacturer: 'M' };
    const { iden } = (await sam.call('POST', '/devices', device)).body;
    expect(
      (await sam.call('POST', '/pushes', { type: 'note', device_iden: iden })).body.target_device_iden,
    ).toBe(iden);
    expect((await ada.call('POST', '/pushes', { type: 'note', device_iden: iden })).status).toBe(400);
    const both = await sam.call('POST', '/pushes', { type: 'note', device_iden: iden, email: ada.email });
    expect(both).toMatchObject({ status: 400, body: { error: { code: 'invalid_param', param: 'email' } } });
  });

  it('lets the owner of a channel reach its subscribers, and no one else', async () => {
    const sam = await person('sam');
    const readers = [await person('ada'), await person('eve')];
    const tag = `news-${sam.iden}`;
    await service.createAudience({
      kind: 'channel',
      name: tag,
      owner: sam.iden,
      members: readers.map((each) => each.iden),
    });
    await sam.call('POST', '/pushes', { type: 'note', title: 'News', channel_tag: tag });
    await service.settle();
    for (const { call } of readers)
      expect((await call('GET', '/pushes')).body.pushes?.[0]).toMatchObject({
        title: 'News',
        channel_tag: tag,
      });
    expect((await readers[0]?.call('POST', '/pushes', { type: 'note', channel_tag: tag }))?.status).toBe(400);
  });

  it('gives the first push again for the same guid, also when both come at once, and even when it was deleted', async () => {
    const sam = await person('sam');
    const ada = await person('ada');
    const push = { type: 'note', guid: 'g1', email: ada.email };
    const [one, other] = await Promise.all([
      sam.call('POST', '/pushes', push),
      sam.call('POST', '/pushes', push),
    ]);
    expect(other.body.iden).toBe(one.body.iden);
    expect((await ada.call('GET', '/pushes')).body.pushes).toHaveLength(1);
    await sam.call('DELETE', `/pushes/${one.body.iden}`);
    expect((await sam.call('POST', '/pushes', push)).body).toMatchObject({
      iden: one.body.iden,
      active: false,
    });
  });

  it('dismisses a push and changes its items', async () => {
    const { call } = await person('sam');
    const { iden } = (await call('POST', '/pushes', { type: 'note' })).body;
    expect((await call('POST', `/pushes/${iden}`, { dismissed: true })).body.dismissed).toBe(true);
    const items = [{ text: 'milk', checked: true }];
    expect((await call('POST', `/pushes/${iden}`, { items })).body).toMatchObject({ dismissed: true, items });
  });

  it('pages through pushes by cursor, newest first, each of them once', async () => {
    const { call } = await person('sam');
    const sent: unknown[] = [];
    for (const title of ['a', 'b', 'c', 'd', 'e'])
      sent.unshift((await call('POST', '/pushes', { type: 'note', title })).body.iden);
    const seen: unknown[] = [];
    let page: Wire | undefined;
    do {
      page = await call('GET', `/pushes?limit=2${page ? `&cursor=${page.body.cursor}` : ''}`);
      seen.push(...(page.body.pushes ?? []).map(({ iden }) => iden));
    } while (page.body.cursor);
    expect(seen).toEqual(sent);
    expect((await call('GET', '/pushes?cursor=xyz')).body).toMatchObject({ error: { param: 'cursor' } });
  });

  it('tells what changed since a moment, deletions too, or the active ones only', async () => {
    const { call } = await person('sam');
    const [kept, gone] = [
      await call('POST', '/pushes', { type: 'note' }),
      await call('POST', '/pushes', { type: 'note' }),
    ];
    await call('DELETE', `/pushes/${gone.body.iden}`);
    const since = `/pushes?modified_after=${gone.body.modified}`;
    expect((await call('GET', since)).body.pushes).toMatchObject([{ iden: gone.body.iden, active: false }]);
    expect((await call('GET', '/pushes?active=true')).body.pushes).toMatchObject([{ iden: kept.body.iden }]);
  });

  it('answers at once when all pushes are to go, and lets later ones be', async () => {
    const sam = await person('sam');
    const ada = await person('ada');
    for (let count = 0; count < 3; count++) await sam.call('POST', '/pushes', { type: 'note' });
    await ada.call('POST', '/pushes', { type: 'note' });
    expect(await sam.call('DELETE', '/pushes')).toMatchObject({ status: 200, body: {} });
    const later = await sam.call('POST', '/pushes', { type: 'note' });
    await service.settle();
    expect((await sam.call('GET', '/pushes?active=true')).body.pushes).toMatchObject([
      { iden: later.body.iden },
    ]);
    expect((await sam.call('GET', '/pushes?active=false')).body.pushes).toHaveLength(3);
    expect((await ada.call('GET', '/pushes?active=true')).body.pushes).toHaveLength(1);
  });

  it('finishes what an earlier process promised', async () => {
    const { iden, call } = await person('sam');
    await call('POST', '/pushes', { type: 'note' });
    const until = Date.now() / 1000 + 10;
    const job = { kind: 'job', owner: '', key: null, active: true, created: 1, modified: 1 } as const;
    await storage.insert({
      ...job,
      iden: `left-${iden}`,
      data: { type: 'delete-pushes', owner: iden, until },
    });
    await (await createNotificationService({ storage })).settle();
    expect((await call('GET', '/pushes?active=true')).body.pushes).toEqual([]);
  });

  it('refuses what a database can not hold, and keeps all other text', async () => {
    const { call } = await person('sam');
    for (const title of ['a\0b', '\ud800'])
      expect((await call('POST', '/pushes', { type: 'note', title })).status).toBe(400);
    expect((await call('DELETE', '/pushes/%00')).status).toBe(400);
    const cursor = Buffer.from('[1,"\\u0000"]').toString('base64url');
    expect((await call('GET', `/pushes?cursor=${cursor}`)).status).toBe(400);
    const title = 'C:\\u0000 \\\\ud800 \u{1f600} <&>';
    expect((await call('POST', '/pushes', { type: 'note', title })).body.title).toBe(title);
  });

  it('answers whatever is sent without an error', async () => {
    const { call } = await person('sam');
    const path = fc.constantFrom('/pushes', '/devices', '/chats', '/upload-request', '/pushes/x', '/chats/x');
    const field = fc.constantFrom(
      'type',
      'title',
      'guid',
      'email',
      'items',
      'muted',
      'iden',
      '__proto__',
      'limit',
    );
    const body = fc.dictionary(
      field,
      fc.oneof(fc.constantFrom('note', 'link'), fc.string({ unit: 'binary' }), fc.jsonValue()),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('GET', 'POST', 'DELETE'), path, body, async (method, at, sent) => {
        const query = new URLSearchParams(
          Object.entries(sent).map(([name, value]) => [name, inQuery(value)]),
        );
        const answer = await call(method, `${at}?${query}`, method === 'POST' ? sent : undefined);
        expect([200, 400, 404]).toContain(answer.status);
      }),
      { numRuns: 80 },
    );
  });

  it('stores an uploaded file once, and gives it back as an attachment', async () => {
    const { call } = await person('sam');
    const { body } = await call('POST', '/upload-request', {
      file_name: 'a b.svg',
      file_type: 'image/svg+xml',
    });
    const upload = () =>
      service.fetch(new Request(String(body.upload_url), { method: 'POST', body: fileForm('<svg/>') }));
    expect((await upload()).status).toBe(204);
    expect((await upload()).status).toBe(409);
    const file = await service.fetch(new Request(String(body.file_url)));
    expect(await file.text()).toBe('<svg/>');
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''a%20b.svg",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
  });

  it('refuses an upload whose address was changed, has no file, or comes from nowhere', async () => {
    const { call } = await person('sam');
    const { body } = await call('POST', '/upload-request', { file_name: 'a', file_type: 'text/plain' });
    const address = new URL(String(body.upload_url));
    const send = async (url: URL, form: FormData) =>
      (await service.fetch(new Request(url, { method: 'POST', body: form }))).status;
    expect(await send(address, new FormData())).toBe(400);
    address.searchParams.set('expires', '9999999999');
    expect(await send(address, fileForm('x'))).toBe(403);
    expect(await send(new URL('/uploads/none', address), fileForm('x'))).toBe(403);
  });
});

/** A record as JSON: one of its own members may be named `toString`. */
function inQuery(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
