import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { asynchronousMs, type Call, type Sequence } from '../cases/sequences/sequence.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { lessons } from '../deployment/field-mapping/learn.ts';
import { at } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import { confirmNames } from './confirm-names.ts';
import { askedAgain, driveMutations } from './drive-mutations.ts';
import { type Exchange, isInternalError, isTransient, succeeded } from './exchange.ts';
import { createExpectations, type Expectations } from './expectations.ts';
import { findIdentifier } from './find-identifier.ts';
import { isLate } from './is-late.ts';
import { keepInLedger } from './keep-in-ledger.ts';
import { isMadeAsMeant } from './made-as-meant.ts';
import { createPatience, type Patience } from './patience.ts';
import { pauseFor, pauseForConsistency } from './pause-for.ts';
import { type Prepared, prepareCall } from './prepare-call.ts';
import type { Memory } from './resolve-references.ts';
import { sendCall } from './send-call.ts';
import type { SequenceOptions } from './sequence-options.ts';
import { toldBy } from './subject-of.ts';
import type { Texts } from './texts-for.ts';

/** Sends the calls of a sequence in order, and gives back the exchanges in the order they were sent. */
export async function driveSequence(
  sequence: Sequence,
  options: SequenceOptions,
): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  const expectations = createExpectations(options.operations);
  const patience = createPatience({ ...options, pause: pauseFor });
  const record = (exchange: Exchange): void => {
    exchanges.push(exchange);
    expectations.saw(exchange);
    patience.saw(exchange);
    options.record(exchange);
  };
  const { fieldMapping, nonce } = options;
  const memory: Memory = {
    fieldMapping,
    answers: new Map(),
    fresh: new Map(),
    troubled: new Set(),
    nonce,
    newUuid: randomUUID,
  };
  const way: Way = { memory, expectations, patience, options: { ...options, record } };
  const { needs } = sequence;
  if (needs !== undefined && at(options.deployment.fixtures, [needs]) === undefined) return [];
  for (const group of concurrentGroupsOf(sequence.calls)) {
    if (options.signal.aborted) break;
    const wanted = group.filter(({ call }) => isWanted(call, memory));
    await untilDue(wanted, options);
    if (wanted.some(({ call }) => isRead(call, options))) await patience.untilShown();
    await driveGroup(wanted, way);
  }
  return exchanges.sort((a, b) => a.sentAt - b.sentAt || a.id - b.id);
}

function isWanted({ unlessAlike }: Call, { answers }: Memory): boolean {
  if (unlessAlike === undefined) return true;
  const [one, other] = unlessAlike.map((name) => answers.get(name));
  return one !== undefined && other !== undefined && !isDeepStrictEqual(one.body, other.body);
}

async function untilDue(
  group: readonly Numbered[],
  { deployment: { consistencyWindowMs }, signal }: SequenceOptions,
): Promise<void> {
  if (group.some(({ call }) => call.later)) await pauseForConsistency(consistencyWindowMs, signal);
}

function isRead({ operation }: Call, { operations }: SequenceOptions): boolean {
  return operations.get(operation)?.effect === 'read';
}

interface Way {
  readonly memory: Memory;
  readonly expectations: Expectations;
  readonly patience: Patience;
  readonly options: SequenceOptions;
}

interface Numbered {
  readonly call: Call;
  readonly step: number;
}

/** What calls that are sent at once find out about names is known when all of them are over, whichever is faster. */
async function driveGroup(group: readonly Numbered[], { options, ...way }: Way): Promise<void> {
  const { fieldMapping } = options;
  const forks = group.map((one) => ({ ...one, own: fieldMapping.fork() }));
  await Promise.all(
    forks.map(({ call, step, own }) =>
      driveCall(call, step, { ...way, options: { ...options, fieldMapping: own } }),
    ),
  );
  for (const { own } of forks) fieldMapping.adopt(own);
}

function concurrentGroupsOf(calls: readonly Call[]): readonly (readonly Numbered[])[] {
  const groups: Numbered[][] = [];
  for (const [index, call] of calls.entries()) {
    if (!call.alongside) groups.push([]);
    groups.at(-1)?.push({ call, step: index + 1 });
  }
  return groups;
}

/** A call under a state is sent only where the deployment was put into it. */
async function driveCall(call: Call, step: number, way: Way): Promise<void> {
  if (call.state === undefined) return driveTries(call, step, way);
  const { arrange, redactor } = way.options;
  const arranged = await arrange?.(call.state.name, call.state.parameters ?? {});
  if (arranged === undefined) return;
  const { values, credential } = arranged;
  if (credential !== undefined) redactor.hide(credential);
  way.memory.arranged = credential === undefined ? values : { ...values, [stateCredential]: credential };
  const caller: Partial<Call> =
    credential === undefined ? {} : { as: 'created', key: { arranged: stateCredential } };
  try {
    await driveTries({ ...call, ...caller }, step, way);
  } finally {
    await arranged.undo?.();
  }
}

const stateCredential = 'credential of the state';

async function driveTries(call: Call, step: number, way: Way): Promise<void> {
  let texts: Texts = 'any';
  for (let attempt = 1, left = call.times ?? 1; left > 0; attempt += 1) {
    const origin = { phase: way.options.phase, case: way.options.case, step, attempt };
    const prepared = prepareCall(call, origin, { ...way, texts });
    const sent = prepared === undefined ? undefined : await sendPatiently(call, prepared, way);
    if (prepared === undefined || sent === undefined || way.options.signal.aborted) return;
    texts = textsAfter(sent, call, prepared);
    if (sent.next === 'done' || attempt > (call.times ?? 1) + lessons) left -= 1;
    if (left === 0) await vary(call, { prepared, sent: sent.exchange }, way);
    if (sent.next === 'give up') return;
  }
}

/** What reads behind what was written is asked for once more, as soon as it can no longer be too early. */
async function sendPatiently(call: Call, prepared: Prepared, way: Way): Promise<Sent | undefined> {
  const sent = await sendOnce(call, prepared, way);
  if (sent !== undefined && isDoubtful(call, sent.exchange)) return again(call, prepared, way);
  if (sent === undefined || !isLate(call, prepared, sent.exchange, way)) return sent;
  const { deployment, signal } = way.options;
  await pauseForConsistency(deployment.consistencyWindowMs, signal);
  const later = onceMore(prepared);
  const second = await sendOnce(call, later, way);
  // What happens asynchronously says nothing of what reads are behind.
  if (call.expects?.asynchronous) return askedLonger(call, later, { sent: second, way });
  if (second !== undefined && !isLate(call, later, second.exchange, way))
    way.patience.sawBehind(sent.exchange, second.exchange);
  return second;
}

/** Between two looks at what happens asynchronously, in ms: each time as long as all before. */
const betweenLooks = { shortest: 20, longest: 500 } as const;

async function askedLonger(
  call: Call,
  prepared: Prepared,
  { sent, way }: { readonly sent: Sent | undefined; readonly way: Way },
): Promise<Sent | undefined> {
  let [last, next] = [sent, onceMore(prepared)];
  for (let waited = 0; waited <= asynchronousMs; ) {
    if (last === undefined || !isLate(call, prepared, last.exchange, way)) return last;
    const wait = Math.min(Math.max(waited, betweenLooks.shortest), betweenLooks.longest);
    await pauseFor(wait, way.options.signal);
    waited += wait;
    last = await sendOnce(call, next, way);
    next = onceMore(next);
  }
  return last;
}

/** An internal error: whether that is what it always comes to, some more tries tell. */
function isDoubtful({ kind = 'valid', as = 'own', state }: Call, exchange: Exchange): boolean {
  // A state may last for one request only.
  if (!isInternalError(exchange) || state !== undefined) return false;
  return bad.includes(kind) || (kind === 'valid' && as === 'own');
}

const bad: readonly string[] = ['unknown-id', 'malformed-id', 'left-out', 'refusal', 'open-refusal'];

async function again(call: Call, prepared: Prepared, way: Way): Promise<Sent | undefined> {
  let one = prepared;
  let sent: Sent | undefined;
  for (const _ of askedAgain([call])) {
    one = onceMore(one);
    sent = await sendOnce(call, one, way);
  }
  return sent;
}

/** Long texts and those of many scripts first make way for such of letters alone, then for plain ones, then for none. */
function textsAfter({ next }: Sent, { long }: Call, { contract, texts }: Prepared): Texts {
  if (next !== 'plainer') return texts;
  const hasOdd = long === true || contract.effect === 'change';
  if (texts === 'any' && hasOdd) return 'letters';
  return texts === 'letters' ? 'plain' : 'none';
}

function onceMore(prepared: Prepared): Prepared {
  return { ...prepared, origin: { ...prepared.origin, attempt: prepared.origin.attempt + 1 } };
}

/** Only what has just succeeded shows what one mutation makes of it. */
async function vary(
  call: Call,
  { prepared, sent }: { readonly prepared: Prepared; readonly sent: Exchange },
  way: Way,
): Promise<void> {
  if (call.varied === undefined || !succeeded(sent)) return;
  // What it makes is not referred to.
  const send = async (one: Prepared): Promise<Exchange | undefined> =>
    (await sendOnce({ ...call, name: undefined }, one, way))?.exchange;
  await driveMutations(prepared, call.varied, { options: way.options, send });
}

interface Sent {
  /** Whether the same call is worth another try: with what the refusal taught, or with plainer texts of ours. */
  readonly next: 'done' | 'learnt' | 'plainer' | 'give up';
  readonly exchange: Exchange;
}

/** A text that another record has as well may be refused for that alone. */
function isTooMuch({ alike }: Call, { texts }: Prepared): boolean {
  return texts === 'none' && alike !== true;
}

/** Sends a call once; undefined when the run is to send no more. */
async function sendOnce(call: Call, prepared: Prepared, { memory, options }: Way): Promise<Sent | undefined> {
  const { contract } = prepared;
  const { fieldMapping, redactor } = options;
  const answered = await sendCall(prepared, options, (answer, body) => {
    const input = { prepared, answer, body: parseJson(body), fieldMapping, redactor };
    confirmNames(input);
    return toldBy(input);
  });
  if (answered === undefined) return undefined;
  const { exchange, text } = answered;
  const body = parseJson(text);
  if (call.name !== undefined && isTransient(exchange.response?.status ?? 500))
    memory.troubled.add(call.name);
  const lesson = lessonOf(prepared, { status: exchange.response?.status ?? 0, body }, fieldMapping);
  if (lesson !== undefined) return { next: lesson, exchange };
  if (succeeded(exchange)) {
    learnNames(call, prepared, { exchange, body, fieldMapping });
    const trials = await openedBy(call, prepared, { body, options });
    keepInLedger({ as: call.as, prepared, resource: exchange.resource, opened: trials }, options);
    if (call.name === undefined) return { next: 'done', exchange };
    memory.answers.set(call.name, {
      operation: contract,
      body,
      headers: new Map(exchange.response?.headers),
      certain: prepared.probe.certain || isMadeAsMeant(prepared, body, fieldMapping),
      opened: trials,
    });
  }
  const next = call.kind === 'open-refusal' && !succeeded(exchange) ? 'give up' : 'done';
  return { next, exchange };
}

/** What a success shows of how the deployment calls things. */
function learnNames(
  call: Call,
  prepared: Prepared,
  { exchange, body, fieldMapping }: Pick<Sent, 'exchange'> & { body: unknown; fieldMapping: FieldMapping },
): void {
  const { contract } = prepared;
  if (isTooMuch(call, prepared)) fieldMapping.leaveAttributes(contract);
  if (exchange.identity === 'own') fieldMapping.noticeOthers(contract, body);
}

/** The identifiers of what a call made, or of what later calls refer to. */
function openedBy(
  { name, as }: Call,
  prepared: Prepared,
  { body, options }: { readonly body: unknown; readonly options: SequenceOptions },
): ReturnType<typeof findIdentifier> {
  const isNeeded = name !== undefined || prepared.contract.resource?.act === 'create';
  return isNeeded && as !== 'missing' ? findIdentifier(prepared, body, options) : Promise.resolve(new Map());
}

/** What a refusal says of the body: that it lacks something, or that it may not have the texts of ours. */
function lessonOf(
  { contract, wire, probe, attributes }: Prepared,
  { status, body }: { readonly status: number; readonly body: unknown },
  fieldMapping: FieldMapping,
): 'learnt' | 'plainer' | undefined {
  if (probe.kind !== 'valid' || wire === undefined) return undefined;
  if ([400, 422].includes(status) && fieldMapping.learn(contract, wire, body)) return 'learnt';
  return [400, 409, 413, 422].includes(status) && Object.keys(attributes).length > 0 ? 'plainer' : undefined;
}
