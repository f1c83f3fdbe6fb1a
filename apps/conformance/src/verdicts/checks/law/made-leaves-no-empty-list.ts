import { isOwnSuccess, isWrite, placeOf, succeeded } from '../../../exchanges/exchange.ts';
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
  drivenBy: 'sequences',
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
  const calls = Map.groupBy(user.filter(isResourceCall), ({ resource }) => placeOf(resource));
  return [...calls.values()].flatMap((near) =>
    near
      .filter(({ operation }) => operations.includes(operation))
      .filter((one) => one.resource.listed !== undefined && one.identity === 'own' && succeeded(one))
      .flatMap((list) => {
        const made = near.findLast(
          (one) =>
            one.resource.act === 'create' &&
            isOwnSuccess(one) &&
            endedAt(one) + consistencyWindowMs <= list.sentAt,
        );
        return made === undefined || mayBeGone(near, made, list) ? [] : [{ made, list }];
      }),
  );
}

/** Whatever else was written since may have taken it away. */
function mayBeGone(
  near: readonly ResourceExchange[],
  made: ResourceExchange,
  list: ResourceExchange,
): boolean {
  return near.some(
    (one) =>
      isWrite(one) &&
      one.resource.act !== 'create' &&
      endedAt(one) > made.sentAt &&
      one.sentAt < endedAt(list),
  );
}
