import { caseKey } from '../../../cases/case.ts';
import { type Exchange, inCases, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isSamePlace, type Leaf, leavesIn } from '../../leaves.ts';
import { entriesOf, queryOf } from '../../lists.ts';
import { type Check, joinJudgements, judgeEach, type Recording } from '../../verdict.ts';

/** What the answer to a run, or its entry in the log, shows at one place. */
interface Shown {
  readonly by: Exchange;
  readonly leaf: Leaf;
}

/** Where a run that was given the default shows it, and what a run that left it out shows there. */
interface Pair {
  readonly without: Exchange;
  readonly given: Exchange;
  readonly value: string;
  readonly shown: Shown;
}

/** Whether a tool run shows where it ran is not shown: one that does shows the default, given or not. */
export const leftOutParameterShowsItsDefault: Check = {
  id: 'law.left-out-parameter-shows-its-default',
  drivenBy: 'sequences',
  evidence: ['default-left-out'],
  needs: ['tool'],
  judge: (recording, { operations, parameter = '' }) =>
    joinJudgements(
      judgeEach(pairsIn(recording, operations, parameter), ({ without, given, value, shown }) => {
        if (shown.leaf.value === value) return undefined;
        return finding([without, given, shown.by], {
          expected: { kind: 'same-as', other: { by: 'parameter', name: parameter, value } },
          observed: { kind: 'field', path: shown.leaf.path, value: shown.leaf.value },
        });
      }),
      judgeEach(runsAlike(recording, operations, parameter), ({ without, given, value }) =>
        succeeded(without) === succeeded(given)
          ? undefined
          : finding([given, without], {
              expected: { kind: 'same-as', other: { by: 'parameter', name: parameter, value } },
              observed: statusOf(without),
            }),
      ),
    ),
};

/** The same run of a tool with the default and without it, where one of them was answered as well as the other or refused. */
function runsAlike(
  { user }: Recording,
  operations: readonly string[],
  parameter: string,
): readonly Omit<Pair, 'shown'>[] {
  const runs = user
    .filter(({ operation, intent }) => operations.includes(operation) && intent?.compares === 'default')
    .filter((run) => succeeded(run) || isRefused(run));
  const alike = Map.groupBy(runs, ({ origin, request }) =>
    [caseKey(origin.case), new URL(request.url).pathname, request.body].join('\n'),
  );
  return [...alike.values()].flatMap((some) => {
    const given = some.find((run) => queryOf(run, parameter) !== null);
    const value = given && queryOf(given, parameter);
    const without = some.filter((run) => queryOf(run, parameter) === null);
    // What is answered now so and now so hangs on something else.
    const isSteady = new Set(without.map(succeeded)).size === 1;
    const [first] = without;
    return given === undefined || typeof value !== 'string' || first === undefined || !isSteady
      ? []
      : [{ without: first, given, value }];
  });
}

function pairsIn({ user }: Recording, operations: readonly string[], parameter: string): readonly Pair[] {
  const compared = user.filter(({ intent }) => intent?.compares === 'default').filter(succeeded);
  return inCases(compared).flatMap((calls) => {
    const inOrder = calls.toSorted((a, b) => a.sentAt - b.sentAt);
    const runs = inOrder.filter(({ operation }) => operations.includes(operation));
    const given = runs.find((run) => queryOf(run, parameter) !== null);
    const value = given && queryOf(given, parameter);
    if (given === undefined || value === null || value === undefined) return [];
    const places = shownOf(given, inOrder).filter(({ leaf }) => leaf.value === value);
    return runs
      .filter((run) => queryOf(run, parameter) === null)
      .flatMap((without) =>
        shownOf(without, inOrder)
          .filter(({ leaf }) => isText(leaf.value) && places.some((place) => isSamePlace(place.leaf, leaf)))
          .map((shown) => ({ without, given, value, shown })),
      );
  });
}

/** The answer to a run, and the one entry of the log that came with it. */
function shownOf(run: Exchange, calls: readonly Exchange[]): readonly Shown[] {
  const own = leavesIn(bodyIn(run)).map((leaf) => ({ by: run, leaf }));
  const at = calls.indexOf(run);
  const [before, after] = [calls[at - 1], calls[at + 1]];
  const known = new Set((before && entriesOf(before))?.map((entry) => JSON.stringify(entry)));
  const entries = (after && entriesOf(after)) ?? [];
  const news = entries.filter((entry) => !known.has(JSON.stringify(entry)));
  if (before?.operation !== after?.operation || after === undefined || news.length !== 1) return own;
  return [...own, ...leavesIn(news[0], ['entry']).map((leaf) => ({ by: after, leaf }))];
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
