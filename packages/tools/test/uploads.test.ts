import { afterEach, describe, expect, it } from 'vitest';
import {
  createNotificationService,
  type ExportedRecord,
  type NotificationServiceOptions,
  type NotificationStorage,
} from '../src/service/index.ts';
import { fileForm } from './helpers/file-form.ts';
import { callerOf } from './helpers/service-caller.ts';
import { storages } from './helpers/storages.ts';

const megabyte = 1024 * 1024;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe.each(storages)('Uploads with $storageName', ({ open }) => {
  async function start(options: NotificationServiceOptions = {}) {
    const { storage, close } = await open();
    closing.push(close);
    const service = await createNotificationService({ storage, ...options });
    const join = async (name: string) => {
      const { token, iden } = await service.createUser({ email: `${name}@example.org`, name });
      return { iden, email: `${name}@example.org`, call: callerOf(service, token) };
    };
    return { service, storage, join };
  }

  type Started = Awaited<ReturnType<typeof start>>;
  type Person = Awaited<ReturnType<Started['join']>>;

  async function ask({ call }: Person): Promise<{ upload: string; file: string }> {
    const { body } = await call('POST', '/upload-request', {
      file_name: 'notes.txt',
      file_type: 'text/plain',
    });
    return { upload: String(body.upload_url), file: String(body.file_url) };
  }

  const send = ({ service }: Started, url: string, body: FormData | ReadableStream, type?: string) =>
    service.fetch(
      new Request(url, {
        method: 'POST',
        body,
        duplex: 'half',
        ...(type && { headers: { 'content-type': type } }),
      } as RequestInit),
    );

  it('are stored as they come: no more than a part and a piece of a large file is held at a time', async () => {
    const started = await start();
    const sam = await started.join('sam');
    const { upload, file } = await ask(sam);
    const pieces = 64;
    const piece = Buffer.alloc(megabyte / 8, 'x');
    let sent = 0;
    let stored = 0;
    let mostHeld = 0;
    const { writePart } = started.storage;
    started.storage.writePart = async (place, part) => {
      await writePart(place, part);
      stored += part.bytes.byteLength;
    };
    const head = '--B\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        mostHeld = Math.max(mostHeld, sent - stored);
        if (sent === 0) controller.enqueue(Buffer.from(head));
        controller.enqueue(piece);
        sent += piece.byteLength;
        if (sent < pieces * piece.byteLength) return;
        controller.enqueue(Buffer.from('\r\n--B--\r\n'));
        controller.close();
      },
    });
    expect((await send(started, upload, body, 'multipart/form-data; boundary=B')).status).toBe(204);
    expect(mostHeld).toBeLessThan(megabyte);
    const answer = await started.service.fetch(new Request(file));
    expect(answer.headers.get('content-length')).toBe(String(8 * megabyte));
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.alloc(8 * megabyte, 'x'))).toBe(true);
  });

  it('count against what a user may have, and leave nothing when that is over', async () => {
    let room = 1.5 * megabyte;
    const asked: string[] = [];
    const started = await start({
      async mayStore(user, bytes) {
        asked.push(user.name);
        if (bytes > room) return false;
        room -= bytes;
        return true;
      },
    });
    const sam = await started.join('sam');
    const { upload, file } = await ask(sam);
    const before = await started.service.storedBytes(sam.email);
    const refused = await send(started, upload, fileForm('x'.repeat(2 * megabyte)));
    expect([refused.status, await refused.json()]).toMatchObject([413, { error_code: 'storage_full' }]);
    expect(await started.service.storedBytes(sam.email)).toBe(before);
    expect((await started.service.fetch(new Request(file))).status).toBe(404);
    room = 100;
    expect(await sam.call('POST', '/pushes', { type: 'note', body: 'x'.repeat(200) })).toMatchObject({
      status: 413,
    });
    expect((await send(started, upload, fileForm('small'))).status).toBe(204);
    expect(await started.service.storedBytes(sam.email)).toBeGreaterThanOrEqual(before - 200);
    expect(new Set(asked)).toEqual(new Set(['sam']));
  });

  it('of one address count once, the first that is whole, and the others leave nothing', async () => {
    const started = await start();
    const sam = await started.join('sam');
    const { upload, file } = await ask(sam);
    const contents = ['one', 'two', 'three', 'four'].map((text) => text.repeat(megabyte / 8));
    const statuses = await Promise.all(
      contents.map(async (text) => (await send(started, upload, fileForm(text))).status),
    );
    expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 409, 409, 409]);
    const text = await (await started.service.fetch(new Request(file))).text();
    expect(text).toBe(contents[statuses.indexOf(204)]);
    // Records take some hundred bytes.
    expect((await started.service.storedBytes(sam.email)) - text.length).toBeLessThan(1_000);
  });

  it('that were promised and never came are forgotten', async () => {
    let now = 1_000;
    const started = await start({ now: () => now, uploads: { maxSize: 100, lifetime: 60 } });
    const sam = await started.join('sam');
    const first = await ask(sam);
    const halfway = await listUploads(started.storage, sam);
    now = 2_000;
    await ask(sam);
    const later = await listUploads(started.storage, sam);
    expect([halfway.length, later.length]).toEqual([1, 1]);
    expect(later).not.toEqual(halfway);
    expect((await send(started, first.upload, fileForm('x'))).status).toBe(403);
  });

  it('go with their user, and so does all else that names the user', async () => {
    const started = await start();
    const [sam, ann] = [await started.join('sam'), await started.join('ann')];
    const { upload, file } = await ask(sam);
    await send(started, upload, fileForm('private'));
    await sam.call('POST', '/devices', { nickname: "Sam's phone" });
    await sam.call('POST', '/pushes', { type: 'note', body: 'from sam', email: ann.email });
    await ann.call('POST', '/pushes', { type: 'note', body: 'from ann', email: sam.email });
    await ann.call('POST', '/chats', { email: sam.email });
    await started.service.createAudience({
      kind: 'channel',
      name: 'news',
      owner: ann.iden,
      members: [sam.iden, ann.iden],
    });

    expect(await started.service.deleteUser(sam.email)).toBe(true);
    expect(await started.service.deleteUser(sam.email)).toBe(false);
    expect((await started.service.fetch(new Request(file))).status).toBe(404);
    expect((await sam.call('GET', '/users/me')).status).toBe(401);
    expect(await started.service.storedBytes(sam.email)).toBe(0);
    const left = JSON.stringify(await exported(started, ann.email));
    expect(left).toContain('from sam');
    expect(left).toContain('from ann');
    expect(left).not.toContain(sam.iden);
    expect(left).not.toContain(sam.email);
    expect((await ann.call('POST', '/chats', { email: sam.email })).status).toBe(200);
    expect(
      (await ann.call('POST', '/pushes', { type: 'note', body: 'to the rest', channel_tag: 'news' })).status,
    ).toBe(200);
    await started.service.settle();
    const again = await started.join('sam');
    expect((await again.call('GET', '/pushes')).body.pushes).toEqual([]);
  });

  it('are in the export of their user, to the byte', async () => {
    const started = await start();
    const sam = await started.join('sam');
    const { upload } = await ask(sam);
    const text = 'private '.repeat(50_000);
    await send(started, upload, fileForm(text));
    await sam.call('POST', '/pushes', { type: 'note', body: 'secret note' });
    const records = await exported(started, sam.email);
    const parts = records
      .filter(({ kind }) => kind === 'file_part')
      .map(({ record }) => Object(record).base64);
    expect(Buffer.concat(parts.map((part) => Buffer.from(part, 'base64'))).toString()).toBe(text);
    expect(records.map(({ kind }) => kind)).toEqual(['user', 'push', 'file', 'file_part', 'file_part']);
    expect(JSON.stringify(records)).toContain('secret note');
    expect(await exported(started, 'nobody@example.org')).toEqual([]);
  });

  async function exported({ service }: Started, email: string): Promise<ExportedRecord[]> {
    const records: ExportedRecord[] = [];
    for await (const record of service.exportUser(email)) records.push(record);
    return records;
  }
  const listUploads = (storage: NotificationStorage, { iden }: Person) =>
    storage.list({ kind: 'upload', owner: iden, limit: 10 });
});
