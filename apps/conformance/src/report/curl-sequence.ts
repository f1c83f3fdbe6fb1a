import { type Call, referencesIn } from '../cases/sequences/sequence.ts';
import { type Exchange, header } from '../exchanges/exchange.ts';
import { holdsIssuedKey, mask } from '../exchanges/redact.ts';
import type { JudgedFinding } from '../verdicts/verdict.ts';
import { credentialVariable, takeRunId } from './curl-command.ts';
import type { KeptAnswer } from './curl-filter.ts';
import {
  inventUuids,
  isInQuery,
  sends,
  signature,
  takeValues,
  toCurl,
  type Variables,
} from './curl-variables.ts';
import { keepingAnswer, keptBody, shownBy, threeTimes, verdictLines, withoutHead } from './curl-verdict.ts';
import { quote } from './shell-text.ts';

export interface SentCall {
  readonly call: Call;
  /** The call in words. */
  readonly words: string;
  /** All that was sent for it, without what only found out a name. */
  readonly exchanges: readonly [Exchange, ...Exchange[]];
}

/**
 * A shell script that sends a sequence again with curl and jq: what it refers to in earlier answers is taken from
 * the answers that it gets itself, and credentials come from variables.
 */
export function curlSequence(sent: readonly SentCall[], finding: JudgedFinding): string {
  const id = shownBy(
    finding,
    sent.flatMap(({ exchanges }) => exchanges),
  );
  const shown: Shown = {
    exchange: id,
    beside: [...finding.exchanges.filter((one) => one !== id), ...alsoNeeded(finding, id, sent)],
    record: recordIn(finding),
    kept: undefined,
    others: [],
  };
  const variables: Variables = new Map([[mask, 'AGENT_WORKERS_JWT']]);
  const lines = sent.flatMap((one, index) => {
    const group = concurrentGroupOf(sent, index);
    const lines = linesOf(one, { variables, later: sent.slice(index + 1), shown, ...group });
    return [`# ${one.words}`, ...pauseBefore(one, sent[index - 1]), ...lines];
  });
  const needed = sent.map(({ exchanges: [exchange] }) => credentialVariable(exchange));
  const given = [...new Set(needed)].filter((name) => name !== undefined && name !== 'CREATED_API_KEY');
  const others = othersIn(shown);
  const script = [
    ...lines,
    ...verdictLines(finding, {
      // Where it lacks a call that it refers to, identifiers stand as they were, and their records are gone.
      exchange: lacksCalls(sent) ? undefined : shown.kept,
      others,
      cameAbout: isNamed(finding, others, variables),
      variableOf: (value) => variables.get(value),
      isSent: (value) => sent.some(({ exchanges: [first] }) => sends(first, value)),
    }),
  ];
  return [
    ...given.map((name) => `: "\${${name}:?put a credential into it}"`),
    ...(script.at(-1) === 'exit 2' ? script : threeTimes(script)),
  ].join('\n');
}

/** Whether the list still names what was due because of that. */
function isNamed(
  { expected }: JudgedFinding,
  [list]: readonly KeptAnswer[],
  variables: Variables,
): string | undefined {
  if (!('because' in expected) || expected.because?.kind !== 'listed') return undefined;
  const { name } = expected.because;
  if (name === undefined || list === undefined) return undefined;
  const variable = variables.get(name);
  return `printf '%s' "$${list.variable}" | grep -qiF -- ${variable === undefined ? quote(name) : `"$${variable}"`}`;
}

function lacksCalls(sent: readonly SentCall[]): boolean {
  const names = new Set(sent.map(({ call }) => call.name));
  return sent.some(({ call }) =>
    referencesIn(call).some((reference) => 'of' in reference && !names.has(reference.of)),
  );
}

/** The answers that gave the keys which another one should have withheld; or showed the value that should have stayed. */
function alsoNeeded(
  { expected, observed }: JudgedFinding,
  shown: number | undefined,
  sent: readonly SentCall[],
): readonly number[] {
  const all = sent.flatMap(({ exchanges }) => exchanges);
  const main = all.find(({ id }) => id === shown);
  const isNeeded = ({ id, identity, request, response }: Exchange): boolean => {
    if (id === shown) return false;
    if (expected.kind === 'withheld')
      return expected.secret === 'api-key' && holdsIssuedKey(response?.body.text ?? '');
    const isFormer = observed.kind === 'field' && observed.before !== undefined;
    return isFormer && identity === main?.identity && request.url === main.request.url;
  };
  return all.filter(isNeeded).map(({ id }) => id);
}

/** Each answer that the finding rests on and the script keeps, beside the one that shows it, in their order. */
function othersIn({ beside, others }: Shown): readonly KeptAnswer[] {
  return others
    .filter(({ exchange }) => beside.includes(exchange.id))
    .toSorted((a, b) => a.exchange.id - b.exchange.id);
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
  /** The others that it rests on. */
  readonly beside: readonly number[];
  readonly record: string | undefined;
  kept: Exchange | undefined;
  others: readonly KeptAnswer[];
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
  const runId = header(exchange, 'x-service-run-id');
  if (!isShared && runId !== undefined && exchange.request.method === 'POST' && !isShown(exchanges, context))
    return [...invented, startingRun(exchange, runId, command, context)];
  const taken = isShared ? [] : takeValues(exchange, { variables, later, record: context.shown.record });
  if (taken.length > 0) {
    const answer = `ANSWER_${exchange.origin.step}`;
    const takes = taken.flatMap(({ variable, path, value }) => [
      `${variable}=$(printf '%s' "$${answer}" | jq -er ${quote(path)}) || exit 2`,
      ...(isInQuery(value, later)
        ? [`${variable}_ENCODED=$(printf '%s' "$${variable}" | jq -sRr @uri)`]
        : []),
    ]);
    const sending = isShown(exchanges, context)
      ? `${printing(exchanges, command, context)}; ${answer}=${keptBody}`
      : keepingBody(command, answer);
    keep(exchanges, answer, context);
    return [...invented, sending, ...takes];
  }
  if (call.times !== undefined && (exchanges.length > 1 || exchange.origin.attempt > 1))
    return [...invented, repeating(call, exchanges, { command, context })];
  if (!isShared) return [...invented, printing(exchanges, command, context)];
  return [...invented, `${command} -i &`, ...(isLast ? ['wait; echo'] : [])];
}

function repeating(
  { kind, times }: Call,
  exchanges: readonly Exchange[],
  { command, context }: { readonly command: string; readonly context: Context },
): string {
  const each = `${keepingBefore(exchanges, context)}${printing(exchanges, command, context)}`;
  // Of what is sent until it is refused only some is kept, so how often it was taken before does not show.
  return kind === 'open-refusal' && isShown(exchanges, context)
    ? `for _ in $(seq ${times}); do ${each}; case "$STATUS" in 2??) ;; *) break;; esac; done`
    : `for _ in $(seq ${exchanges.length}); do ${each}; done`;
}

/** The answer of the exchange that shows the finding tells at the end of the script whether it does so again. */
function printing(exchanges: readonly Exchange[], command: string, context: Context): string {
  const beside = exchanges.find(({ id }) => context.shown.beside.includes(id));
  if (!isShown(exchanges, context)) {
    if (beside === undefined || context.isShared) return `${command} -i; echo`;
    const body = `BODY_${beside.origin.step}`;
    keep(exchanges, body, context);
    return keepingBody(command, body);
  }
  context.shown.kept = exchanges.find(({ id }) => id === context.shown.exchange);
  return keepingAnswer(command);
}

/** What later calls need of a run is its id. */
function startingRun(exchange: Exchange, runId: string, command: string, context: Context): string {
  const { step } = exchange.origin;
  context.variables.set(runId, `RUN_${step}`);
  const body = `BODY_${step}`;
  const isBeside = keep([exchange], body, context);
  return [
    `SENT=$(${command} -i)`,
    'printf \'%s\\n\' "$SENT"',
    takeRunId(`RUN_${step}`, 'SENT'),
    ...(isBeside ? [`${body}=$(printf '%s\\n' "$SENT" | ${withoutHead})`] : []),
  ].join('; ');
}

/** Where the finding rests on the answer before, of several to one call, too. */
function keepingBefore(exchanges: readonly Exchange[], context: Context): string {
  const [before, last] = exchanges.slice(-2);
  if (before === undefined || last?.id !== context.shown.exchange) return '';
  const body = `BODY_${before.origin.step}`;
  return keep([before], body, context) ? `${body}=${keptBody}; ` : '';
}

/** Prints a body and keeps it in a variable. */
function keepingBody(command: string, variable: string): string {
  return `${variable}=$(${command}); printf '%s\\n' "$${variable}"`;
}

/** Of an answer that the finding rests on, the script knows the variable that holds its body. */
function keep(exchanges: readonly Exchange[], variable: string, { shown }: Context): boolean {
  const exchange = exchanges.find(({ id }) => shown.beside.includes(id));
  if (exchange !== undefined) shown.others = [...shown.others, { exchange, variable }];
  return exchange !== undefined;
}

function isShown(exchanges: readonly Exchange[], { shown }: Context): boolean {
  return exchanges.some(({ id }) => id === shown.exchange);
}
