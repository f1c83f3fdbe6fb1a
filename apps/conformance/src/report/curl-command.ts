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
  const credential = credentialOf(exchange);
  return [
    'curl -sS',
    `-X ${exchange.request.method}`,
    url,
    ...(credential === undefined ? [] : [`-H "Authorization: Bearer ${credential}"`]),
    ...data,
  ].join(' ');
}

/** The variable that holds the credential of an exchange; undefined where it has none or an invented one. */
export function credentialVariable({ credential, probe }: Exchange): string | undefined {
  const { own, other } = probe === undefined ? variables.workers : variables.user;
  const names: Readonly<Record<Exchange['credential'], string | undefined>> = {
    own,
    other,
    sandbox: 'AGENT_WORKERS_SANDBOX_JWT',
    created: 'CREATED_API_KEY',
    missing: undefined,
    unknown: undefined,
    forged: own,
    malformed: undefined,
  };
  return names[credential];
}

function credentialOf(exchange: Exchange): string | undefined {
  if (exchange.credential === 'unknown') return 'a-key-that-nobody-issued';
  if (exchange.credential === 'malformed') return malformedToken;
  const variable = credentialVariable(exchange);
  if (exchange.credential === 'forged') return `$\{${variable}%?????}AAAAA`;
  return variable === undefined ? undefined : `$${variable}`;
}
