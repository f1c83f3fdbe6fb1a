import { setTimeout as pause } from 'node:timers/promises';
import type { Case } from '../cases/case.ts';
import { holds } from '../cases/kept-text.ts';
import { messageText } from '../cases/message-text.ts';
import { placeSteps } from '../cases/place-steps.ts';
import {
  type Action,
  asksForJob,
  longestUnreadTurnMs,
  type OddMessage,
  type PlacedStep,
  type Scenario,
  type Step,
} from '../cases/scenario.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { parseJson } from '../json/parse-json.ts';
import { textsIn } from '../json/texts-in.ts';
import { buildRequest } from './build-request.ts';
import { type Exchange, header, type Phase, succeeded } from './exchange.ts';
import type { JobTimeout } from './job-timeout.ts';
import { pauseForConsistency, timeToConsistency } from './pause-for.ts';
import { isMessage, userContents } from './run-messages.ts';
import type { Sender } from './send.ts';

export interface DriveOptions {
  readonly deployment: Deployment;
  readonly sender: Sender;
  readonly now: () => number;
  readonly nextId: () => number;
  /** Makes the markers of this run's messages unique among all runs that anyone will ever judge. */
  readonly nonce: string;
  readonly redact: (exchange: Exchange) => Exchange;
  readonly record: (exchange: Exchange) => void;
  readonly jobTimeout: JobTimeout;
  readonly signal: AbortSignal;
  /** What the scenario is driven for; `judged` by default. */
  readonly phase?: Phase | undefined;
}

const cases = new WeakMap<Scenario, Case>();

/** One object for all exchanges of a scenario. */
export function caseOfScenario(scenario: Scenario): Case {
  const { id, seed, number, path, round } = scenario;
  const one = cases.get(scenario) ?? { kind: 'scenario', id, seed, number, path, round };
  cases.set(scenario, one);
  return one;
}

/** A run that this scenario started. */
interface StartedRun {
  readonly id: string;
  /** The messages that it has taken so far. */
  readonly taken: string[];
}

/** The runs that this scenario started so far, by the number of the step that started them. */
type Runs = Map<number, StartedRun>;

const shortestPoll = 5;
const longestPoll = 250;

/** Sends a scenario group by group and gives back the exchanges in the order they were sent. */
export async function drive(scenario: Scenario, options: DriveOptions): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  const runs: Runs = new Map();
  const record = (exchange: Exchange): void => {
    exchanges.push(exchange);
    options.record(exchange);
  };
  for (const group of placeSteps(scenario.steps)) {
    if (options.signal.aborted) break;
    await Promise.all(
      group.map((placed) => drivers[placed.step.action](scenario, placed, runs, { ...options, record })),
    );
  }
  return exchanges.sort((a, b) => a.sentAt - b.sentAt || a.id - b.id);
}

/** What one way to drive a step is given. */
type StepDriver = (
  scenario: Scenario,
  placed: PlacedStep,
  runs: Runs,
  options: DriveOptions,
) => Promise<void>;

const driveOnce: StepDriver = async (scenario, placed, runs, options) => {
  await driveAttempt(scenario, placed, runs, 1, options);
};

const insist: StepDriver = async (scenario, placed, runs, options) => {
  const deadline = options.now() + options.jobTimeout.ms();
  let jobShown = true;
  for (let attempt = 1; ; attempt += 1) {
    const exchange = await driveAttempt(scenario, placed, runs, attempt, options);
    if (exchange === undefined || isOver(deadline, options) || options.signal.aborted) return;
    // One more refusal after a GET without a job is evidence enough.
    if (exchange.response?.status !== 409 || !jobShown) return;
    const read = { ...placed, step: { ...placed.step, action: 'read' as const } };
    jobShown = showsJob(await driveAttempt(scenario, read, runs, attempt, options));
    await pause(pollPause(attempt));
  }
};

const resume: StepDriver = async (scenario, placed, runs, options) => {
  const deadline = options.now() + longestUnreadTurnMs;
  for (let attempt = 1; ; attempt += 1) {
    const exchange = await driveAttempt(scenario, placed, runs, attempt, options);
    if (exchange?.response?.status !== 409 || options.now() > deadline || options.signal.aborted) return;
    await pause(pollPause(attempt));
  }
};

const awaitIdle: StepDriver = async (scenario, placed, runs, options) => {
  const deadline = options.now() + options.jobTimeout.ms();
  for (let attempt = 1; ; attempt += 1) {
    const exchange = await driveAttempt(scenario, placed, runs, attempt, options);
    if (exchange === undefined || isOver(deadline, options) || options.signal.aborted) return;
    if (!showsJob(exchange) || !mayHaveJob(scenario, attempt)) return;
    await pause(pollPause(attempt));
  }
};

const driveReadLate: StepDriver = async (scenario, placed, runs, options) => {
  await pauseForConsistency(options.deployment.consistencyWindowMs, options.signal);
  await driveAttempt(scenario, placed, runs, 1, options);
};

/** A history that lacks what its run has taken may be behind: it is asked for once more, when it no longer can be. */
const driveRead: StepDriver = async (scenario, placed, runs, options) => {
  const { deployment, signal } = options;
  const taken = [...(runs.get(placed.startedBy ?? 0)?.taken ?? [])];
  const read = await driveAttempt(scenario, placed, runs, 1, options);
  if (read === undefined || !lacksSome(read, taken)) return;
  await pauseForConsistency(deployment.consistencyWindowMs, signal);
  if (!signal.aborted) await driveAttempt(scenario, placed, runs, 2, options);
};

function lacksSome(read: Exchange, taken: readonly string[]): boolean {
  if (!succeeded(read)) return false;
  const shown = parseJson(read.response?.body.text ?? '');
  // A worker may say once more what it was told.
  const told = Array.isArray(shown) && shown.every(isMessage) ? userContents(shown) : textsIn(shown);
  return taken.some((text) => !told.some((one) => holds(one, text)));
}

/** A job may begin some time after the answer that promised it, or not be seen at all since it is short. */
const awaitJob: StepDriver = async (scenario, placed, runs, options) => {
  const deadline = options.now() + timeToConsistency(options.deployment.consistencyWindowMs);
  for (let attempt = 1; attempt === 1 || options.now() < deadline; attempt += 1) {
    const exchange = await driveAttempt(scenario, placed, runs, attempt, options);
    if (exchange === undefined || showsJob(exchange) || options.signal.aborted) return;
    await pause(pollPause(attempt));
  }
};

/** Polling steps go on until the run shows a job, or none any more; all others send one request. */
const drivers: Readonly<Record<Action, StepDriver>> = {
  start: driveOnce,
  continue: driveOnce,
  insist,
  resume,
  read: driveRead,
  'read-late': driveReadLate,
  'await-job': awaitJob,
  'await-idle': awaitIdle,
};

function pollPause(attempt: number): number {
  return Math.min(longestPoll, shortestPoll * 1.4 ** attempt);
}

/** A run that waited for nothing waits less the next time. */
function isOver(deadline: number, { now, jobTimeout }: DriveOptions): boolean {
  const over = now() > deadline;
  if (over) jobTimeout.shorten();
  return over;
}

function showsJob(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && succeeded(exchange) && header(exchange, 'x-service-job-id') !== undefined;
}

/** Where no job was asked for, there is none to wait for; a few reads show what there is to see. */
function mayHaveJob({ steps }: Scenario, attempt: number): boolean {
  return attempt < 5 || steps.some(asksForJob);
}

async function driveAttempt(
  scenario: Scenario,
  placed: PlacedStep,
  runs: Runs,
  attempt: number,
  options: DriveOptions,
): Promise<Exchange | undefined> {
  const { step, startedBy } = placed;
  const id = options.nextId();
  const prepared = prepare(scenario, placed, runs, `${options.nonce}${id}`, options.deployment);
  if (prepared === undefined || startedBy === undefined) return undefined;
  const { request, operation, text } = prepared;
  const sent = await options.sender.send(request);
  if (sent === undefined) return undefined;
  const exchange = options.redact({
    id,
    api: 'workers',
    origin: {
      phase: options.phase ?? 'judged',
      case: caseOfScenario(scenario),
      step: placed.number,
      attempt,
    },
    startedBy,
    operation,
    transport: text === undefined ? undefined : step.transport,
    identity: step.credential,
    request: { method: request.method, url: request.url, body: request.body },
    intent: step.odd === undefined ? undefined : oddIntent(step.odd),
    sent: text === undefined || !isMessageOf(step, sent) ? undefined : { kind: step.message, text },
    ...sent,
  });
  const started = header(exchange, 'x-service-run-id');
  if (step.action === 'start' && succeeded(exchange) && started)
    runs.set(placed.number, { id: started, taken: [] });
  if (exchange.sent !== undefined && succeeded(exchange)) runs.get(startedBy)?.taken.push(exchange.sent.text);
  options.record(exchange);
  return exchange;
}

/** What is taken of a body that names who speaks is the user's message all the same; no other odd one is a text. */
function isMessageOf({ odd }: Step, sent: Pick<Exchange, 'response'>): boolean {
  return odd === undefined || (odd === 'said-by-assistant' && succeeded(sent));
}

function oddIntent(odd: OddMessage): Exchange['intent'] {
  return { kind: 'mutation', mutation: { kind: 'odd-message', odd }, certain: true };
}

/** The request of a step with its references resolved, or undefined where there is nothing to send. */
function prepare(
  scenario: Scenario,
  { step, startedBy }: PlacedStep,
  runs: Runs,
  marker: string,
  deployment: Deployment,
): (ReturnType<typeof buildRequest> & { text: string | undefined }) | undefined {
  const runId = startedBy === undefined ? undefined : runs.get(startedBy)?.id;
  if (step.action !== 'start' && runId === undefined) return undefined;
  const carriesMessage = ['start', 'continue', 'insist', 'resume'].includes(step.action);
  const text = carriesMessage ? messageText(step.message, marker, deployment.fixtures) : undefined;
  if (carriesMessage && text === undefined) return undefined;
  const agentId = agentOf(scenario, deployment);
  return { ...buildRequest({ step, deployment, agentId, runId, text }), text };
}

/** Background messages may need a worker of their own, and a run stays with the worker that started it. */
function agentOf({ steps }: Scenario, { fixtures }: Deployment): string {
  return (steps.some(asksForJob) ? fixtures.backgroundAgentId : undefined) ?? fixtures.agentId ?? '';
}
