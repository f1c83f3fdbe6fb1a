import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Probe } from '../cases/probe.ts';
import type { Scenario } from '../cases/scenario.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { drive } from '../exchanges/drive.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { type Limits, limitSender } from '../exchanges/limit-sender.ts';
import { createRateLimit } from '../exchanges/rate-limit.ts';
import { createRedactor } from '../exchanges/redact.ts';
import { createRequestAllowance } from '../exchanges/request-allowance.ts';
import { createSender } from '../exchanges/send.ts';
import { type ProbeTarget, sendProbe } from '../exchanges/send-probe.ts';

export interface DriverOptions {
  readonly deployment: Deployment;
  /** How long one exchange may take, in ms. */
  readonly timeoutMs: number;
  /** How long a step may wait for a background job to end, in ms. */
  readonly jobTimeoutMs: number;
  /** Requests a second at most; undefined for as many as come. */
  readonly requestsPerSecond?: number | undefined;
  /** Requests in all; undefined for as many as come. */
  readonly maxRequests?: number | undefined;
  /** Called when a request was not sent since there were that many. */
  readonly onSpent?: () => void;
  readonly signal: AbortSignal;
  /** Called with every exchange as soon as it is over. */
  readonly record: (exchange: Exchange) => void;
}

export interface Driver {
  readonly drive: (scenario: Scenario) => Promise<readonly Exchange[]>;
  readonly probe: (probe: Probe, target: ProbeTarget) => Promise<Exchange | undefined>;
  readonly requests: () => number;
  readonly elapsedMs: () => number;
  readonly close: () => Promise<void>;
}

/** One clock, one numbering and one pool of connections for all scenarios of a run. */
export function createDriver(options: DriverOptions): Driver {
  const began = performance.now();
  const now = (): number => Math.round((performance.now() - began) * 1000) / 1000;
  const sender = limitSender(createSender({ timeoutMs: options.timeoutMs, now }), limitsOf(options, now));
  const { credentials } = options.deployment;
  const redact = createRedactor(Object.values(credentials));
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
  return {
    drive: (scenario) => drive(scenario, { ...options, sender, now, nextId, nonce, redact, record }),
    probe: (probe, target) => sendProbe(probe, target, { ...options, sender, nextId, redact, record }),
    requests: () => requests,
    elapsedMs: now,
    close: sender.close,
  };
}

function limitsOf(options: DriverOptions, now: () => number): Limits {
  const { requestsPerSecond, maxRequests, signal, onSpent = () => {} } = options;
  return {
    allowance: createRequestAllowance(maxRequests, () => 0),
    rateLimit: createRateLimit({ perSecond: requestsPerSecond, now, pause }),
    signal,
    mayCreate: () => false,
    onSpent,
  };
}
