import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Case, caseOfSequence } from '../cases/case.ts';
import type { Probe } from '../cases/probe.ts';
import type { Scenario } from '../cases/scenario.ts';
import type { Sequence } from '../cases/sequences/sequence.ts';
import { hiddenHeaders } from '../deployment/connection.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import type { ArrangeState } from '../exchanges/arrange-state.ts';
import { createBackOff } from '../exchanges/back-off.ts';
import { caseOfScenario, drive } from '../exchanges/drive.ts';
import { driveSequence } from '../exchanges/drive-sequence.ts';
import type { Exchange, Phase } from '../exchanges/exchange.ts';
import { createJobTimeout } from '../exchanges/job-timeout.ts';
import type { Ledger } from '../exchanges/ledger.ts';
import { type Limits, limitSender, reserveSender } from '../exchanges/limit-sender.ts';
import type { Lag } from '../exchanges/patience.ts';
import { abortedAfter, pauseFor } from '../exchanges/pause-for.ts';
import { createRateLimit } from '../exchanges/rate-limit.ts';
import { createRedactor } from '../exchanges/redact.ts';
import { createRequestAllowance } from '../exchanges/request-allowance.ts';
import { createSender } from '../exchanges/send.ts';
import type { PreparedCall } from '../exchanges/send-call.ts';
import { type CallTarget, type IdentifiedCall, sendIdentified } from '../exchanges/send-identified.ts';
import { sendProbe } from '../exchanges/send-probe.ts';
import type { Operation } from '../spec/spec.ts';

export interface DriverOptions {
  readonly deployment: Deployment;
  readonly fieldMapping: FieldMapping;
  readonly operations: readonly Operation[];
  /** How long one exchange may take, in ms. */
  readonly timeoutMs: number;
  /** How long a step may wait for a background job to end, in ms. */
  readonly jobTimeoutMs: number;
  /** Requests a second at most; undefined for as many as come. */
  readonly requestsPerSecond?: number | undefined;
  /** Requests in all; undefined for as many as come. */
  readonly maxRequests?: number | undefined;
  /** What was made on the target; a limit of requests keeps back as many as it takes to remove it. */
  readonly ledger: Ledger;
  /** Puts the deployment into states; undefined where it has no way to any. */
  readonly arrange?: ArrangeState | undefined;
  /** Called before the first request of a sequence, with the time in ms since the driver's beginning. */
  readonly onBegun?: (begun: Case, at: number) => void;
  /** Called when nothing more of a scenario or sequence is to come. */
  readonly onOver?: (over: Case) => void;
  /** Called when a request was not sent since there were that many. */
  readonly onSpent?: () => void;
  readonly signal: AbortSignal;
  /** Called when a read is sent again, since its connection was closed before an answer. */
  readonly onResend?: (() => void) | undefined;
  /** Called when the target asks for a pause, in ms. */
  readonly onWait?: ((milliseconds: number) => void) | undefined;
  /** Called when nothing is sent for some ms, since the target that was there takes no connection. */
  readonly onAway?: ((milliseconds: number) => void) | undefined;
  /** Called with every exchange as soon as it is over. */
  readonly record: (exchange: Exchange) => void;
}

export interface SequenceDetails {
  /** What the exchanges are recorded under; the sequence itself by default. */
  readonly case?: Case;
  /** What it is driven for; `judged` by default. */
  readonly phase?: Phase;
  /** What learns from the answers; that of all sequences by default. */
  readonly fieldMapping?: FieldMapping;
  /** How long what was written may take to show everywhere, in ms; as the deployment has it by default. */
  readonly consistencyWindowMs?: number;
}

export interface Driver {
  readonly drive: (scenario: Scenario, phase?: Phase) => Promise<readonly Exchange[]>;
  readonly probe: (probe: Probe, target: PreparedCall['operation']) => Promise<Exchange | undefined>;
  readonly sequence: (sequence: Sequence, details?: SequenceDetails) => Promise<readonly Exchange[]>;
  /** Sends what must be sent at the end, also when the run was stopped. */
  readonly call: (call: IdentifiedCall, target: CallTarget) => Promise<Exchange | undefined>;
  /** Sends what tells whether the target is still there, also when the run was stopped. */
  readonly control: (call: IdentifiedCall, target: CallTarget) => Promise<Exchange | undefined>;
  /** For so many ms from now on nothing is sent. */
  readonly rest: (milliseconds: number) => void;
  /** Waits for some ms, and not much longer than the run itself. */
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly requests: () => number;
  readonly elapsedMs: () => number;
  readonly close: () => Promise<void>;
}

/** So long what is sent at the end of a stopped run may wait for the target, in ms: somebody waits for the end. */
const graceMs = 5_000;

/** One clock, one numbering and one pool of connections for all scenarios of a run. */
export function createDriver(options: DriverOptions): Driver {
  const began = performance.now();
  const now = (): number => Math.round((performance.now() - began) * 1000) / 1000;
  const unlimited = createSender({ ...options, now });
  const limits = limitsOf(options, now);
  const closing = abortedAfter(options.signal, graceMs);
  const never = new AbortController().signal;
  const lag: Lag = { isSeen: false };
  const { onWait, onAway } = options;
  const backOff = createBackOff({ now, pause: pauseFor, today: Date.now, onWait, onAway });
  const sender = backOff.over(limitSender(unlimited, limits), options.signal);
  const reserved = backOff.over(reserveSender(unlimited, limits), closing);
  const unstopped = backOff.over(limitSender(unlimited, { ...limits, signal: never }), closing);
  const { credentials } = options.deployment;
  const redactor = createRedactor([
    ...Object.values(credentials),
    ...hiddenHeaders(options.deployment.connection),
  ]);
  const operations = new Map(options.operations.map((operation) => [operation.id, operation]));
  const nonce = randomBytes(4).toString('hex');
  let lastId = 0;
  let requests = 0;
  const nextId = (): number => {
    lastId += 1;
    return lastId;
  };
  const record = (exchange: Exchange): void => {
    requests += 1;
    options.record(exchange);
  };
  const { onBegun = () => {}, onOver = () => {} } = options;
  const jobTimeout = createJobTimeout(options.jobTimeoutMs, options.deployment);
  const calls = { ...options, jobTimeout, operations, sender, nextId, nonce, redactor, record };
  return {
    drive: async (scenario, phase) => {
      const sent = await drive(scenario, { ...calls, now, redact: redactor.redact, phase });
      onOver(caseOfScenario(scenario));
      return sent;
    },
    probe: (probe, target) => sendProbe(probe, target, calls),
    sequence: async (sequence, details = {}) => {
      const { case: one = caseOfSequence(sequence), phase = 'judged' } = details;
      const { fieldMapping = options.fieldMapping } = details;
      const { consistencyWindowMs = options.deployment.consistencyWindowMs } = details;
      const deployment = { ...options.deployment, consistencyWindowMs };
      onBegun(one, now());
      const sent = await driveSequence(sequence, {
        ...calls,
        deployment,
        phase,
        case: one,
        fieldMapping,
        lag,
        now,
      });
      onOver(one);
      return sent;
    },
    call: (call, target) => sendIdentified(call, target, { ...calls, sender: reserved }),
    control: (call, target) => sendIdentified(call, target, { ...calls, sender: unstopped }),
    rest: backOff.rest,
    pause: (milliseconds) => pauseFor(milliseconds, closing),
    requests: () => requests,
    elapsedMs: now,
    close: sender.close,
  };
}

function limitsOf(options: DriverOptions, now: () => number): Limits {
  const { requestsPerSecond, maxRequests, signal, ledger, deployment, onSpent = () => {} } = options;
  const userApi = `${(deployment.baseUrl ?? '').replace(/\/+$/, '')}/me`;
  return {
    allowance: createRequestAllowance(maxRequests, () => ledger.left().length),
    rateLimit: createRateLimit({ perSecond: requestsPerSecond, now, pause }),
    signal,
    // Runs are not in the ledger: there is no way to remove one.
    mayCreate: ({ method, url }) => method !== 'GET' && url.startsWith(userApi),
    onSpent,
  };
}
