import { setTimeout as pause } from 'node:timers/promises';
import type { Deployment } from '../deployment/deployment.ts';
import { type Exchange, header, type Origin, succeeded } from '../exchanges/exchange.ts';
import type { LedgerCall } from '../exchanges/ledger.ts';
import type { Operation } from '../spec/spec.ts';
import type { Driver } from './driver.ts';

/** Asks again for what the target was seen to answer at first; a target that no longer does can't be judged. */
export interface Control {
  /** False when the target is lost. */
  readonly check: () => Promise<boolean>;
  /** All that was asked so far. */
  readonly exchanges: () => readonly Exchange[];
}

interface ControlOptions {
  readonly deployment: Deployment;
  readonly operations: readonly Operation[];
}

/** One failure may be a hiccup. */
const tries = 3;
const firstPauseMs = 50;

/** @param first what the target answered at first: the start of a run, a read of the user, or both */
export function createControl(
  driver: Pick<Driver, 'control'>,
  first: readonly Exchange[],
  { deployment, operations }: ControlOptions,
): Control {
  const calls = first.map((exchange) => callAgain(exchange, deployment)).filter((call) => call !== undefined);
  const asked: Exchange[] = [];
  let checks = 0;
  const originOf = (step: number, attempt: number): Origin => ({
    phase: 'control',
    case: { kind: 'probe', id: 'control', round: checks },
    step,
    attempt,
  });
  const ask = async (call: LedgerCall, step: number): Promise<boolean> => {
    const target = operations.find(({ id }) => id === call.operation);
    for (let attempt = 1; target !== undefined && attempt <= tries; attempt += 1) {
      const exchange = await driver.control(
        { origin: originOf(step, attempt), call, identity: 'own' },
        target,
      );
      // Without a request left nothing is known of the target, and nothing is said.
      if (exchange === undefined) return true;
      asked.push(exchange);
      if (isAnswered(exchange)) return true;
      await pause(firstPauseMs * 4 ** (attempt - 1));
    }
    return target === undefined;
  };
  return {
    check: async () => {
      checks += 1;
      const answers = await Promise.all(calls.map(ask));
      return !answers.includes(false);
    },
    exchanges: () => asked,
  };
}

/** Reading the run that was started costs the target least. */
function callAgain(exchange: Exchange, { fixtures }: Deployment): LedgerCall | undefined {
  if (exchange.operation === 'getCurrentUser') return { operation: exchange.operation, path: {} };
  const runId = header(exchange, 'x-service-run-id');
  return runId === undefined
    ? undefined
    : { operation: 'getRunMessages', path: { agent_id: fixtures.agentId ?? '', run_id: runId } };
}

function isAnswered(exchange: Exchange): boolean {
  return succeeded(exchange) && exchange.transportError === undefined;
}
