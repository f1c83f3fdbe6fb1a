import { familyOf } from '../cases/journeys/families.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { createChapterJudge } from '../verdicts/judge-chapters.ts';
import { backgroundOf } from '../verdicts/to-recording.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { isControl, isJudged, judgedExchanges } from './judged-exchanges.ts';
import { nowAndThen } from './now-and-then.ts';
import type { RunOptions } from './run-options.ts';

/** What is known of a run while it goes on, and at its end. */
export interface Judging {
  readonly saw: (exchange: Exchange) => void;
  /** Nothing of a scenario with this name is to come. */
  readonly isOver: (scenario: string) => void;
  /** What is broken by now; to be asked while nothing is under way. */
  readonly broken: () => readonly Verdict[];
  /** What is judged of the chapter under way. */
  readonly exchanges: () => readonly Exchange[];
  readonly endChapter: () => void;
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
  const judge = createChapterJudge(plan.rules, backgroundOf(plan, operations));
  const controls: Exchange[] = [];
  const known = new Set<string>();
  let chapter: Exchange[] = [];
  let over = new Set<string>();
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
  const look = nowAndThen(
    () => findBroken(chapter.filter((exchange) => isSettled(exchange, over))),
    isEnough === undefined ? paces.patient : paces.eager,
  );
  return {
    saw: (exchange) => {
      if (isControl(exchange)) controls.push(exchange);
      if (!isJudged(exchange)) return;
      chapter.push(exchange);
      if (isAlone(exchange)) look();
    },
    isOver: (scenario) => {
      over.add(scenario);
      look();
    },
    broken: () => findBroken(chapter),
    exchanges: () => judgedExchanges([...chapter, ...controls]),
    endChapter: () => {
      judge.close(judgedExchanges([...chapter, ...controls]));
      chapter = [];
      over = new Set();
    },
    verdicts: judge.verdicts,
    shown: judge.shown,
  };
}

/**
 * While a run goes on, an answer can only be judged with all that was sent beside it: another request may well be the
 * reason for it. What a scenario makes is its own, but for records that all share.
 */
function isSettled(exchange: Exchange, over: ReadonlySet<string>): boolean {
  const isShared = familyOf(exchange.operation)?.shared === true;
  return isAlone(exchange) || (over.has(exchange.scenario) && !isShared);
}

/** Probes make nothing and change nothing. */
function isAlone({ scenario }: Exchange): boolean {
  return scenario.startsWith('probe/');
}
