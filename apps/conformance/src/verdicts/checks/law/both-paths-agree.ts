import { isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { recordIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import {
  freshWrites,
  type ResourceExchange,
  type ResourceHistory,
  recordOf,
  resourceHistories,
} from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const bothPathsAgree: Check = {
  id: 'law.both-paths-agree',
  drivenBy: 'sequences',
  evidence: ['record-removed', 'answer'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording).flatMap((history) => pairsIn(history, operations, recording)),
      ({ history, first, second }) => {
        if (succeeded(first) === succeeded(second)) return undefined;
        const [gone, there] = succeeded(first) ? [second, first] : [first, second];
        return finding([gone, there], {
          expected: {
            kind: 'status',
            oneOf: ['refusal'],
            because: { kind: 'removed', record: recordOf(history) },
          },
          observed: statusOf(there),
        });
      },
      ({ history, first }) => isRefused(first) || recordIn(bodyIn(first), history.id) !== undefined,
    ),
};

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
      freshWrites(history, one, recording).length === 0 &&
      isAfterRemoval(history, one),
  );
  return reads.slice(1).flatMap((second, index): Pair[] => {
    const first = reads[index];
    return first !== undefined && first.operation !== second.operation && isSameCase(first, second)
      ? [{ history, first, second }]
      : [];
  });
}

function isAfterRemoval({ calls }: ResourceHistory, read: ResourceExchange): boolean {
  return calls.some((one) => one.resource.act === 'remove' && succeeded(one) && endedAt(one) <= read.sentAt);
}
