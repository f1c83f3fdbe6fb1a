import { type Case, caseKey } from '../cases/case.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Operation } from '../spec/spec.ts';
import { createBatchJudge } from '../verdicts/judge-batches.ts';
import { endedAt } from '../verdicts/run-history.ts';
import { backgroundOf } from '../verdicts/to-recording.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { isControl, isJudged, judgedExchanges } from './judged-exchanges.ts';
import type { RunOptions } from './run-options.ts';
import { throttle } from './throttle.ts';

/** What is known of a run while it goes on, and at its end. */
export interface Judging {
  readonly saw: (exchange: Exchange) => void;
  /** A sequence is about to send its first request, at this time in ms since the run's beginning. */
  readonly isBegun: (begun: Case, at: number) => void;
  /** Nothing more of a case is to come. */
  readonly isOver: (over: Case) => void;
  /** What is broken by now; to be asked while nothing is under way. */
  readonly broken: () => readonly Verdict[];
  /** What is judged of the batch under way. */
  readonly exchanges: () => readonly Exchange[];
  readonly endBatch: () => void;
  readonly verdicts: () => readonly Verdict[];
  /** The exchanges by which the findings can be shown. */
  readonly shown: () => readonly Exchange[];
}

/** A twentieth of the time is enough to say early what is broken; who wants to stop then wants to know at once. */
const paces = {
  patient: { shortestWaitMs: 100, restPerWork: 19 },
  eager: { shortestWaitMs: 5, restPerWork: 1 },
} as const;

type JudgingOptions = Pick<RunOptions, 'plan' | 'operations' | 'onEvent' | 'isEnough'>;

/** @param onEnough called when what was found is enough */
export function createJudging(
  { plan, operations, onEvent, isEnough }: JudgingOptions,
  onEnough: () => void,
): Judging {
  const shared = new Set(operations.filter(isShared).map(({ id }) => id));
  const judge = createBatchJudge(plan.rules, backgroundOf(plan, operations));
  const controls: Exchange[] = [];
  const known = new Set<string>();
  const batch: Exchange[] = [];
  const over = new Set<string>();
  /** Sequences under way, and since when. */
  const open = new Map<string, number>();
  const findBroken = (exchanges: readonly Exchange[]): readonly Verdict[] => {
    const verdicts = judge.peek(judgedExchanges([...exchanges, ...controls]));
    const failed = verdicts.filter(({ verdict }) => verdict === 'failed');
    for (const { rule } of failed.filter((one) => !known.has(one.rule))) {
      known.add(rule);
      onEvent({ type: 'rule-broken', rule, inAll: known.size });
    }
    if (isEnough?.(failed)) onEnough();
    return failed;
  };
  const look = throttle(
    {
      work: () => {
        const openSince = Math.min(...open.values());
        findBroken(batch.filter((exchange) => isSettled(exchange, { over, shared, openSince })));
      },
      size: () => batch.length,
    },
    isEnough === undefined ? paces.patient : paces.eager,
  );
  return {
    saw: (exchange) => {
      if (isControl(exchange)) controls.push(exchange);
      if (!isJudged(exchange)) return;
      batch.push(exchange);
      if (isAlone(exchange)) look();
    },
    isBegun: (one, at) => open.set(caseKey(one), at),
    isOver: (one) => {
      over.add(caseKey(one));
      open.delete(caseKey(one));
      look();
    },
    broken: () => findBroken(batch),
    exchanges: () => judgedExchanges([...batch, ...controls]),
    endBatch: () => {
      judge.close(judgedExchanges([...batch, ...controls]));
      // Emptied, not replaced: a list without a reader would keep its exchanges until the next whole collection.
      batch.length = 0;
      over.clear();
    },
    verdicts: judge.verdicts,
    shown: judge.shown,
  };
}

interface Settling {
  readonly over: ReadonlySet<string>;
  readonly shared: ReadonlySet<string>;
  /** When the oldest of the sequences under way began, in ms. */
  readonly openSince: number;
}

/**
 * While a run goes on, an answer can only be judged with all that was sent beside it: another request may well be the
 * reason for it. What a scenario makes is its own, but for records that all share, and for lists, which show what others make.
 */
function isSettled(exchange: Exchange, { over, shared, openSince }: Settling): boolean {
  if (isAlone(exchange)) return true;
  if (!over.has(caseKey(exchange.origin.case)) || shared.has(exchange.operation)) return false;
  return exchange.resource?.act !== 'list' || endedAt(exchange) < openSince;
}

/** Whether all use the same identifiers. */
function isShared({ resource }: Operation): boolean {
  return resource?.act !== undefined && resource.family.scope === 'everybody';
}

/** Probes make nothing and change nothing. */
function isAlone({ origin }: Exchange): boolean {
  return origin.case.kind === 'probe';
}
