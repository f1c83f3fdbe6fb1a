import { expect, test } from 'vitest';
import { forgedToken } from '../src/exchanges/invalid-tokens.ts';
import { isWhole } from './helpers/is-whole.ts';
import type { StyledDeployment } from './styles/deployment.ts';
import { judgeStyle } from './styles/judge-style.ts';
import { namedStyles } from './styles/named-styles.ts';

const [style] = namedStyles;
/** Each of these deployments takes a token or doesn't, whatever is asked for. */
const operations = ['--operations', 'listAgents,getAgent,createChat,deleteChat'];
const options = { withDocument: true, args: ['--rules', 'auth.others-require-bearer', ...operations] };

type Takes = (token: string, known: string) => boolean;

/** Takes more tokens for that of its user than it should. */
function credulous(takes: Takes) {
  return ({ fetch, seeds }: StyledDeployment) =>
    (request: Request): Promise<Response> => {
      const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
      if (token === '' || !takes(token, seeds.jwt.own)) return fetch(request);
      const headers = new Headers(request.headers);
      headers.set('authorization', `Bearer ${seeds.jwt.own}`);
      return fetch(new Request(request, { headers }));
    };
}

const claims = (token: string): string => token.split('.').slice(0, 2).join('.');

const credulousOnes: readonly [string, Takes][] = [
  ['reads tokens without looking at their signature', (token, known) => claims(token) === claims(known)],
  ['takes any text for a token', (token) => !token.includes('.')],
  [
    'takes whatever has the form of a token',
    (token) => token.split('.').length === 3 && token.startsWith('ey'),
  ],
];

/** CI takes the last, WHOLE=1 takes all. */
test.each(credulousOnes.slice(isWhole ? 0 : -1))('a deployment that %s is found', async (_, takes) => {
  const { findings } = await judgeStyle(style, { ...options, wrap: credulous(takes) });
  expect(findings.map(({ rule }) => rule)).toContain('auth.others-require-bearer');
});

test('a forged token says the same as the real one, under another signature', () => {
  expect(forgedToken('head.claims.signature')).toBe('head.claims.signAture');
  expect(forgedToken('opaque-key')).not.toBe('opaque-key');
  expect(forgedToken('A')).not.toBe('A');
});
