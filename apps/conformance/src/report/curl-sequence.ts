import type { Call } from '../cases/sequences/sequence.ts';
import { type Exchange, header, succeeded } from '../exchanges/exchange.ts';
import { mask } from '../exchanges/redact.ts';
import type { JudgedFinding } from '../verdicts/verdict.ts';
import { valuesIn } from './answer-values.ts';
import { type AnswerSource, answerAtOnce, answerTo, sendingAtOnce } from './curl-answer.ts';
import { credentialVariable, takeRunId } from './curl-command.ts';
import { conditionOf } from './curl-condition.ts';
import type { KeptAnswer } from './curl-filter.ts';
import {
  inventUuids,
  isInQuery,
  sends,
  signature,
  signatureNeeds,
  takeValues,
  toArguments,
  type Variables,
} from './curl-variables.ts';
import {
  keepingAnswer,
  keptBody,
  neverKept,
  shownBy,
  threeTimes,
  verdictLines,
  withoutHead,
} from './curl-verdict.ts';
import { alsoNeeded, recordIn } from './needed-answers.ts';
import {
  type Group,
  groupsOf,
  lacksCalls,
  lastOf,
  pauseBefore,
  type SentCall,
  statusesBeside,
} from './sent-calls.ts';
import { quote, required } from './shell-text.ts';

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
    repeated: finding.observed.kind === 'repeated' ? finding.observed.id : undefined,
    identifiers: undefined,
  };
  const variables: Variables = new Map([[mask, 'AGENT_WORKERS_JWT']]);
  const lines = groupsOf(sent).flatMap((group) => {
    const at = sent.indexOf(group[0]);
    const [earlier, later] = [sent.slice(0, at), sent.slice(at + group.length)];
    return linesOfGroup(group, sent, { variables, earlier, later, shown });
  });
  const needed = sent.map(({ exchanges: [exchange] }) => credentialVariable(exchange));
  const given = [...new Set(needed)].flatMap((name) =>
    name === undefined || name === 'CREATED_API_KEY' ? [] : [name],
  );
  const others = othersIn(shown);
  const statuses = statusesBeside(sent, shown.kept);
  // That calls at once do not meet as they did, shows nothing.
  const again = (script: readonly string[]): readonly string[] =>
    statuses === undefined ? threeTimes(script) : [neverKept(script.join('\n'))];
  const script = [
    ...lines,
    ...verdictLines(finding, {
      // Where it lacks a call that it refers to, identifiers stand as they were, and their records are gone.
      exchange: lacksCalls(sent) ? undefined : shown.kept,
      others,
      cameAbout: conditionOf(finding, others, variables),
      variableOf: (value) => variables.get(value),
      isSent: (value) => sent.some(({ exchanges: [first] }) => sends(first, value)),
      statuses,
      identifiers: shown.identifiers,
    }),
  ];
  return [
    ...given.map((name) => required(name, 'a credential')),
    ...(sent.some(({ call }) => call.signature !== undefined) ? signatureNeeds : []),
    ...(script.some((line) => /\bjq /.test(line)) ? [needsJq] : []),
    ...(script.at(-1) === 'exit 2' ? script : again(script)),
  ].join('\n');
}

/** Without it no value could be told, and all would seem to be there. */
const needsJq = "command -v jq > /dev/null || { echo 'This script needs jq.' >&2; exit 2; }";

/** Each answer that the finding rests on and the script keeps, beside the one that shows it, in their order. */
function othersIn({ beside, others }: Shown): readonly KeptAnswer[] {
  return others
    .filter(({ exchange }) => beside.includes(exchange.id))
    .toSorted((a, b) => a.exchange.id - b.exchange.id);
}

function linesOfGroup(group: Group, sent: readonly SentCall[], context: Context): string[] {
  const pause = pauseBefore(group[0], sent[sent.indexOf(group[0]) - 1]);
  if (group.length === 1) return [`# ${group[0].words}`, ...pause, ...linesOf(group[0], context)];
  const all = group.map((one) => {
    const exchange = lastOf(one);
    return { exchange, step: exchange.origin.step, ...prepared(one.call, exchange, context) };
  });
  return [
    ...group.map(({ words }) => `# ${words}`),
    ...pause,
    ...all.flatMap(({ invented }) => invented),
    ...sendingAtOnce(all),
    ...all.flatMap(({ exchange, step }) => collecting(exchange, answerAtOnce(step), context)),
  ];
}

interface Context {
  readonly variables: Variables;
  readonly earlier: readonly SentCall[];
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
  /** The identifier that came again, and the variable with those of all answers to that call. */
  readonly repeated: string | undefined;
  identifiers: string | undefined;
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
    ...mutated.map((one) =>
      printing([one], answerTo(`curl ${toArguments(one, variables, call)}${signature(call)}`), context),
    ),
  ];
}

function plainLines(call: Call, exchanges: readonly Exchange[], context: Context): string[] {
  const exchange = exchanges.at(-1);
  if (exchange === undefined) return [];
  const { invented, options } = prepared(call, exchange, context);
  const source = answerTo(`curl ${options}`);
  const isRepeated = call.times !== undefined && (exchanges.length > 1 || exchange.origin.attempt > 1);
  const lines = takingFrom(exchanges, source, context);
  if (lines !== undefined) return [...invented, ...lines];
  return [
    ...invented,
    isRepeated ? repeating(call, exchanges, { source, context }) : printing(exchanges, source, context),
  ];
}

function prepared(
  call: Call,
  exchange: Exchange,
  { variables }: Context,
): { readonly invented: readonly string[]; readonly options: string } {
  const invented = inventUuids(call, exchange, variables);
  return { invented, options: `${toArguments(exchange, variables, call)}${signature(call)}` };
}

/** Prints the answer to one call, and keeps what is needed of it. */
function collecting(exchange: Exchange, source: AnswerSource, context: Context): readonly string[] {
  return takingFrom([exchange], source, context) ?? [printing([exchange], source, context)];
}

/** Prints an answer and takes out of it what later calls refer to; undefined where they refer to nothing. */
function takingFrom(
  exchanges: readonly Exchange[],
  source: AnswerSource,
  context: Context,
): readonly string[] | undefined {
  const { later, shown } = context;
  const exchange = exchanges.at(-1);
  if (exchange === undefined) return undefined;
  const runId = header(exchange, 'x-service-run-id');
  if (runId !== undefined && exchange.request.method === 'POST' && !isShown(exchanges, context))
    return [startingRun(exchange, runId, source, context)];
  const taken = takeValues(exchange, { ...context, record: shown.record });
  if (taken.length === 0) return undefined;
  const answer = `ANSWER_${exchange.origin.step}`;
  const takes = taken.flatMap(({ variable, path, value }) => [
    `${variable}=$(printf '%s' "$${answer}" | jq -er ${quote(path)}) || exit 2`,
    ...(isInQuery(value, later) ? [`${variable}_ENCODED=$(printf '%s' "$${variable}" | jq -sRr @uri)`] : []),
  ]);
  const sending = isShown(exchanges, context)
    ? `${printing(exchanges, source, context)}; ${answer}=${keptBody}`
    : keepingBody(source, answer);
  keep(exchanges, answer, context);
  return [sending, ...takes];
}

function repeating(
  { kind, times }: Call,
  exchanges: readonly Exchange[],
  { source, context }: { readonly source: AnswerSource; readonly context: Context },
): string {
  const sending = `${keepingBefore(exchanges, context)}${printing(exchanges, source, context)}`;
  const each = `${sending}${gatheringIdentifier(exchanges, context)}`;
  const shown = exchanges.find(({ id }) => id === context.shown.exchange);
  // Which one is refused may hang on how many there were before.
  const isRefusedOnce = shown !== undefined && !succeeded(shown) && exchanges.some(succeeded);
  if (shown === undefined || (kind !== 'open-refusal' && !isRefusedOnce))
    return `for _ in $(seq ${exchanges.length}); do ${each}; done`;
  // What was taken once too often is the last that is sent; of what comes before the refusal only some is recorded.
  const last = succeeded(shown) ? shown.origin.attempt : times;
  return `for _ in $(seq ${last}); do ${each}; case "$STATUS" in 2??) ;; *) break;; esac; done`;
}

/** Of a record that came twice for one call, each answer is looked at in the end. */
function gatheringIdentifier(exchanges: readonly Exchange[], { shown }: Context): string {
  const { kept, repeated } = shown;
  if (kept === undefined || repeated === undefined || !exchanges.includes(kept)) return '';
  const place = valuesIn(kept.response?.body.text ?? '').find(({ value }) => value === repeated);
  if (place === undefined) return '';
  shown.identifiers = 'IDENTIFIERS';
  return `; IDENTIFIERS="$IDENTIFIERS $(printf '%s' "${keptBody}" | jq -r ${quote(`${place.path} // empty`)})"`;
}

/** The answer of the exchange that shows the finding tells at the end of the script whether it does so again. */
function printing(exchanges: readonly Exchange[], source: AnswerSource, context: Context): string {
  const beside = exchanges.find(({ id }) => context.shown.beside.includes(id));
  if (!isShown(exchanges, context)) {
    if (beside === undefined) return `${source.whole}; echo`;
    const body = `BODY_${beside.origin.step}`;
    keep(exchanges, body, context);
    return keepingBody(source, body);
  }
  context.shown.kept = exchanges.find(({ id }) => id === context.shown.exchange);
  return keepingAnswer(source);
}

/** What later calls need of a run is its id. */
function startingRun(exchange: Exchange, runId: string, source: AnswerSource, context: Context): string {
  const { step } = exchange.origin;
  context.variables.set(runId, `RUN_${step}`);
  const body = `BODY_${step}`;
  const isBeside = keep([exchange], body, context);
  return [
    `SENT=$(${source.whole})`,
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
function keepingBody({ body }: AnswerSource, variable: string): string {
  return `${variable}=$(${body}); printf '%s\\n' "$${variable}"`;
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
