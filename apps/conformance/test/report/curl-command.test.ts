import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type InvalidToken, invalidTokens } from '../../src/cases/scenario.ts';
import { invalidAuthorization } from '../../src/exchanges/invalid-tokens.ts';
import { curlCommand } from '../../src/report/curl-command.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = [encode({ alg: 'HS256' }), encode({ sub: 'ü-nobody??>>', iat: 1 }), 'c2lnbmF0dXJl'].join('.');
const opaque = `opaque-token-${'x'.repeat(31)}`;

/** What is made of the own credential; the others need none. */
const kinds = invalidTokens.filter((kind) => !['unknown', 'malformed', 'empty'].includes(kind));

/** The header that a shell sends, with a curl that only prints it. */
function sentBy(identity: InvalidToken, own: string): string {
  const exchange = exchangeOf({ identity, intent: { kind: 'refusal', certain: true } });
  const print = `curl() { for word in "$@"; do case "$word" in Authorization*) printf '%s' "$word";; esac; done; }`;
  const command = curlCommand(exchange, { url: "'http://target.test/'" });
  const env = { PATH: process.env.PATH, AGENT_WORKERS_JWT: own };
  return spawnSync('bash', ['-c', `${print}; ${command}`], { env }).stdout.toString();
}

test.each(kinds.flatMap((kind) => [[kind, jwt] as const, [kind, opaque] as const]))(
  'a script makes the %s credential that was sent of the own one: %s',
  (kind, own) => {
    expect(sentBy(kind, own)).toBe(`Authorization: ${invalidAuthorization(kind, own)}`);
  },
);
