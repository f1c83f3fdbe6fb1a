import { isWrite, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A record that was made, and the list in which it has to stand by whatever name. */
interface Place {
  readonly made: ResourceExchange;
  readonly list: ResourceExchange;
}

export const madeLeavesNoEmptyList: Check = {
  id: 'law.made-leaves-no-empty-list',
  area: 'resource',
  evidence: ['record-made', 'records-listed'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(placesIn(recording, operations), ({ made, list }) =>
      list.resource.listed?.length !== 0
        ? undefined
        : finding([made, list], {
            expected: { kind: 'count', of: 'records', atLeast: 1 },
            observed: { kind: 'count', count: 0 },
          }),
    ),
};

function placesIn({ user, consistencyWindowMs }: Recording, operations: readonly string[]): readonly Place[] {
  const calls = user.filter(isResourceCall);
  const lists = calls.filter(
    (one) =>
      operations.includes(one.operation) &&
      one.resource.listed !== undefined &&
      one.identity === 'own' &&
      succeeded(one),
  );
  return lists.flatMap((list): Place[] => {
    const near = calls.filter(
      ({ resource }) => resource.family === list.resource.family && resource.parent === list.resource.parent,
    );
    const made = near.findLast(
      (one) =>
        one.resource.act === 'create' &&
        one.identity === 'own' &&
        one.intent?.kind === 'valid' &&
        succeeded(one) &&
        endedAt(one) + consistencyWindowMs <= list.sentAt,
    );
    // Whatever else was written may have taken it away.
    const isLast = near.every(
      (one) =>
        !isWrite(one) ||
        one.resource.act === 'create' ||
        made === undefined ||
        endedAt(one) <= made.sentAt ||
        one.sentAt >= endedAt(list),
    );
    return made !== undefined && isLast ? [{ made, list }] : [];
  });
}
