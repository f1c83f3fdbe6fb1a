import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { loadSpec } from '../../../src/spec/load-spec.ts';
import { judge } from '../../../src/verdicts/judge.ts';
import { toRecording } from '../../../src/verdicts/to-recording.ts';
import { resourceCallOf } from '../../helpers/resource-call-of.ts';

const { operations, rules } = await loadSpec();
const name = 'conformance name in bundle-lives 0f0f 3.1';
const other = 'conformance name in bundle-lives 0f0f 7.1';

function verdictOf(law: string, exchanges: readonly Exchange[]) {
  const background = { toolCall: undefined, consistencyWindowMs: 0, operations };
  const rule = rules.filter(({ id }) => id === law);
  return judge(toRecording(exchanges, background), rule)[0]?.verdict;
}

type Given = Parameters<typeof resourceCallOf>[2] & {
  readonly sends?: unknown;
  readonly body?: unknown;
  readonly method?: string;
};

let lastOne = 0;

/** A call about the bundle 7 that sends and shows what a test says; each takes 2 ms. */
function call(act: Parameters<typeof resourceCallOf>[0], sentAt: number, given: Given = {}) {
  const { sends, body = { id: 7 }, method, ...others } = given;
  const one = resourceCallOf(act, sentAt, others);
  lastOne += 1;
  const { request, response } = one;
  return {
    ...one,
    id: lastOne,
    request: {
      ...request,
      ...(method === undefined ? {} : { method }),
      ...(sends === undefined ? {} : { body: JSON.stringify(sends) }),
    },
    ...(response && {
      response: { ...response, body: { ...response.body, text: JSON.stringify(body) } },
    }),
  };
}

test.each([null, 7, [], 'x'])('a record is an object and not %j', (body) => {
  expect(verdictOf('law.a-record-is-an-object', [call('read', 0, { body })])).toBe('failed');
  expect(verdictOf('law.a-record-is-an-object', [call('read', 0)])).toBe('passed');
});

test('a list of none is an array or an object, however its schema is called, and not null', () => {
  const list = (body: unknown) => ({ ...call('list', 0, { body }), operation: 'listAgentFiles' });
  expect(verdictOf('law.a-record-is-an-object', [list([])])).toBe('passed');
  expect(verdictOf('law.a-record-is-an-object', [list({ items: [] })])).toBe('passed');
  expect(verdictOf('law.a-record-is-an-object', [list(null)])).toBe('failed');
});

test('the record that was asked for is answered', () => {
  const first = call('read', 0, { body: { id: 7 } });
  const asked = (body: unknown) => {
    const one = call('read', 5, { id: '8', body });
    return { ...one, request: { ...one.request, url: 'http://target.test/me/bundles/8' } };
  };
  expect(verdictOf('law.asked-is-answered', [first, asked({ id: 8 })])).toBe('passed');
  expect(verdictOf('law.asked-is-answered', [first, asked({ data: { id: 8 } })])).toBe('passed');
  expect(verdictOf('law.asked-is-answered', [first, asked({ name: 'without' })])).toBe('passed');
  expect(verdictOf('law.asked-is-answered', [first, asked({ id: 7 })])).toBe('failed');
});

const made = call('create', 0);

function written(shown: unknown, given: Given = {}) {
  return call('change', 5, { method: 'PUT', sends: { name }, body: { id: 7, name: shown }, ...given });
}

test('a text that the document names comes back to the byte, or with other white space around it', () => {
  const told = { told: ['name'] };
  const read = (shown: unknown) => call('read', 9, { body: { id: 7, name: shown } });
  expect(verdictOf('law.kept', [made, written(name, told)])).toBe('not-observed');
  expect(verdictOf('law.kept', [made, written(name, told), read(name)])).toBe('passed');
  expect(verdictOf('law.kept', [made, written(name, told), read(` ${name}`)])).toBe('passed');
  expect(verdictOf('law.kept', [made, written(name.slice(0, 20), told)])).toBe('failed');
  expect(verdictOf('law.kept', [made, written(null, told)])).toBe('failed');
});

test('a text without a documented name is only due once it came back', () => {
  expect(verdictOf('law.kept', [made, written('Untitled')])).toBe('not-observed');
  const again = call('change', 9, { method: 'PUT', sends: { name: other }, body: { id: 7, name } });
  expect(verdictOf('law.kept', [made, written(name), again])).toBe('failed');
});

test('what the answer to a write shows, a read shows as well', () => {
  const read = (shown: unknown) => call('read', 9, { body: { id: 7, name: shown } });
  expect(verdictOf('law.echo', [made, written(name), read(name)])).toBe('passed');
  expect(verdictOf('law.echo', [made, written(name), read('Untitled')])).toBe('failed');
  const meanwhile = call('change', 7, { method: 'PUT', sends: {}, body: { id: 7 } });
  expect(verdictOf('law.echo', [made, written(name), meanwhile, read('Untitled')])).not.toBe('failed');
});

test('a value of which the form is open is only wrong where it is the one of before', () => {
  const first = call('change', 3, { method: 'PUT', sends: { color: 'red' }, body: { id: 7, color: 'red' } });
  const change = call('change', 6, {
    method: 'PUT',
    sends: { color: 'blue' },
    body: { id: 7, color: 'blue' },
  });
  const read = (color: string) => call('read', 9, { body: { id: 7, color } });
  expect(verdictOf('law.echo', [made, first, change, read('#0000FF')])).toBe('passed');
  expect(verdictOf('law.echo', [made, first, change, read('red')])).toBe('failed');
});

test('a color of six digits comes back with the same digits, whatever their case', () => {
  const change = call('change', 6, {
    method: 'PUT',
    sends: { color: '#336699', name },
    body: { id: 7, color: '#336699', name },
    wrote: { theme_color: '#336699' },
  });
  const read = (color: string) => call('read', 9, { body: { id: 7, color, name } });
  expect(verdictOf('law.kept', [made, change, read('336699')])).toBe('passed');
  expect(verdictOf('law.kept', [made, change, read('hsl(210, 50%, 40%)')])).toBe('passed');
  expect(verdictOf('law.kept', [made, change, read('#369')])).toBe('passed');
  expect(verdictOf('law.kept', [made, { ...change, response: read('#336').response }])).toBe('failed');
  expect(verdictOf('law.kept', [made, { ...change, response: read('#996633').response }])).toBe('failed');
});

test('a partial update leaves what it does not name', () => {
  const family = 'agent';
  const before = [
    call('create', 0, { family }),
    call('change', 5, { family, sends: { name }, body: { id: 7, name } }),
  ];
  const part = (shown: unknown) =>
    call('change', 9, { family, sends: { size: 3 }, body: { id: 7, name: shown } });
  const read = call('read', 11, { family, body: { id: 7, name } });
  expect(verdictOf('law.frame', [...before, part(name), read])).toBe('passed');
  expect(verdictOf('law.frame', [...before, part('Untitled')])).toBe('failed');
  const names = call('change', 9, { family, sends: { name: other }, body: { id: 7, name: other } });
  expect(verdictOf('law.frame', [...before, names])).not.toBe('failed');
});

test('one creation makes one record', () => {
  const create = call('create', 5, { id: '8', sends: { name }, body: { id: 8, name } });
  const list = (sentAt: number, ...ids: number[]) =>
    call('list', sentAt, {
      listed: ids.map(String),
      body: ids.map((id) => ({ id, name: id > 7 ? name : 'x' })),
    });
  const end = call('remove', 30);
  expect(verdictOf('law.once', [made, list(3, 7), create, list(9, 7, 8), end])).toBe('passed');
  expect(verdictOf('law.once', [made, list(3, 7), create, list(9, 7, 8, 9), end])).toBe('failed');
});

test('a creation that answers an ETag alone does not tell what it made, which a list may show later', () => {
  const silent = (sentAt: number) =>
    call('create', sentAt, { id: undefined, sends: { name }, body: { etag: `w/${sentAt}` } });
  const list = (sentAt: number, ...ids: number[]) =>
    call('list', sentAt, { listed: ids.map(String), body: ids.map((id) => ({ id, name })) });
  const end = call('remove', 30);
  const late = [made, silent(1), silent(3), list(6, 7), silent(9), list(12, 7, 8, 9, 10), end];
  expect(verdictOf('law.once', late)).toBe('not-observed');
});

test('a record is the same one where a list writes its identifier in other letters', () => {
  const id = '0b63d803-2330-4095-ba6c-95e5cf5a5239';
  const surplus = 'bcf37aaf-042b-4a5d-8617-33fc36dd46b2';
  const create = call('create', 5, { id, sends: { name }, body: { id, name } });
  const list = (sentAt: number, ...ids: string[]) =>
    call('list', sentAt, {
      listed: ids,
      body: ids.map((one) => ({ id: one, name: one === '7' ? 'x' : name })),
    });
  const end = call('remove', 30);
  const after = list(9, '7', id.toUpperCase());
  expect(verdictOf('law.once', [made, list(3, '7'), create, after, end])).toBe('passed');
  const twice = list(9, '7', id.toUpperCase(), surplus.toUpperCase());
  expect(verdictOf('law.once', [made, list(3, '7'), create, twice, end])).toBe('failed');
});

test('one removal removes one record', () => {
  const second = call('create', 1, { id: '8', body: { id: 8 } });
  const list = (sentAt: number, ...listed: string[]) => call('list', sentAt, { listed, body: [] });
  const removed = call('remove', 7);
  expect(verdictOf('law.once', [made, second, list(4, '7', '8'), removed, list(12, '8')])).toBe('passed');
  expect(verdictOf('law.once', [made, second, list(4, '7', '8'), removed, list(12)])).toBe('failed');
});

test('a text is followed into the one inner record that shows one of ours by its name', () => {
  const told = { told: ['name'] };
  const read = (body: unknown) => call('read', 9, { body });
  const inner = (shown: unknown) => ({ id: 7, data: { name: shown }, owner: { name: 'Ada' } });
  const put = call('change', 5, { method: 'PUT', sends: { name }, body: inner(name), ...told });
  expect(verdictOf('law.kept', [made, put, read(inner(name))])).toBe('passed');
  expect(verdictOf('law.frame', [made, put, read(inner(name)), read(inner(other))])).toBe('failed');
  const elsewhere = call('change', 5, {
    method: 'PUT',
    sends: { name },
    body: { id: 7, owner: { name: 'Ada' } },
  });
  expect(verdictOf('law.kept', [made, elsewhere, read({ id: 7, owner: { name: 'Ada' } })])).toBe(
    'not-observed',
  );
});

test('a value that is no text of ours may come back in another form, but not as it was before', () => {
  const before = call('create', 2, { sends: { cron: '0 9 * * 1' }, body: { id: 7, cron: '0 9 * * 1' } });
  const put = (shown: string, given: Given = { told: ['cron'] }) =>
    call('change', 5, {
      method: 'PUT',
      sends: { cron: '30 8 * * 2' },
      body: { id: 7, cron: shown },
      ...given,
    });
  const read = (shown: string) => call('read', 9, { body: { id: 7, cron: shown } });
  const kept = (shown: string, given?: Given) =>
    verdictOf('law.kept', [before, put(shown, given), read(shown)]);
  expect(kept('30 8 * * 2')).toBe('passed');
  expect(kept('30 8 * * TUE')).toBe('passed');
  expect(kept('0 9 * * 1')).toBe('failed');
  expect(kept('0 9 * * 1', {})).toBe('not-observed');
});

test('a clone may be of what a write that was answered with trouble has made of its source', () => {
  const prompts = ['first', 'second'].map((one) => `conformance prompt ${one} 0f0f`);
  const verdictAfter = (status: number) => {
    const agent = { family: 'agent' };
    const [first, second] = prompts;
    const source = call('create', 0, {
      ...agent,
      wrote: { chat_prompt: first },
      sends: { chat_prompt: first },
      body: { chat_id: '7', chat_prompt: first },
    });
    const write = call('change', 5, { ...agent, status, sends: { chat_prompt: second } });
    const clone = call('create', 9, { ...agent, id: '8', body: { chat_id: '8', chat_prompt: second } });
    const url = 'http://target.test/me/chats/7/clone';
    return verdictOf('law.clone', [
      source,
      write,
      { ...clone, operation: 'cloneChat', request: { method: 'POST', url } },
    ]);
  };
  expect(verdictAfter(404)).toBe('failed');
  expect(verdictAfter(502)).not.toBe('failed');
});
