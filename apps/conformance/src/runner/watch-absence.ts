import type { Deployment } from '../deployment/deployment.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import type { CreatedObject, Ledger, LedgerCall } from '../exchanges/ledger.ts';
import type { Operation } from '../spec/spec.ts';
import { findLook } from './clean-up.ts';
import { readOfRun } from './read-of-run.ts';

/** Notices that the target was away, and knows what was there before. */
export interface AbsenceWatch {
  readonly saw: (exchange: Exchange) => void;
  /** It took no connection. */
  readonly away: () => void;
  /** Where it was away since this was asked last: reads of what was made before and should still be there. */
  readonly madeBefore: () => readonly LedgerCall[];
}

interface AbsenceOptions {
  readonly ledger: Ledger;
  readonly operations: readonly Operation[];
  readonly deployment: Pick<Deployment, 'fixtures'>;
}

/** How many things of each kind are asked for. */
const mostReads = 3;

/** What a gateway answers where nobody is behind it. */
const ofGateways: readonly (number | undefined)[] = [502, 503, 504];

export function watchAbsence({ ledger, operations, deployment }: AbsenceOptions): AbsenceWatch {
  /** The latest, which the interface has no way to remove. */
  let runs: readonly LedgerCall[] = [];
  let before: readonly CreatedObject[] | undefined;
  let isUnreachable = false;
  const note = (): void => {
    before ??= ledger.left();
  };
  const forget = (): void => {
    before = undefined;
    isUnreachable = false;
  };
  return {
    saw: (exchange) => {
      const isBefore = before === undefined && isStart(exchange, deployment);
      const run = isBefore ? readOfRun(exchange, deployment) : undefined;
      if (run !== undefined) runs = [run, ...runs].slice(0, mostReads);
      // What was arranged says nothing of the target.
      if (ofGateways.includes(exchange.response?.status) && exchange.intent?.state === undefined) note();
    },
    away: () => {
      isUnreachable = true;
      note();
    },
    madeBefore: () => {
      // Of what a gateway answered for, some may have been removed by a call whose answer got lost; no run can be.
      const isTold = before !== undefined && (isUnreachable || runs.length > 0);
      const reads = isTold ? [...runs, ...readsOf(before ?? [], ledger, operations)] : [];
      forget();
      return reads;
    },
  };
}

/** Whether it began a run of the config's worker for the own user. */
function isStart(exchange: Exchange, { fixtures: { agentId = '' } }: AbsenceOptions['deployment']): boolean {
  const { api, request, identity } = exchange;
  const isOwn = identity === 'own' || identity === 'created';
  const isOfWorker = api === 'workers' && request.url.endsWith(`/${encodeURIComponent(agentId)}`);
  return isOwn && isOfWorker && request.method === 'POST' && succeeded(exchange);
}

/** Of all that was there, and that nobody removed since. */
function readsOf(
  before: readonly CreatedObject[],
  ledger: Ledger,
  operations: readonly Operation[],
): readonly LedgerCall[] {
  const left = new Set(ledger.left());
  return before
    .filter((object) => left.has(object) && object.identity === 'own')
    .flatMap(({ remove }) => (remove === undefined ? [] : (findLook(remove, operations) ?? [])))
    .filter(({ operation }) => operations.find(({ id }) => id === operation)?.path.endsWith('}') === true)
    .slice(0, mostReads);
}
