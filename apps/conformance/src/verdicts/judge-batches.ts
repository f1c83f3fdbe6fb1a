import type { Exchange } from '../exchanges/exchange.ts';
import { type CheckVerdict, joinChecks, judgingChecks } from './judge.ts';
import { joinMoving } from './moving-field.ts';
import { createShown } from './shown-exchanges.ts';
import { acceptedStarts } from './starts.ts';
import { atOnce, type Steps } from './steps.ts';
import { type Background, toRecording } from './to-recording.ts';
import type { JudgedRule, Recording, Verdict } from './verdict.ts';
import { isUnattributed } from './verdict.ts';
import { joinReasons } from './why-unseen.ts';

/** Verdicts on a recording that comes batch by batch; of those that are over only what they showed is kept. */
export interface BatchJudge {
  /** The verdicts so far, if the batch under way ended with these exchanges. */
  readonly peek: (batch: readonly Exchange[], ending?: BatchEnding) => readonly Verdict[];
  /** Takes a whole batch in. */
  readonly close: (batch: readonly Exchange[], ending?: BatchEnding) => void;
  /** The same two, a check at a time; between two steps nothing else may be asked for. */
  readonly inSteps: {
    readonly peek: (batch: readonly Exchange[], ending?: BatchEnding) => Steps<readonly Verdict[]>;
    readonly close: (batch: readonly Exchange[], ending?: BatchEnding) => Steps<void>;
  };
  readonly verdicts: () => readonly Verdict[];
  /** The exchanges by which the findings can be shown. */
  readonly shown: () => readonly Exchange[];
}

/** Where a batch ends. */
export interface BatchEnding {
  /** Whether what was under way then may be in the next one. */
  readonly goesOn: boolean;
}

/** Of so many starts the run ids are remembered; the oldest are forgotten first. */
const mostStarts = 50_000;

/** So many findings of one check are kept: more of them would show nothing more. */
const mostFindings = 1_000;

export function createBatchJudge(rules: readonly JudgedRule[], background: Background): BatchJudge {
  let judged: readonly CheckVerdict[] = [];
  let earlierStarts: Exchange[] = [];
  const shown = createShown();
  const read = (batch: readonly Exchange[], { goesOn }: BatchEnding): Recording => ({
    ...toRecording(batch, background),
    earlierStarts,
    goesOn,
  });
  let ahead: Ahead | undefined;
  function* judgingNext(batch: readonly Exchange[], ending: BatchEnding): Steps<readonly CheckVerdict[]> {
    if (ahead === undefined || !isSame(ahead.batch, batch) || ahead.goesOn !== ending.goesOn) {
      const own = yield* judgingChecks(read(batch, ending), rules);
      ahead = { batch, ...ending, judged: mergeBatches(judged, own) };
    }
    return ahead.judged;
  }
  function* peek(batch: readonly Exchange[], ending: BatchEnding = atRest): Steps<readonly Verdict[]> {
    return joinChecks(yield* judgingNext(batch, ending), rules);
  }
  function* close(batch: readonly Exchange[], ending: BatchEnding = atRest): Steps<void> {
    judged = yield* judgingNext(batch, ending);
    ahead = undefined;
    shown.keep(judged, batch);
    const starts = acceptedStarts(read(batch, ending)).map(withoutBodies);
    earlierStarts = [...earlierStarts, ...starts].slice(-mostStarts);
  }
  return {
    peek: (batch, ending) => atOnce(peek(batch, ending)),
    close: (batch, ending) => atOnce(close(batch, ending)),
    inSteps: { peek, close },
    verdicts: () => joinChecks(judged, rules),
    shown: () => shown.exchanges(earlierStarts),
  };
}

const atRest: BatchEnding = { goesOn: false };

interface Ahead extends BatchEnding {
  readonly batch: readonly Exchange[];
  readonly judged: readonly CheckVerdict[];
}

/** A batch only ever grows. */
function isSame(one: readonly Exchange[], other: readonly Exchange[]): boolean {
  return one.length === other.length && one.at(-1) === other.at(-1) && one[0] === other[0];
}

/** Later batches compare run ids only. */
function withoutBodies(exchange: Exchange): Exchange {
  const { request, response, ...others } = exchange;
  const { body: _, ...asked } = request;
  return {
    ...others,
    request: asked,
    ...(response && { response: { ...response, body: { ...response.body, text: '', chunks: [] } } }),
  };
}

/** What two batches say together, check by check: as if they had been judged as one. */
function mergeBatches(
  earlier: readonly CheckVerdict[],
  later: readonly CheckVerdict[],
): readonly CheckVerdict[] {
  // Both come of the same rules, in the same order.
  return later.map((verdict, index) => {
    const before = earlier[index];
    return before === undefined ? verdict : together(before, verdict);
  });
}

function together(one: CheckVerdict, other: CheckVerdict): CheckVerdict {
  const findings = [...one.findings, ...other.findings].slice(0, mostFindings);
  const subjects = one.subjects + other.subjects;
  const { rule, check } = one;
  const moving = joinMoving(one.moving, other.moving);
  if (findings.length > 0) return { rule, check, verdict: 'failed', subjects, findings, ...moving };
  const crashed = [one, other].find(({ responsible }) => responsible === 'harness');
  if (crashed !== undefined) return { ...crashed, subjects, ...moving };
  const unexplained = [one, other].find(isUnattributed);
  if (unexplained !== undefined) return { ...unexplained, subjects, ...moving };
  if (subjects > 0) return { rule, check, verdict: 'passed', subjects, findings, ...moving };
  const open =
    one.verdict === 'inconclusive' ? one : { ...other, reason: joinReasons(one.reason, other.reason) };
  return { ...open, ...moving };
}
