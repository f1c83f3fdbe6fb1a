import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { badInputOf } from '../../findings/mutated-by.ts';
import { keyOfPath } from '../../leaves.ts';
import { memoize } from '../../memoize.ts';
import {
  formOf,
  isAfter,
  isDone,
  isDue,
  isShownIn,
  recordIn,
  resultLeaves,
  shownBy,
  wholeLists,
} from '../../notifier-results.ts';
import {
  deleteAllPushes,
  type NotifierKind,
  type NotifierRun,
  notifierKinds,
  notifierRuns,
  ownRunsOf,
} from '../../notifier-runs.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const badInputDoesNothing: Check = {
  id: 'notifier.bad-input-does-nothing',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run-odd'],
  needs: ['notifierMayBeUsed'],
  judge: (recording, { tools = [], parameter }) =>
    judgeEach(
      notifierRuns(recording).flatMap((runs) =>
        runs
          .filter(
            ({ tool, exchange: { intent } }) =>
              intent?.kind === 'mutation' &&
              tools.some(({ name }) => name === tool) &&
              (parameter === undefined || parameter === intent.parameter),
          )
          .flatMap((bad) => listsAround(bad, runs, recording)),
      ),
      (one) => made(one) ?? changed(one) ?? removed(one) ?? done(one) ?? promised(one),
    ),
};

interface Tried {
  readonly bad: NotifierRun;
  readonly before: NotifierRun | undefined;
  readonly after: NotifierRun;
  /** Texts that no other run sent. */
  readonly marks: readonly string[];
  /** The same tool with good input, which did what it was asked. */
  readonly good: NotifierRun | undefined;
  /** Where its results have values, and those of not all other tools do. */
  readonly telling: readonly string[];
  /** Whether something that was made is shown no more, though nothing but removals by bad input was sent since. */
  readonly isLost: boolean;
}

function listsAround(bad: NotifierRun, runs: readonly NotifierRun[], recording: Recording): readonly Tried[] {
  const good = ownRunsOf(runs, bad.tool).find((one) => isDone(one, runs));
  const kind = notifierKinds.find((one) => Object.values(one).includes(bad.tool));
  // Nothing lists it: what it was asked tells whether it is done.
  if (kind === undefined)
    return good === undefined
      ? []
      : [{ bad, before: undefined, after: good, marks: [], good, telling: [], isLost: false }];
  const others = runs.filter((one) => one !== bad).map(({ exchange }) => exchange.request.body ?? '');
  const marks = Object.values(bad.input).filter(
    (value): value is string => typeof value === 'string' && !others.some((body) => body.includes(value)),
  );
  const lists = wholeLists(runs, kind);
  const after = lists.find((one) => isAfter(one, bad));
  const before = lists.findLast((one) => isAfter(bad, one));
  // Only a list that shows what was made tells of what was not.
  if (after === undefined || shownBy(before ? [before, after] : [after], runs, kind).length === 0) return [];
  const telling = good === undefined ? [] : tellingPlaces(good, bad, runs);
  const isLost =
    before !== undefined &&
    bad.tool === kind.remove &&
    isQuietBetween({ before, after }, { runs, kind, recording }) &&
    shownBy([before], runs, kind).some(({ input }) => !isShownIn(after, input[kind.shown]));
  return [{ bad, before, after, marks, good, telling, isLost }];
}

interface Known {
  readonly runs: readonly NotifierRun[];
  readonly kind: NotifierKind;
  readonly recording: Recording;
}

/** Whether nothing but removals by bad input may make two lists differ; what is new may also push others off a short list. */
function isQuietBetween(
  { before, after }: { readonly before: NotifierRun; readonly after: NotifierRun },
  { runs, kind: { create, change, remove }, recording }: Known,
): boolean {
  const isBadRemoval = ({ tool, exchange }: NotifierRun): boolean =>
    tool === remove && exchange.intent?.kind === 'mutation';
  return runs
    .filter(({ tool }) => [create, change, remove, deleteAllPushes].includes(tool))
    .every((one) => isBadRemoval(one) || isAfter(one, after) || isDue(before, one, recording));
}

/** What every tool answers around its output says nothing, nor does what was wrong. */
function tellingPlaces(
  good: NotifierRun,
  { exchange: { intent } }: NotifierRun,
  runs: readonly NotifierRun[],
): readonly string[] {
  const others = runs.filter((one) => one.tool !== good.tool && isDone(one, runs));
  const isOfAll = (place: string): boolean => others.every(({ exchange }) => placesOf(exchange).has(place));
  return [...placesOf(good.exchange)].filter(
    (place) => !isOfAll(place) && place.split('.').at(-1) !== intent?.parameter,
  );
}

const placesOf = memoize(
  (exchange: Exchange): ReadonlySet<string> =>
    new Set(resultLeaves(exchange).map(({ path }) => keyOfPath(path))),
);

function made({ bad, after, marks }: Tried): Found | undefined {
  const mark = marks.find((one) => one.length > 8 && isShownIn(after, one));
  return mark === undefined ? undefined : taken(bad, after);
}

/** A record whose switches are others than before. */
function changed({ bad, before, after }: Tried): Found | undefined {
  const { iden } = bad.input;
  if (before === undefined || !succeeded(bad.exchange)) return undefined;
  const [was, is] = [before, after].map((one) => recordIn(one, iden));
  const isOther = Object.entries(was ?? {}).some(
    ([name, value]) => typeof value === 'boolean' && is !== undefined && is[name] !== value,
  );
  return isOther ? taken(bad, after) : undefined;
}

/** A record that was listed, and is no more. */
function removed({ bad, before, after, isLost }: Tried): Found | undefined {
  const texts = Object.values(bad.input).filter((value) => typeof value === 'string' && value.length > 2);
  const isGone =
    before !== undefined &&
    texts.some((text) => recordIn(before, text) !== undefined && recordIn(after, text) === undefined);
  return (isGone || isLost) && succeeded(bad.exchange) ? taken(bad, after) : undefined;
}

/** So many values no words of an error have. */
const leastValues = 3;

/** A result of the form that good input has, and that a failure has not; what was left out may be null there. */
function done({ bad, good, after, telling }: Tried): Found | undefined {
  if (good === undefined || !succeeded(bad.exchange)) return undefined;
  const values = resultLeaves(good.exchange);
  const isAlike = formOf(bad.exchange) === formOf(good.exchange) && values.length >= leastValues;
  const shown = placesOf(bad.exchange);
  const isWhole = telling.length >= leastValues - 1 && telling.every((place) => shown.has(place));
  return isAlike || isWhole || sharedBy(bad, good, after) >= leastValues ? taken(bad, after) : undefined;
}

/** An address where good input gets one as well. */
function promised({ bad, good, after }: Tried): Found | undefined {
  if (good === undefined || !succeeded(bad.exchange)) return undefined;
  const [given, known] = [bad, good].map(({ exchange }) =>
    resultLeaves(exchange).flatMap(({ path, value }) =>
      typeof value === 'string' && /^https?:\/\/\S+$/.test(value) ? keyOfPath(path) : [],
    ),
  );
  return given?.some((path) => known?.includes(path)) ? taken(bad, after) : undefined;
}

/** How much of what good input showed is the same in a result, but for what the results of other tools have as well. */
function sharedBy(bad: NotifierRun, good: NotifierRun, other: NotifierRun): number {
  const [shown, known, beside] = [bad, good, other].map(({ exchange }) =>
    resultLeaves(exchange).map(({ path, value }) => `${keyOfPath(path)} ${JSON.stringify(value)}`),
  );
  return (shown ?? []).filter((leaf) => known?.includes(leaf) && !beside?.includes(leaf)).length;
}

function taken({ exchange, tool }: NotifierRun, after: NotifierRun): Found {
  return finding([exchange, after.exchange], {
    expected: {
      kind: 'status',
      oneOf: ['refusal'],
      because: badInputOf(exchange, tool),
    },
    observed: { kind: 'status', status: exchange.response?.status ?? 0 },
  });
}
