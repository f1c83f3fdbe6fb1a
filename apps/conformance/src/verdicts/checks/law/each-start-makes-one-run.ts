import { type Exchange, inCases, succeeded } from '../../../exchanges/exchange.ts';
import { at } from '../../../json/json-record.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { notListed } from '../../findings/not-listed.ts';
import { leavesIn } from '../../leaves.ts';
import { entriesOf } from '../../lists.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { namesRunOf, runIdOf, startsRun } from '../../worker-runs.ts';

/** So many starts of one form, each between two lists, are no chance: a schedule may have started a run of its own. */
const enough = 3;

export const eachStartMakesOneRun: Check = {
  id: 'law.each-start-makes-one-run',
  drivenBy: 'sequences',
  needsBothApis: true,
  evidence: ['run-started', 'success'],
  needs: [],
  judge: (recording) => judgeEach(seriesIn(recording), (series) => doubled(series) ?? unlisted(series)),
};

/** A start between two lists of one user, and the runs that only the second list has. */
interface Span {
  readonly start: Exchange;
  readonly before: Exchange;
  readonly after: Exchange;
  readonly added: readonly string[];
}

/** All spans of a sequence by the starts of one form, with those of the other form. */
interface Series {
  readonly spans: readonly Span[];
  readonly others: readonly Span[];
}

function seriesIn(recording: Recording): readonly Series[] {
  return sequencesIn(recording).flatMap((calls) => {
    const spans = spansIn(calls);
    return [...Map.groupBy(spans, ({ start }) => start.operation)]
      .map(([form, own]) => ({ spans: own, others: spans.filter(({ start }) => start.operation !== form) }))
      .filter((series) => series.spans.length >= enough && [...series.spans, ...series.others].some(isShown));
  });
}

function sequencesIn({ user }: Recording): readonly (readonly Exchange[])[] {
  const some = user.filter(({ origin }) => origin.case.kind === 'sequence');
  return inCases(some);
}

function spansIn(calls: readonly Exchange[]): readonly Span[] {
  const inOrder = calls.toSorted((a, b) => a.sentAt - b.sentAt);
  return inOrder.flatMap((start, index): Span[] => {
    const [before, after] = [inOrder[index - 1], inOrder[index + 1]];
    const isBetween = before && after && isList(before) && isList(after) && isInTurn(before, start, after);
    if (!isBetween || !startsRun(start) || !succeeded(start)) return [];
    return [{ start, before, after, added: addedBetween(before, after, idOf(start)) }];
  });
}

/** By the place in its entry in which the run that was started has its identifier. */
function addedBetween(before: Exchange, after: Exchange, id: string): readonly string[] {
  const [place] = (entriesOf(after) ?? []).flatMap((entry) =>
    leavesIn(entry).flatMap(({ path, value }) => (value === id ? [path.map(String)] : [])),
  );
  if (place === undefined) return [];
  const idsIn = (list: Exchange): readonly string[] =>
    (entriesOf(list) ?? []).map((entry) => String(at(entry, place)));
  const old = new Set(idsIn(before));
  return idsIn(after).filter((one) => !old.has(one));
}

function isList(one: Exchange): boolean {
  return one.operation === 'listAgentRuns' && succeeded(one) && entriesOf(one) !== undefined;
}

function isInTurn(...[before, start, after]: readonly [Exchange, Exchange, Exchange]): boolean {
  return start.sentAt >= endedAt(before) && after.sentAt >= endedAt(start);
}

function isShown({ start, added }: Span): boolean {
  return added.includes(idOf(start));
}

function idOf(start: Exchange): string {
  return runIdOf(start) ?? '';
}

/** Each start added a run besides its own. */
function doubled({ spans }: Series): Found | undefined {
  const [first] = spans;
  const isDoubled = spans.every((span) => isShown(span) && span.added.length > 1);
  if (first === undefined || !isDoubled) return undefined;
  const count = entriesOf(first.before)?.length ?? 0;
  return finding([first.before, first.start, first.after], {
    expected: { kind: 'count', of: 'records', exactly: count + 1 },
    observed: { kind: 'count', count: count + first.added.length, before: count },
  });
}

/** No start added its run, where each of the other form did, before and after. */
function unlisted({ spans, others }: Series): Found | undefined {
  const [first] = spans;
  const areListed = others.length >= enough && others.every(isShown);
  if (first === undefined || !areListed || spans.some(isListedLater)) return undefined;
  return notListed(first.start, first.after, { family: 'run', id: idOf(first.start) });

  function isListedLater({ start }: Span): boolean {
    return [...spans, ...others].some(({ after }) => namesRunOf(start, after));
  }
}
