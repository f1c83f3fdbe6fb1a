import { expect, test } from 'vitest';
import type { Captured, HeaderList } from '../../src/traffic/captured.ts';
import { baseUrl, judgeCaptured } from './judge-captured.ts';

interface Told {
  readonly path: string;
  readonly asked?: HeaderList;
  readonly answered?: HeaderList;
  readonly body: unknown;
}

let now = Date.UTC(2026, 0, 1);

function exchange({ path, asked = [], answered = [], body }: Told): Captured {
  now += 10;
  return {
    source: 'test',
    method: 'GET',
    url: `${baseUrl}${path}`,
    requestHeaders: asked,
    requestBody: undefined,
    sentAt: now,
    response: {
      status: 200,
      headers: [['content-type', 'application/json'], ...answered],
      headersAt: now + 1,
      endedAt: now + 2,
      body: JSON.stringify(body),
      isWhole: true,
    },
  };
}

const basic = Buffer.from('ann:open sesame').toString('base64');

/** What opens a deployment, where it may stand, and what is shown of it elsewhere. */
const leaks: readonly (readonly [where: string, told: Told, secrets: readonly string[]])[] = [
  [
    'a cookie of the answer that the body repeats',
    {
      path: '/me/',
      answered: [['set-cookie', 'sid=COOKIE-abc123XYZ; Path=/']],
      body: { session: 'COOKIE-abc123XYZ' },
    },
    ['COOKIE-abc123XYZ'],
  ],
  [
    'a short cookie, and one of letters alone',
    {
      path: '/me/bundles',
      asked: [['cookie', 'a=x7y8; pref=darkmode']],
      body: [{ one: 'x7y8', other: 'darkmode' }],
    },
    ['x7y8', 'darkmode'],
  ],
  [
    'a token in the headers of an answer',
    {
      path: '/me/chats',
      answered: [
        ['authorization', 'Bearer GIVEN-12345678'],
        ['authentication-info', 'nextnonce=NONCE-12345678'],
      ],
      body: [],
    },
    ['GIVEN-12345678', 'NONCE-12345678'],
  ],
  [
    'a ticket in an address',
    { path: '/me/chats', answered: [['location', 'https://x.example/in?ticket=TICKET-9f8e7d']], body: [] },
    ['TICKET-9f8e7d'],
  ],
  [
    'a password in base64 that the body repeats',
    {
      path: '/me/agents',
      asked: [['authorization', `Basic ${basic}`]],
      body: [{ header: basic, password: 'open sesame' }],
    },
    [basic, 'open sesame'],
  ],
  [
    'a token that is a plain word',
    { path: '/me/agents', asked: [['authorization', 'Bearer passphrase']], body: [{ token: 'passphrase' }] },
    ['passphrase'],
  ],
  [
    'headers that are called after what they hold',
    {
      path: '/me/bundles',
      asked: [
        ['x-password', 'hunter-2000'],
        ['stripe-signature', 't=1,v1=5257a869e7'],
      ],
      body: [{ one: 'hunter-2000', other: 't=1,v1=5257a869e7' }],
    },
    ['hunter-2000', '5257a869e7'],
  ],
];

test.each(leaks)('nothing is kept of %s', async (_, told, secrets) => {
  const { exchanges } = await judgeCaptured([exchange(told)]);
  expect(exchanges).toHaveLength(1);
  for (const secret of secrets) expect(JSON.stringify(exchanges)).not.toContain(secret);
});

test('words of the contract stay, though somebody has them in a cookie', async () => {
  const asked = [['cookie', 'theme=private']] as const;
  const { exchanges } = await judgeCaptured([
    exchange({ path: '/me/agents', asked, body: [{ visibility: 'private' }] }),
  ]);
  expect(exchanges[0]?.response?.body.text).toContain('private');
});
