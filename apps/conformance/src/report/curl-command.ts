import type { Identity, InvalidToken } from '../cases/scenario.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { malformedToken } from '../exchanges/invalid-tokens.ts';
import { quoteShortly } from './shell-text.ts';

/** As the command line takes them from the environment. */
const variables = {
  workers: { own: 'AGENT_WORKERS_API_KEY', other: 'AGENT_WORKERS_OTHER_API_KEY' },
  user: { own: 'AGENT_WORKERS_JWT', other: 'AGENT_WORKERS_OTHER_JWT' },
} as const;

/** A request as curl sends it, with its URL as a word of the shell already; credentials come from variables. */
export function curlCommand(
  exchange: Exchange,
  { url, body = exchange.request.body }: { readonly url: string; readonly body?: string | undefined },
): string {
  const { contentType = 'application/json' } = exchange.request;
  const data =
    body === undefined ? [] : [`-H 'content-type: ${contentType}'`, `--data-raw ${quoteShortly(body)}`];
  const authorization = authorizationOf(exchange);
  return [
    'curl -sS',
    `-X ${exchange.request.method}`,
    url,
    ...(authorization === undefined ? [] : [`-H "Authorization: ${authorization}"`]),
    ...data,
  ].join(' ');
}

/** The variable that holds the credential of an exchange; undefined where it has none or an invented one. */
export function credentialVariable({ identity, api }: Exchange): string | undefined {
  const { own, other } = variables[api];
  if (identity === 'sandbox') return 'AGENT_WORKERS_SANDBOX_JWT';
  if (identity === 'created') return 'CREATED_API_KEY';
  if (identity === 'other') return other;
  return invented.includes(identity) ? undefined : own;
}

/** What needs no credential. */
const invented: readonly Identity[] = ['missing', 'unknown', 'malformed', 'empty'];

function authorizationOf(exchange: Exchange): string | undefined {
  const { identity } = exchange;
  const variable = credentialVariable(exchange) ?? '';
  const form = forms[identity as keyof typeof forms];
  if (form !== undefined) return form(variable);
  return variable === '' ? undefined : `Bearer $${variable}`;
}

/** Invalid credentials, as a shell makes them of the user's own. */
const forms = {
  unknown: () => 'Bearer an-unknown-key',
  malformed: () => `Bearer ${malformedToken}`,
  empty: () => 'Bearer',
  forged: (own) => `Bearer $\{${own}%?????}AAAAA`,
  expired: (own) =>
    `Bearer $\{${own}%%.*}.$(printf '{"sub":"nobody","exp":1000000000}' | base64 | tr -d '=').$\{${own}##*.}`,
  unsigned: (own) =>
    `Bearer $(printf '{"alg":"none","typ":"JWT"}' | base64 | tr -d '=').$(echo $${own} | cut -d. -f2).`,
  shortened: (own) => `Bearer $\{${own}%??????}`,
  lengthened: (own) => `Bearer $\{${own}}A`,
  'other-scheme': (own) => `Basic $${own}`,
} as const satisfies Record<InvalidToken, (own: string) => string>;
