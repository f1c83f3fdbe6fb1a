import { isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { isId, recordIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import type { Observation } from '../../findings/observation.ts';
import { statusOf } from '../../findings/observe.ts';
import { freshWrites } from '../../presence.ts';
import { type ResourceExchange, type ResourceHistory, recordOf, resourceHistories } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const bothPathsAgree: Check = {
  id: 'law.both-paths-agree',
  drivenBy: 'sequences',
  evidence: ['record-removed', 'answer'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording).flatMap((history) => [
        ...pairsIn(history, operations, recording),
        ...listsIn(history, operations, recording),
      ]),
      ({ history, first, second }) => {
        if (isThere(first, history) === isThere(second, history)) return undefined;
        const [gone, there] = isThere(first, history) ? [second, first] : [first, second];
        const because = { kind: 'removed', record: recordOf(history) } as const;
        return finding(
          [gone, there],
          there.resource.act === 'list'
            ? {
                expected: { kind: 'absent', record: recordOf(history), because },
                observed: observedIn(there, history),
              }
            : { expected: { kind: 'status', oneOf: ['refusal'], because }, observed: statusOf(there) },
        );
      },
      ({ history, first }) =>
        isList(first) || isRefused(first) || recordIn(bodyIn(first), history.id) !== undefined,
    ),
};

/** Whether an answer has the record: a list that holds it, a read that shows it. */
function isThere(one: ResourceExchange, { id }: ResourceHistory): boolean {
  return isList(one) ? holdsId(one, id) : succeeded(one);
}

function isList({ resource }: ResourceExchange): boolean {
  return resource.act === 'list';
}

function holdsId({ resource }: ResourceExchange, id: string): boolean {
  return resource.listed?.some((one) => isId(one, id)) === true;
}

function observedIn({ resource }: ResourceExchange, { id }: ResourceHistory): Observation {
  const listed = resource.listed ?? [];
  return { kind: 'listed', times: listed.filter((one) => isId(one, id)).length, length: listed.length };
}

/** Lists at both paths long enough after the record was removed, where each had it before. */
function listsIn(
  history: ResourceHistory,
  operations: readonly string[],
  recording: Recording,
): readonly Pair[] {
  const lists = history.lists.filter(
    (one) => operations.includes(one.operation) && one.identity === 'own' && succeeded(one),
  );
  const had = new Set(lists.filter((one) => holdsId(one, history.id)).map(({ operation }) => operation));
  const after = lists.filter((one) => had.has(one.operation) && isLongAfterRemoval(history, one, recording));
  return inTurn(history, after);
}

interface Pair {
  readonly history: ResourceHistory;
  readonly first: ResourceExchange;
  readonly second: ResourceExchange;
}

/** The same record at both of its paths, one read after the other, long enough after it was removed. */
function pairsIn(
  history: ResourceHistory,
  operations: readonly string[],
  recording: Recording,
): readonly Pair[] {
  const reads = history.calls.filter(
    (one) =>
      operations.includes(one.operation) &&
      one.identity === 'own' &&
      (succeeded(one) || isRefused(one)) &&
      isLongAfterRemoval(history, one, recording),
  );
  return inTurn(history, reads);
}

/** Answers of different operations, one after the other in one case. */
function inTurn(history: ResourceHistory, answers: readonly ResourceExchange[]): readonly Pair[] {
  return answers.slice(1).flatMap((second, index): Pair[] => {
    const first = answers[index];
    return first !== undefined && first.operation !== second.operation && isSameCase(first, second)
      ? [{ history, first, second }]
      : [];
  });
}

function isLongAfterRemoval(history: ResourceHistory, one: ResourceExchange, recording: Recording): boolean {
  const removal = history.calls.find(
    (call) => call.resource.act === 'remove' && succeeded(call) && endedAt(call) <= one.sentAt,
  );
  return removal !== undefined && freshWrites(history, one, recording).length === 0;
}
