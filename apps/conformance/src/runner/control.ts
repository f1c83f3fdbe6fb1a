import { messageText } from '../cases/message-text.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { ControlChange } from '../exchanges/control-change.ts';
import type { Exchange, Origin } from '../exchanges/exchange.ts';
import type { LedgerCall } from '../exchanges/ledger.ts';
import type { Operation } from '../spec/spec.ts';
import { askAgain } from './ask-again.ts';
import {
  type ControlOutcome,
  controlOutcome,
  isAnswered,
  keptCase,
  mayBeAlone,
  witnessCase,
} from './control-outcome.ts';
import type { Driver } from './driver.ts';
import { plainReads } from './preflight.ts';
import { readOfRun } from './read-of-run.ts';

/** Asks again for what the target was seen to answer at first. */
export interface Control {
  /** Whether the target is what it was at first: otherwise what came in the meantime can't be judged. */
  readonly check: () => Promise<ControlOutcome['target']>;
  /** What was no longer answered as at first, each question once. */
  readonly changes: () => readonly ControlChange[];
  /** All that was asked so far. */
  readonly exchanges: () => readonly Exchange[];
}

interface ControlOptions {
  readonly deployment: Deployment;
  readonly operations: readonly Operation[];
  /** After the target was away: reads of what was made before that; none otherwise. Each time is told once. */
  readonly madeBefore: () => readonly LedgerCall[];
}

const patience = { tries: 3, firstPauseMs: 50, isEnough: isAnswered };

/** @param first what the target answered at first: the start of a run, a read of the user, or both */
export function createControl(
  driver: Pick<Driver, 'control'>,
  first: readonly Exchange[],
  { deployment, operations, madeBefore }: ControlOptions,
): Control {
  const calls = first.filter(isAnswered).flatMap((exchange) => callAgain(exchange, deployment) ?? []);
  const changes = new Map<string, ControlChange>();
  const asked: Exchange[] = [];
  const statuses = new Map(first.map(({ operation, response }) => [operation, response?.status]));
  let checks = 0;
  const originOf = (id: string, step: number, attempt: number): Origin => ({
    phase: 'control',
    case: { kind: 'probe', id, round: checks },
    step,
    attempt,
  });
  /** What was answered in each try. */
  const ask = async (call: LedgerCall, step: number, id = 'control'): Promise<readonly Exchange[]> => {
    const target = operations.find(({ id }) => id === call.operation);
    const answers: Exchange[] = [];
    const send = async (attempt: number): Promise<Exchange | undefined> => {
      const asking = { origin: originOf(id, step, attempt), call, identity: 'own' } as const;
      const answer = target && (await driver.control(asking, target));
      if (answer !== undefined) answers.push(answer);
      return answer;
    };
    // Without a request left nothing is known of the target, and nothing is said.
    if ((await askAgain(send, patience)) === undefined) return [];
    asked.push(...answers);
    return answers;
  };
  /** Whether all of an API is answered otherwise than at first, or what was asked alone. */
  const askWitnesses = async (differing: readonly Exchange[]): Promise<readonly Exchange[]> => {
    const answers: Exchange[] = [];
    for (const [at, call] of witnessesFor(differing, deployment).entries())
      answers.push(...(await ask(call, at, witnessCase)));
    return answers;
  };
  return {
    check: async () => {
      checks += 1;
      const answers = (await Promise.all(calls.map((call, step) => ask(call, step)))).flat();
      for (const [at, call] of madeBefore().entries()) answers.push(...(await ask(call, at, keptCase)));
      const alone = controlOutcome(answers);
      const isAsked = alone.target !== 'same' && mayBeAlone(alone.differing);
      const witnesses = isAsked ? await askWitnesses(alone.differing) : [];
      const { target, differing } = controlOutcome([...answers, ...witnesses]);
      for (const one of answers.filter(isAnswered))
        if (!statuses.has(one.operation)) statuses.set(one.operation, one.response?.status);
      for (const one of differing)
        changes.set(one.operation, {
          ...changeOf(one),
          first: statuses.get(one.operation),
          isLost: target !== 'same',
        });
      return target;
    },
    changes: () => [...changes.values()],
    exchanges: () => asked,
  };
}

/** What the same credential opened at first, or may do at any time: another read of the user, another run. */
function witnessesFor(differing: readonly Exchange[], { fixtures }: Deployment): readonly LedgerCall[] {
  const asked = new Set(differing.map(({ operation }) => operation));
  const ofApi = {
    user: plainReads.filter((id) => !asked.has(id)).map((operation) => ({ operation, path: {} })),
    workers: [
      {
        operation: 'startRun',
        path: { agent_id: fixtures.agentId ?? '' },
        body: { message: messageText('plain', 'control', fixtures) },
      },
    ],
  };
  return [...new Set(differing.map(({ api }) => api))].flatMap((api) => ofApi[api]);
}

/** Reading the run that was started costs the target least. */
function callAgain(exchange: Exchange, deployment: Deployment): LedgerCall | undefined {
  return exchange.api === 'workers'
    ? readOfRun(exchange, deployment)
    : { operation: exchange.operation, path: {} };
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
