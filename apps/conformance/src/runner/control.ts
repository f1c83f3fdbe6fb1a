import { setTimeout as pause } from 'node:timers/promises';
import type { Deployment } from '../deployment/deployment.ts';
import type { ControlChange } from '../exchanges/control-change.ts';
import { type Exchange, header, type Origin } from '../exchanges/exchange.ts';
import type { LedgerCall } from '../exchanges/ledger.ts';
import type { Operation } from '../spec/spec.ts';
import { controlOutcome, isAnswered } from './control-outcome.ts';
import type { Driver } from './driver.ts';

/** Asks again for what the target was seen to answer at first; a target that no longer does can't be judged. */
export interface Control {
  /** False when the target is lost. */
  readonly check: () => Promise<boolean>;
  /** What was no longer answered as at first, each question once. */
  readonly changes: () => readonly ControlChange[];
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
  const changes = new Map<string, ControlChange>();
  const asked: Exchange[] = [];
  const statuses = new Map(first.map(({ operation, response }) => [operation, response?.status]));
  let checks = 0;
  const originOf = (step: number, attempt: number): Origin => ({
    phase: 'control',
    case: { kind: 'probe', id: 'control', round: checks },
    step,
    attempt,
  });
  /** What was answered in each try. */
  const ask = async (call: LedgerCall, step: number): Promise<readonly Exchange[]> => {
    const target = operations.find(({ id }) => id === call.operation);
    const answers: Exchange[] = [];
    for (let attempt = 1; target !== undefined && attempt <= tries; attempt += 1) {
      const exchange = await driver.control(
        { origin: originOf(step, attempt), call, identity: 'own' },
        target,
      );
      // Without a request left nothing is known of the target, and nothing is said.
      if (exchange === undefined) return [];
      answers.push(exchange);
      if (isAnswered(exchange)) break;
      await pause(firstPauseMs * 4 ** (attempt - 1));
    }
    asked.push(...answers);
    return answers;
  };
  return {
    check: async () => {
      checks += 1;
      const answers = await Promise.all(calls.map(ask));
      const { isLost, differing } = controlOutcome(answers.flat());
      for (const one of answers.flat().filter(isAnswered))
        if (!statuses.has(one.operation)) statuses.set(one.operation, one.response?.status);
      for (const one of differing)
        changes.set(one.operation, { ...changeOf(one), first: statuses.get(one.operation), isLost });
      return !isLost;
    },
    changes: () => [...changes.values()],
    exchanges: () => asked,
  };
}

/** Reading the run that was started costs the target least. */
function callAgain(exchange: Exchange, { fixtures }: Deployment): LedgerCall | undefined {
  if (exchange.operation !== 'startRun') return { operation: exchange.operation, path: {} };
  const runId = header(exchange, 'x-service-run-id');
  return runId === undefined
    ? undefined
    : { operation: 'getRunMessages', path: { agent_id: fixtures.agentId ?? '', run_id: runId } };
}

function changeOf({
  operation,
  request,
  response,
  transportError,
}: Exchange): Omit<ControlChange, 'isLost' | 'first'> {
  return {
    operation,
    request: `${request.method} ${request.url}`,
    now:
      response === undefined || transportError !== undefined
        ? { message: transportError?.message ?? 'no answer' }
        : { status: response.status },
  };
}
