import { isOwnSuccess, isSameCase, isWrite, placeOf, succeeded } from '../../../exchanges/exchange.ts';
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
  traffic: { restsOn: 'records' },
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

function placesIn(recording: Recording, operations: readonly string[]): readonly Place[] {
  const all = recording.user.filter(isResourceCall);
  const calls = Map.groupBy(all, ({ resource }) => placeOf(resource));
  const removals = all.filter(({ resource }) => resource.act === 'remove');
  return [...calls.values()].flatMap((near) =>
    near
      .filter(({ operation }) => operations.includes(operation))
      .filter((one) => one.resource.listed !== undefined && one.identity === 'own' && succeeded(one))
      .flatMap((list) => {
        const made = lastMade(near, list, recording);
        const others = [...near, ...removals.filter(({ resource }) => resource.id === list.resource.parent)];
        return made === undefined || mayBeGone(others, made, list) ? [] : [{ made, list }];
      }),
  );
}

function lastMade(
  near: readonly ResourceExchange[],
  list: ResourceExchange,
  { user, contract, consistencyWindowMs }: Recording,
): ResourceExchange | undefined {
  const made = near.filter(
    (one) =>
      one.resource.act === 'create' && isOwnSuccess(one) && endedAt(one) + consistencyWindowMs <= list.sentAt,
  );
  if (contract.get(list.operation)?.resource?.family.refersTo === undefined) return made.at(-1);
  // With the record that it refers to, it may go as well: only its own case knows of that one.
  const own = made.findLast((one) => isSameCase(one, list));
  const removals = user.filter(
    (one) => isResourceCall(one) && one.resource.act === 'remove' && isSameCase(one, list),
  );
  return own === undefined || removals.some(({ sentAt }) => sentAt < endedAt(list) && sentAt > own.sentAt)
    ? undefined
    : own;
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
