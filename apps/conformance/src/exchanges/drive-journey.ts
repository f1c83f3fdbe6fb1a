import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { familyOf } from '../cases/journeys/families.ts';
import type { Call, Journey } from '../cases/journeys/journey.ts';
import type { Vocabulary } from '../deployment/vocabulary/vocabulary.ts';
import { parseJson } from '../json/parse-json.ts';
import { confirmNames } from './confirm-names.ts';
import { driveFaults } from './drive-faults.ts';
import { type Exchange, isTransient, succeeded } from './exchange.ts';
import { createExpectations, type Expectations } from './expectations.ts';
import type { JourneyOptions } from './journey-options.ts';
import { keepInLedger } from './keep-in-ledger.ts';
import { pauseToSettle } from './pause-for.ts';
import { type Prepared, prepareCall } from './prepare-call.ts';
import type { Memory, Resolved } from './resolve-references.ts';
import { sendCall } from './send-call.ts';
import { subjectOf } from './subject-of.ts';

/** How often a body is sent anew with fields that the refusals before asked for. */
const lessons = 3;

/** How many values of a new record are tried as its identifier. */
const mostTrials = 6;

/** Sends the calls of a journey in order, and gives back the exchanges in the order they were sent. */
export async function driveJourney(journey: Journey, options: JourneyOptions): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  const expectations = createExpectations();
  const record = (exchange: Exchange): void => {
    exchanges.push(exchange);
    expectations.saw(exchange);
    options.record(exchange);
  };
  const { vocabulary, nonce } = options;
  const memory: Memory = {
    vocabulary,
    answers: new Map(),
    fresh: new Map(),
    troubled: new Set(),
    nonce,
    newUuid: randomUUID,
  };
  const way: Way = { memory, expectations, options: { ...options, record } };
  for (const wave of wavesOf(journey.calls)) {
    if (options.signal.aborted) break;
    const wanted = wave.filter(({ call }) => isWanted(call, memory));
    await untilDue(wanted, options);
    await driveWave(wanted, way);
  }
  return exchanges.sort((a, b) => a.sentAt - b.sentAt || a.id - b.id);
}

function isWanted({ unlessAlike }: Call, { answers }: Memory): boolean {
  if (unlessAlike === undefined) return true;
  const [one, other] = unlessAlike.map((name) => answers.get(name));
  return one !== undefined && other !== undefined && !isDeepStrictEqual(one.body, other.body);
}

async function untilDue(
  wave: readonly Numbered[],
  { deployment: { settleMs }, signal }: JourneyOptions,
): Promise<void> {
  if (wave.some(({ call }) => call.later)) await pauseToSettle(settleMs, signal);
}

interface Way {
  readonly memory: Memory;
  readonly expectations: Expectations;
  readonly options: JourneyOptions;
}

interface Numbered {
  readonly call: Call;
  readonly step: number;
}

/** What calls that are sent at once find out about names is known when all of them are over, whichever is faster. */
async function driveWave(wave: readonly Numbered[], { options, ...way }: Way): Promise<void> {
  const { vocabulary } = options;
  const forks = wave.map((one) => ({ ...one, own: vocabulary.fork() }));
  await Promise.all(
    forks.map(({ call, step, own }) =>
      driveCall(call, step, { ...way, options: { ...options, vocabulary: own } }),
    ),
  );
  for (const { own } of forks) vocabulary.adopt(own);
}

function wavesOf(calls: readonly Call[]): readonly (readonly Numbered[])[] {
  const waves: Numbered[][] = [];
  for (const [index, call] of calls.entries()) {
    if (!call.alongside) waves.push([]);
    waves.at(-1)?.push({ call, step: index + 1 });
  }
  return waves;
}

async function driveCall(call: Call, step: number, way: Way): Promise<void> {
  let isBare = false;
  for (let attempt = 1, left = call.times ?? 1; left > 0; attempt += 1) {
    const place = { scenario: way.options.scenario, step, attempt };
    const prepared = prepareCall(call, place, { ...way, isBare });
    const sent = prepared === undefined ? undefined : await sendPatiently(call, prepared, way);
    if (prepared === undefined || sent === undefined || way.options.signal.aborted) return;
    isBare ||= sent.next === 'bare';
    if (sent.next === 'done' || attempt > (call.times ?? 1) + lessons) left -= 1;
    if (left === 0) await vary(call, { prepared, sent: sent.exchange }, way);
    if (sent.next === 'give up') return;
  }
}

/** What reads behind what was written is asked for once more, as soon as nobody can say that it came too early. */
async function sendPatiently(call: Call, prepared: Prepared, way: Way): Promise<Sent | undefined> {
  const sent = await sendOnce(call, prepared, way);
  const isLate =
    sent !== undefined && prepared.contract.effect === 'read' && way.expectations.isBehind(sent.exchange);
  if (!isLate) return sent;
  const { deployment, signal } = way.options;
  await pauseToSettle(deployment.settleMs, signal);
  return sendOnce(call, { ...prepared, attempt: prepared.attempt + 1 }, way);
}

/** Only what has just succeeded shows what one fault makes of it. */
async function vary(
  call: Call,
  { prepared, sent }: { readonly prepared: Prepared; readonly sent: Exchange },
  way: Way,
): Promise<void> {
  if (call.varied === undefined || !succeeded(sent)) return;
  // What it makes is referred to by nobody.
  const send = async (one: Prepared): Promise<Exchange | undefined> =>
    (await sendOnce({ ...call, name: undefined }, one, way))?.exchange;
  await driveFaults(prepared, call.varied, { options: way.options, send });
}

interface Sent {
  /** Whether the same call is worth another try: with what the refusal taught, or without the texts of ours. */
  readonly next: 'done' | 'learnt' | 'bare' | 'give up';
  readonly exchange: Exchange;
}

/** Sends a call once; undefined when the run is to send no more. */
async function sendOnce(call: Call, prepared: Prepared, { memory, options }: Way): Promise<Sent | undefined> {
  const { contract } = prepared;
  const { vocabulary, redactor } = options;
  const answered = await sendCall(prepared, options, (answer, body) => {
    const input = { prepared, answer, body: parseJson(body), vocabulary, redactor };
    confirmNames(input);
    return subjectOf(input);
  });
  if (answered === undefined) return undefined;
  const { exchange, text } = answered;
  const body = parseJson(text);
  if (call.name !== undefined && isTransient(exchange.response?.status ?? 500))
    memory.troubled.add(call.name);
  const lesson = lessonOf(prepared, { status: exchange.response?.status ?? 0, body }, vocabulary);
  if (lesson !== undefined) return { next: lesson, exchange };
  if (succeeded(exchange)) {
    if (prepared.isBare) vocabulary.leaveAttributes(contract);
    const trials = await openers(call, prepared, body, options);
    keepInLedger({ call, prepared, about: exchange.about, opened: trials }, options);
    if (call.name === undefined) return { next: 'done', exchange };
    memory.answers.set(call.name, {
      operation: contract,
      body,
      headers: new Map(exchange.response?.headers),
      certain: prepared.probe.certain,
      opened: trials,
    });
  }
  const next = call.kind === 'open-refusal' && !succeeded(exchange) ? 'give up' : 'done';
  return { next, exchange };
}

/** What a refusal says of the body: that it lacks something, or that it may not have the texts of ours. */
function lessonOf(
  { contract, wire, probe, attributes }: Prepared,
  { status, body }: { readonly status: number; readonly body: unknown },
  vocabulary: Vocabulary,
): 'learnt' | 'bare' | undefined {
  if (probe.kind !== 'valid' || wire === undefined) return undefined;
  if ([400, 422].includes(status) && vocabulary.learn(contract, wire, body)) return 'learnt';
  return [400, 409, 422].includes(status) && Object.keys(attributes).length > 0 ? 'bare' : undefined;
}

/**
 * Finds out which value of a new record is its identifier where nobody told: the one that opens it. Each try is
 * a reading request.
 */
async function openers(
  call: Call,
  { contract, path, scenario, step, credential }: Prepared,
  body: unknown,
  options: JourneyOptions,
): Promise<ReadonlyMap<string, Resolved>> {
  const family = familyOf(contract.id);
  const opener = options.operations.get(family?.opener ?? '');
  const record = options.vocabulary.items(contract, body)?.items[0] ?? body;
  const [role] = family?.ids ?? [];
  const isNeeded = call.name !== undefined || family?.acts[contract.id] === 'create';
  if (!family || !opener || role === undefined || call.as === 'missing' || !isNeeded) return new Map();
  const candidates = family.ids.flatMap((id) => options.vocabulary.candidates(contract, id, record));
  const told = candidates.find(({ certain }) => certain);
  if (told !== undefined) {
    options.vocabulary.confirm(contract, role, { record, value: told.value });
    return new Map([[role, told]]);
  }
  const parameter = opener.parameters.findLast((one) => one.in === 'path')?.name ?? '';
  for (const { value } of candidates.slice(0, mostTrials)) {
    const answered = await sendCall(
      {
        scenario,
        step,
        attempt: 1,
        operation: opener,
        origin: options.deployment.baseUrl ?? '',
        path: { ...path, [parameter]: String(value) },
        query: [],
        credential,
        headers: {},
        body: undefined,
        probe: { kind: 'trial', certain: false },
      },
      options,
    );
    if (answered !== undefined && succeeded(answered.exchange)) {
      options.vocabulary.confirm(contract, role, { record, value });
      return new Map([[role, { value, certain: true }]]);
    }
  }
  return new Map();
}
