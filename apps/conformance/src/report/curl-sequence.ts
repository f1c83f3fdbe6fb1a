import type { Call } from '../cases/sequences/sequence.ts';
import { isReference, referencesIn, type Value } from '../cases/sequences/sequence.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { succeeded } from '../exchanges/exchange.ts';
import { holdsIssuedKey, mask } from '../exchanges/redact.ts';
import type { JudgedFinding } from '../verdicts/verdict.ts';
import { type PlacedValue, valuesIn } from './answer-values.ts';
import { credentialVariable, curlCommand } from './curl-command.ts';
import { keepingAnswer, keptBody, verdictLines } from './curl-verdict.ts';
import { marked, quote, quoteMarked } from './shell-text.ts';

export interface SentCall {
  readonly call: Call;
  /** The call in words. */
  readonly words: string;
  /** All that was sent for it, without what only found out a name. */
  readonly exchanges: readonly [Exchange, ...Exchange[]];
}

/** The variable that holds a value, by the value as it was recorded. */
type Variables = Map<string, string>;

/**
 * A shell script that sends a sequence again with curl and jq: what it refers to in earlier answers is taken from
 * the answers that it gets itself, and credentials come from variables.
 */
export function curlSequence(sent: readonly SentCall[], finding: JudgedFinding): string {
  const shown: Shown = { exchange: finding.exchanges.at(-1), record: recordIn(finding), kept: undefined };
  const variables: Variables = new Map([[mask, 'AGENT_WORKERS_JWT']]);
  const lines = sent.flatMap((one, index) => {
    const group = concurrentGroupOf(sent, index);
    const lines = linesOf(one, { variables, later: sent.slice(index + 1), shown, ...group });
    return [`# ${one.words}`, ...pauseBefore(one, sent[index - 1]), ...lines];
  });
  const needed = sent.map(({ exchanges: [exchange] }) => credentialVariable(exchange));
  const given = [...new Set(needed)].filter((name) => name !== undefined && name !== 'CREATED_API_KEY');
  return [
    ...given.map((name) => `: "\${${name}:?put a credential into it}"`),
    ...lines,
    ...verdictLines(finding, {
      // Where it lacks a call that it refers to, identifiers stand as they were, and their records are gone.
      exchange: lacksCalls(sent) ? undefined : shown.kept,
      variableOf: (value) => variables.get(value),
      isSent: (value) => sent.some(({ exchanges: [first] }) => sends(first, value)),
    }),
  ].join('\n');
}

function lacksCalls(sent: readonly SentCall[]): boolean {
  const names = new Set(sent.map(({ call }) => call.name));
  return sent.some(({ call }) =>
    referencesIn(call).some((reference) => 'of' in reference && !names.has(reference.of)),
  );
}

/** A wait that counts, such as the time that what was written has to show; in ms. */
const leastPause = 500;

function pauseBefore({ exchanges }: SentCall, before: SentCall | undefined): string[] {
  const prior = exchanges.at(-2) ?? before?.exchanges.at(-1);
  const [from = Infinity, to = 0] = [prior?.response?.endedAt, exchanges.at(-1)?.sentAt];
  return to - from < leastPause ? [] : [`sleep ${((to - from) / 1000).toFixed(1)}`];
}

interface ConcurrentGroup {
  /** Whether the call goes out together with the one before or after it. */
  readonly isShared: boolean;
  readonly isLast: boolean;
}

function concurrentGroupOf(sent: readonly SentCall[], index: number): ConcurrentGroup {
  const joinsNext = sent[index + 1]?.call.alongside === true;
  return { isShared: joinsNext || sent[index]?.call.alongside === true, isLast: !joinsNext };
}

interface Context extends ConcurrentGroup {
  readonly variables: Variables;
  readonly later: readonly SentCall[];
  readonly shown: Shown;
}

/** The exchange that shows the finding, the record that it is about, and the exchange as far as the script keeps its answer. */
interface Shown {
  readonly exchange: number | undefined;
  readonly record: string | undefined;
  kept: Exchange | undefined;
}

function recordIn({ expected }: JudgedFinding): string | undefined {
  return expected.kind === 'listed' || expected.kind === 'absent' ? expected.record.id : undefined;
}

function linesOf({ call, exchanges }: SentCall, context: Context): string[] {
  const first = exchanges.findIndex(
    ({ origin, intent }) => origin.attempt > 1 && intent?.mutation !== undefined,
  );
  const [plain, mutated] =
    first < 1 ? [exchanges, []] : [exchanges.slice(first - 1, first), exchanges.slice(first)];
  const { variables } = context;
  return [
    ...plainLines(call, plain, context),
    ...mutated.map((one) => printing([one], `${toCurl(one, variables)}${signature(call)}`, context)),
  ];
}

function plainLines(call: Call, exchanges: readonly Exchange[], context: Context): string[] {
  const { variables, later, isShared, isLast } = context;
  const exchange = exchanges.at(-1);
  if (exchange === undefined) return [];
  const invented = inventUuids(call, exchange, variables);
  const command = `${toCurl(exchange, variables)}${signature(call)}`;
  const taken = isShared ? [] : takeValues(exchange, { variables, later, shown: context.shown });
  if (taken.length > 0) {
    const answer = `ANSWER_${exchange.origin.step}`;
    const takes = taken.flatMap(({ variable, path, value }) => [
      `${variable}=$(printf '%s' "$${answer}" | jq -r ${quote(path)})`,
      ...(isInQuery(value, later)
        ? [`${variable}_ENCODED=$(printf '%s' "$${variable}" | jq -sRr @uri)`]
        : []),
    ]);
    const sending = isShown(exchanges, context)
      ? `${printing(exchanges, command, context)}; ${answer}=${keptBody}`
      : `${answer}=$(${command}); printf '%s\\n' "$${answer}"`;
    return [...invented, sending, ...takes];
  }
  if (call.times !== undefined && exchanges.length > 1) {
    const each = printing(exchanges, command, context);
    return [...invented, `for _ in $(seq ${exchanges.length}); do ${each}; done`];
  }
  if (!isShared) return [...invented, printing(exchanges, command, context)];
  return [...invented, `${command} -i &`, ...(isLast ? ['wait; echo'] : [])];
}

/** The answer of the exchange that shows the finding tells at the end of the script whether it does so again. */
function printing(exchanges: readonly Exchange[], command: string, context: Context): string {
  if (!isShown(exchanges, context)) return `${command} -i; echo`;
  context.shown.kept = exchanges.find(({ id }) => id === context.shown.exchange);
  return keepingAnswer(command);
}

function isShown(exchanges: readonly Exchange[], { shown }: Context): boolean {
  return exchanges.some(({ id }) => id === shown.exchange);
}

/** A header that the deployment's owner names, with a value that is never recorded. */
function signature(call: Call): string {
  return call.signature === undefined ? '' : ' -H "$SIGNATURE_HEADER: $SIGNATURE"';
}

function toCurl(exchange: Exchange, variables: Variables): string {
  const { url, body } = exchange.request;
  return curlCommand(exchange, {
    url: quoteMarked(withVariables(url, variables)),
    body: body === undefined ? undefined : bodyWith(body, variables),
  });
}

function withVariables(url: string, variables: Variables): string {
  const { origin, pathname, searchParams } = new URL(url);
  const put = (text: string): string => {
    const variable = variables.get(decodeURIComponent(text));
    return variable === undefined ? text : marked(variable);
  };
  const path = pathname.split('/').map(put).join('/');
  const query = [...searchParams].map(([name, value]) => {
    const variable = isIdentifier({ name, value }) ? variables.get(value) : undefined;
    return `${name}=${variable === undefined ? encodeURIComponent(value) : marked(`${variable}_ENCODED`)}`;
  });
  return `${origin}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
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

/** What a body may have from an earlier answer; a short value may be there for a reason of its own. */
function isIdentifier({ name, value }: Pick<PlacedValue, 'name' | 'value'>): boolean {
  return value.length >= 8 || /id$/i.test(name) || /cursor$/i.test(name);
}

/** A value such as a cursor may hold characters that mean something in a query. */
function isInQuery(value: string, later: readonly SentCall[]): boolean {
  return later.some(({ exchanges }) =>
    exchanges.some(({ request }) => [...new URL(request.url).searchParams.values()].includes(value)),
  );
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An identifier that the sequence made up must be another one each time. */
function inventUuids(call: Call, { request, origin: { step } }: Exchange, variables: Variables): string[] {
  if (!Object.values(call.body ?? {}).some(isFreshUuid)) return [];
  const unknown = valuesIn(request.body ?? '').filter(
    ({ value }) => uuid.test(value) && !variables.has(value),
  );
  return unknown.slice(0, 1).map(({ value }) => {
    variables.set(value, `UUID_${step}`);
    return `UUID_${step}=$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)`;
  });
}

function isFreshUuid(value: Value): boolean {
  return isReference(value) && 'fresh' in value && value.form === 'uuid';
}

/** What later calls need of an answer gets a variable; what was sent in the first place needs none. */
function takeValues(
  exchange: Exchange,
  { variables, later, shown }: Pick<Context, 'variables' | 'later' | 'shown'>,
): readonly (Pick<PlacedValue, 'path' | 'value'> & { readonly variable: string })[] {
  if (!succeeded(exchange)) return [];
  const needed = new Set([...later.flatMap(({ exchanges: [first] }) => valuesOf(first)), shown.record]);
  const inBody = valuesIn(exchange.request.body ?? '').map(({ value }) => value);
  const sentHere = new Set([...valuesOf(exchange), ...inBody]);
  const needsKey = later.some(({ exchanges: [first] }) => first.identity === 'created');
  const taken: { variable: string; path: string; value: string }[] = [];
  for (const { value, path, name } of valuesIn(exchange.response?.body.text ?? '')) {
    const isKey = needsKey && holdsIssuedKey(value);
    if (variables.has(value) || (!isKey && (!needed.has(value) || sentHere.has(value)))) continue;
    const variable = isKey ? 'CREATED_API_KEY' : `${toName(name)}_${exchange.origin.step}`;
    if (taken.some((one) => one.variable === variable)) continue;
    variables.set(value, variable);
    taken.push({ variable, path, value });
  }
  return taken;
}

/** The values that a request may have from an earlier answer. */
function valuesOf({ request }: Exchange): readonly string[] {
  const { pathname, searchParams } = new URL(request.url);
  const inBody = valuesIn(request.body ?? '').filter(isIdentifier);
  return [
    ...pathname.split('/').map(decodeURIComponent),
    ...[...searchParams].filter(([name, value]) => isIdentifier({ name, value })).map(([, value]) => value),
    ...inBody.map(({ value }) => value),
  ];
}

function sends(exchange: Exchange, value: string): boolean {
  return (
    valuesOf(exchange).includes(value) ||
    valuesIn(exchange.request.body ?? '').some((one) => one.value === value)
  );
}

/** `bundleId` and `bundle-id` are BUNDLE_ID. */
function toName(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/\W+/g, '_')
    .toUpperCase();
  return /^[A-Z]/.test(words) ? words : `VALUE_${words}`;
}
