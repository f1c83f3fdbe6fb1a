import { describe, expect, test } from 'vitest';
import { isRecord } from '../src/json/json-record.ts';
import { parseJson } from '../src/json/parse-json.ts';
import { stumbles, stumbling } from './input-stumbles/stumbling.ts';
import { judgeStyle } from './styles/judge-style.ts';
import { namedStyles } from './styles/named-styles.ts';

type Fetch = (request: Request) => Promise<Response>;

const [style] = namedStyles;
const rule = 'errors.validation-is-422';

async function judge(wrap: (fetch: Fetch) => Fetch, args: readonly string[]) {
  const { findings } = await judgeStyle(style, {
    withDocument: true,
    args: ['--scenarios', '0', '--seed', '1', ...args],
    wrap: ({ fetch }) => wrap(fetch),
  });
  return findings;
}

test('a deployment that stumbles over odd input is found to stumble over each kind of it', async () => {
  const findings = await judge(stumbling, ['--rules', rule, '--budget', 'standard']);
  const observed = findings.flatMap(({ places }) => places.map((place) => place.observed));
  const missed = stumbles.filter(({ named }) => !observed.some((words) => named.test(words)));
  expect(missed.map(({ over }) => over)).toEqual([]);
});

describe('an internal error where none is documented', () => {
  const isLong = (text: string): boolean => /x{10000}/.test(text);
  const failing =
    (isFailing: (text: string) => boolean) =>
    (fetch: Fetch): Fetch =>
    async (request) => {
      const isUpdate = request.method === 'PATCH' && request.url.includes('/me/chats/');
      return isUpdate && isFailing(await request.clone().text())
        ? new Response(null, { status: 500 })
        : fetch(request);
    };
  const args = ['--rules', rule, '--operations', 'updateChat', '--budget', 'standard'];

  test('is a finding where the same input brings it about again', async () => {
    const [found] = await judge(failing(isLong), args);
    expect(found?.observed).toMatch(/^with .*\b100?,000 characters.*: PATCH .*: status 500$/);
  });

  test('is a finding where a parameter brings it about, and only reading is allowed', async () => {
    const twice =
      (fetch: Fetch): Fetch =>
      async (request) =>
        new URL(request.url).searchParams.getAll('period').length > 1
          ? new Response(null, { status: 500 })
          : fetch(request);
    const [found] = await judge(twice, ['--rules', rule, '--profile', 'read-only']);
    expect(found?.observed).toMatch(/^with period twice, .*: status 500$/);
  });

  test('is not found where it comes and goes', async () => {
    let failures = 0;
    const onceOnly = (text: string): boolean => {
      failures += isLong(text) ? 1 : 0;
      return isLong(text) && failures === 1;
    };
    expect(await judge(failing(onceOnly), args)).toEqual([]);
    expect(failures).toBeGreaterThan(1);
  });
});

test('a deployment that writes before it refuses is found not to keep what was written', async () => {
  const args = ['--rules', 'chats.update', '--operations', 'updateChat,getChat,createChat'];
  const hasty =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const again = request.clone();
      const response = await fetch(request);
      if (request.method !== 'PATCH' || response.status !== 422) return response;
      const body = parseJson(await again.text());
      if (!isRecord(body)) return response;
      const { isPublic: _, ...rest } = body;
      await fetch(new Request(again, { body: JSON.stringify(rest) }));
      return response;
    };
  const found = await judge(hasty, args);
  expect(found.map(({ rule: broken }) => broken)).toContain('chats.update');
});

test('a deployment that refuses a value just inside a bound is found', async () => {
  const strict =
    (fetch: Fetch): Fetch =>
    async (request) =>
      new URL(request.url).searchParams.get('limit') === '199'
        ? new Response('{}', { status: 422 })
        : fetch(request);
  const args = ['--rules', 'tools.search-limit-is-1-to-200'];
  const [found] = await judge(strict, args);
  expect(found?.observed).toContain('limit=199');
});
