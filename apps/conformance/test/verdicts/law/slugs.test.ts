import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { slugIsNoPattern } from '../../../src/verdicts/checks/law/slug-availability.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const rule = { id: 'test', basis: 'implied', section: '1', text: 'test', operations: [] } as const;
let sentAt = 0;

function sent(operation: string, path: string, body: object): Exchange {
  sentAt += 10;
  const one = exchangeOf({
    case: { kind: 'sequence', id: 'test' },
    operation,
    intent: { kind: 'valid', certain: true },
    body: JSON.stringify(body),
  });
  const times = { headersAt: sentAt + 1, endedAt: sentAt + 2 };
  return {
    ...one,
    api: 'user',
    identity: operation === 'getChat' ? 'own' : 'other',
    sentAt,
    request: { method: 'GET', url: `http://target.test/me/${path}`, body: undefined },
    response: one.response && { ...one.response, ...times },
  };
}

const look = (slug: string, available: boolean) =>
  sent('checkVanitySlug', `agents/vanity/slug?slug=${slug}`, { available });

/** An agent under a slug, and what is said of that, of one that is free, and of the beginnings of both. */
function findings(slug: string, beginning: string): number {
  const recording = {
    workers: [],
    user: [
      sent('getChat', 'chats/1', { vanity_slug: slug }),
      look(slug, false),
      look('free-slug-2b', true),
      look(beginning, false),
      look('free-slug-2', true),
    ],
    contract: new Map(),
    toolCall: undefined,
    consistencyWindowMs: 0,
  };
  return slugIsNoPattern.judge(recording, rule).findings.length;
}

test('the beginning of a taken slug is free', () => {
  expect(findings('taken-slug-1a', 'taken-slug-1')).toBe(1);
});

test('what ends with a dash may be no slug at all', () => {
  expect(findings('taken-slug-a', 'taken-slug-')).toBe(0);
});
