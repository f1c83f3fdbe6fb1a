import type { Exchange } from '../exchanges/exchange.ts';
import { type CheckVerdict, type JudgedRule, joinChecks, judgeChecks } from './judge.ts';
import { createShown } from './shown-exchanges.ts';
import { acceptedStarts } from './starts.ts';
import { type Background, toRecording } from './to-recording.ts';
import type { Recording, Verdict } from './verdict.ts';

/** Verdicts on a recording that comes chapter by chapter; of those that are over only what they showed is kept. */
export interface ChapterJudge {
  /** The verdicts so far, if the chapter under way ended with these exchanges. */
  readonly peek: (chapter: readonly Exchange[]) => readonly Verdict[];
  /** Takes a whole chapter in. */
  readonly close: (chapter: readonly Exchange[]) => void;
  readonly verdicts: () => readonly Verdict[];
  /** The exchanges by which the findings can be shown. */
  readonly shown: () => readonly Exchange[];
}

export function createChapterJudge(rules: readonly JudgedRule[], background: Background): ChapterJudge {
  let judged: readonly CheckVerdict[] = [];
  const earlierStarts: Exchange[] = [];
  const shown = createShown();
  const read = (chapter: readonly Exchange[]): Recording => ({
    ...toRecording(chapter, background),
    earlierStarts,
  });
  let ahead: { readonly chapter: readonly Exchange[]; readonly judged: readonly CheckVerdict[] } | undefined;
  const judgeNext = (chapter: readonly Exchange[]): readonly CheckVerdict[] => {
    if (ahead === undefined || !isSame(ahead.chapter, chapter))
      ahead = { chapter, judged: mergeChapters(judged, judgeChecks(read(chapter), rules)) };
    return ahead.judged;
  };
  return {
    peek: (chapter) => joinChecks(judgeNext(chapter), rules),
    close: (chapter) => {
      judged = judgeNext(chapter);
      ahead = undefined;
      shown.keep(judged, chapter);
      earlierStarts.push(...acceptedStarts(read(chapter)).map(withoutBodies));
    },
    verdicts: () => joinChecks(judged, rules),
    shown: () => shown.exchanges(earlierStarts),
  };
}

/** A chapter only ever grows. */
function isSame(one: readonly Exchange[], other: readonly Exchange[]): boolean {
  return one.length === other.length && one.at(-1) === other.at(-1) && one[0] === other[0];
}

/** Later chapters compare run ids only. */
function withoutBodies(exchange: Exchange): Exchange {
  const { request, response, ...others } = exchange;
  const { body: _, ...asked } = request;
  return {
    ...others,
    request: asked,
    ...(response && { response: { ...response, body: { ...response.body, text: '', chunks: [] } } }),
  };
}

/** What two chapters say together, check by check: as if they had been judged as one. */
function mergeChapters(
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
  const findings = [...one.findings, ...other.findings];
  const subjects = one.subjects + other.subjects;
  const { rule, check } = one;
  if (findings.length > 0) return { rule, check, verdict: 'failed', subjects, findings };
  const crashed = [one, other].find(({ fault }) => fault === 'harness');
  if (crashed !== undefined) return { ...crashed, subjects };
  if (subjects > 0) return { rule, check, verdict: 'passed', subjects, findings };
  return one.verdict === 'inconclusive' ? one : other;
}
