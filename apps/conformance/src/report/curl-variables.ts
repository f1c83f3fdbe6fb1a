import type { Call } from '../cases/sequences/sequence.ts';
import { isReference, referencesIn, type Value, type ValueRecord } from '../cases/sequences/sequence.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { holdsIssuedKey } from '../exchanges/redact.ts';
import { isUuid } from '../json/uuid.ts';
import { type PlacedValue, valuesIn } from './answer-values.ts';
import { curlArguments } from './curl-command.ts';
import { marked, quote, quoteMarked, required } from './shell-text.ts';

/** The variable that holds a value, by the value as it was recorded. */
export type Variables = Map<string, string>;

/** The name of the header, and what the owner signed. */
export const signatureNeeds = [
  required('SIGNATURE_HEADER', 'the name of the header with the signature'),
  required('SIGNATURE', 'the signature of the event'),
];

/** A header that the deployment's owner names, with a value that is never recorded. */
export function signature(call: Call): string {
  if (call.signature === undefined) return '';
  const { value } = call.signature;
  if (typeof value === 'string') return ` -H "$SIGNATURE_HEADER: "${quote(value)}`;
  const isShortened = isReference(value) && 'altered' in value && value.altered === 'shortened';
  return ` -H "$SIGNATURE_HEADER: ${isShortened ? '$' + '{SIGNATURE%?}' : '$SIGNATURE'}"`;
}

export function toArguments(exchange: Exchange, variables: Variables, { raw }: Pick<Call, 'raw'>): string {
  const { url, body } = exchange.request;
  // What is sent as it stands may be signed, to the byte.
  const isPlain = body === undefined || raw !== undefined;
  return curlArguments(exchange, {
    url: quoteMarked(withVariables(url, variables)),
    body: isPlain ? body : bodyWith(body, variables),
  });
}

function withVariables(url: string, variables: Variables): string {
  const { origin, pathname, search, searchParams } = new URL(url);
  const put = (text: string): string => {
    const variable = variables.get(decodeURIComponent(text));
    return variable === undefined ? text : marked(variable);
  };
  const path = pathname.split('/').map(put).join('/');
  // How a value is written may be what the finding is about.
  const written = search.slice(1).split('&');
  const query = [...searchParams].map(([name, value], index) => {
    const variable = isIdentifier({ name, value }) ? variables.get(value) : undefined;
    return variable === undefined ? written[index] : `${name}=${marked(encodedOf(value, variable))}`;
  });
  return `${origin}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** A UUID stands in a query as it is. */
function encodedOf(value: string, variable: string): string {
  return isUuid(value) ? variable : `${variable}_ENCODED`;
}

/** Numbers are put in without quotation marks, as they came. */
function bodyWith(body: string, variables: Variables): string {
  const used = valuesIn(body).flatMap((one) => (isIdentifier(one) ? (variables.get(one.value) ?? []) : []));
  if (used.length === 0) return body;
  const put = JSON.stringify(JSON.parse(body), (name, value: unknown) => {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const variable = isIdentifier({ name, value: String(value) }) ? variables.get(String(value)) : undefined;
    return variable === undefined ? value : `\u0000${typeof value}\u0000${variable}\u0000`;
  });
  return put.replaceAll(/"\\u0000(string|number)\\u0000(\w+)\\u0000"/g, (_, type, variable: string) =>
    type === 'string' ? `"${marked(variable)}"` : marked(variable),
  );
}

/** What a body may have from an earlier answer; a short value, or several words, may be there for a reason of their own. */
export function isIdentifier({ name, value }: Pick<PlacedValue, 'name' | 'value'>): boolean {
  return (value.length >= 8 && !/\s/.test(value)) || /id$/i.test(name) || /cursor$/i.test(name);
}

/** A value such as a cursor may hold characters that mean something in a query. */
export function isInQuery(value: string, later: Taking['later']): boolean {
  if (isUuid(value)) return false;
  return later.some(({ exchanges }) =>
    exchanges.some(({ request }) => [...new URL(request.url).searchParams.values()].includes(value)),
  );
}

/** An identifier that the sequence made up must be another one each time. */
export function inventUuids(
  call: Call,
  { request, origin: { step } }: Exchange,
  variables: Variables,
): string[] {
  if (!Object.values({ ...call.query, ...call.body }).some(isFreshUuid)) return [];
  const queried = [...new URL(request.url).searchParams.values()];
  const sent = [...queried, ...valuesIn(request.body ?? '').map(({ value }) => value)];
  const unknown = sent.filter((value) => isUuid(value) && !variables.has(value));
  return unknown.slice(0, 1).map((value) => {
    variables.set(value, `UUID_${step}`);
    return `UUID_${step}=$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)`;
  });
}

function isFreshUuid(value: Value): boolean {
  return isReference(value) && 'fresh' in value && value.form === 'uuid';
}

/** The calls after an answer, those before it with its own, and the record that the finding is about. */
interface Taking {
  readonly variables: Variables;
  readonly later: readonly Sent[];
  readonly earlier: readonly Sent[];
  readonly record: string | undefined;
}

interface Sent {
  readonly call: Call;
  readonly exchanges: readonly [Exchange, ...Exchange[]];
}

/** What later calls need of an answer gets a variable; what was sent in the first place needs none. */
export function takeValues(
  exchange: Exchange,
  { variables, later, earlier, record }: Taking,
): readonly (Pick<PlacedValue, 'path' | 'value'> & { readonly variable: string })[] {
  if (!succeeded(exchange)) return [];
  // A list may hold what it is about in any place.
  const about = exchange.request.method === 'GET' ? [] : [record];
  const needed = new Set([...later.flatMap(valuesFromAnswers), ...about]);
  const known = new Set([exchange, ...earlier.flatMap(({ exchanges }) => exchanges)].flatMap(allValuesOf));
  const needsKey = later.some(({ exchanges: [first] }) => first.identity === 'created');
  const taken: { variable: string; path: string; value: string }[] = [];
  for (const { value, path, name } of valuesIn(exchange.response?.body.text ?? '')) {
    const isKey = needsKey && holdsIssuedKey(value);
    if (variables.has(value) || (!isKey && (!needed.has(value) || known.has(value)))) continue;
    const variable = isKey ? 'CREATED_API_KEY' : `${toName(name)}_${exchange.origin.step}`;
    if (taken.some((one) => one.variable === variable)) continue;
    variables.set(value, variable);
    taken.push({ variable, path, value });
  }
  return taken;
}

/** The values that a call may have from an earlier answer; what the config tells is the same in each run. */
function valuesFromAnswers({ call, exchanges: [first] }: Sent): readonly string[] {
  const { inPath, inQuery, inBody } = valuesOf(first);
  return [
    ...(isFromFixtures(call.path) ? [] : inPath),
    ...(isFromFixtures(call.query) ? [] : inQuery),
    ...(isFromFixtures(call.body) ? [] : inBody),
  ];
}

function isFromFixtures(values: ValueRecord | undefined): boolean {
  const references = referencesIn(values);
  return references.length > 0 && references.every((one) => 'fixture' in one);
}

interface Values {
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  readonly inBody: readonly string[];
}

function valuesOf({ request }: Exchange): Values {
  const { pathname, searchParams } = new URL(request.url);
  const queried = [...searchParams].filter(([name, value]) => isIdentifier({ name, value }));
  return {
    inPath: pathname.split('/').map(decodeURIComponent),
    inQuery: queried.map(([, value]) => value),
    inBody: valuesIn(request.body ?? '')
      .filter(isIdentifier)
      .map(({ value }) => value),
  };
}

function allValuesOf(exchange: Exchange): readonly string[] {
  const { inPath, inQuery } = valuesOf(exchange);
  return [...inPath, ...inQuery, ...valuesIn(exchange.request.body ?? '').map(({ value }) => value)];
}

export function sends(exchange: Exchange, value: string): boolean {
  return allValuesOf(exchange).includes(value);
}

/** `bundleId` and `bundle-id` are BUNDLE_ID. */
function toName(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/\W+/g, '_')
    .toUpperCase();
  return /^[A-Z]/.test(words) ? words : `VALUE_${words}`;
}
