import type { Identity, InvalidToken } from '../cases/scenario.ts';
import { credentialVariables } from '../deployment/find-credentials.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { malformedToken } from '../exchanges/invalid-tokens.ts';
import { quoteShortly } from './shell-text.ts';

/** As the command line takes them from the environment. */
const variables = {
  workers: { own: credentialVariables.apiKey, other: credentialVariables.otherApiKey },
  user: { own: credentialVariables.jwt, other: credentialVariables.otherJwt },
} as const;

interface Words {
  /** As a word of the shell already. */
  readonly url: string;
  readonly body?: string | undefined;
}

/** A request as curl sends it; credentials come from variables. */
export function curlCommand(exchange: Exchange, words: Words): string {
  return `curl ${curlArguments(exchange, words)}`;
}

/** The same without the name of the program, which takes several of them at once. */
export function curlArguments(exchange: Exchange, { url, body = exchange.request.body }: Words): string {
  const { contentType = 'application/json' } = exchange.request;
  const data =
    body === undefined ? [] : [`-H 'content-type: ${contentType}'`, `--data-raw ${quoteShortly(body)}`];
  const authorization = authorizationOf(exchange);
  return [
    '-sS',
    `-X ${exchange.request.method}`,
    url,
    ...(authorization === undefined ? [] : [`-H "Authorization: ${authorization}"`]),
    ...data,
  ].join(' ');
}

/** Takes the id of the run that an answer started out of its headers. */
export function takeRunId(variable: string, answer: string): string {
  return `${variable}=$(printf '%s' "$${answer}" | tr -d '\\r' | sed -n 's/^x-service-run-id: //Ip' | head -n 1)`;
}

/** The variable that holds the credential of an exchange; undefined where it has none or an invented one. */
export function credentialVariable({ identity, api }: Exchange): string | undefined {
  const { own, other } = variables[api];
  if (identity === 'sandbox') return credentialVariables.sandboxJwt;
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

/** Invalid credentials, as a shell makes them of the user's own: the same as were sent in the first place. */
const forms = {
  unknown: () => 'Bearer an-unknown-key',
  malformed: () => `Bearer ${malformedToken}`,
  empty: () => 'Bearer',
  forged: (own) => `Bearer ${changed(own, 'flip(0.5)')}`,
  expired: (own) =>
    `Bearer ${changed(own, 'split(".") as $p | ($p[1] // "" | said) as $s | if $s == null then flip(0.25) else [$p[0], ($s + {exp: 1000000000} | coded)] + $p[2:] | join(".") end')}`,
  unsigned: (own) =>
    `Bearer ${changed(own, 'split(".") as $p | ($p[0] // "" | said) as $s | if $s == null then flip(0.75) else [($s + {alg: "none"} | coded), $p[1] // "", ""] | join(".") end')}`,
  shortened: (own) => `Bearer $\{${own}%??????}`,
  lengthened: (own) => `Bearer $\{${own}}A`,
  wildcard: (own) => `Bearer $(printf "%.$(((\${#${own}} + 1) / 2))s" "$${own}")%`,
  'other-scheme': (own) => `Basic $${own}`,
} as const satisfies Record<InvalidToken, (own: string) => string>;

/** Another character behind the last dot, what a part of a JWT says, and such a part of an object. */
const tokens =
  'def flip($part): (rindex(".") // -1) as $b | ($b + ((length - $b) * $part | ceil)) as $i | .[:$i] + (if .[$i:$i + 1] == "A" then "B" else "A" end) + .[$i + 1:]; ' +
  'def said: gsub("-"; "+") | gsub("_"; "/") | . + ("=" * ((4 - length % 4) % 4)) | try (@base64d | fromjson | if type == "object" then . else null end) catch null; ' +
  'def coded: tojson | @base64 | gsub("="; "") | gsub("[+]"; "-") | gsub("/"; "_"); ';

function changed(own: string, filter: string): string {
  return `$(printf '%s' "$${own}" | jq -Rr '${tokens}${filter}')`;
}
