import { succeeded } from '../../../exchanges/exchange.ts';
import { requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { leavesIn } from '../../leaves.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const updateKeepsTheOrder: Check = {
  id: 'law.update-keeps-the-order',
  drivenBy: 'sequences',
  evidence: ['records-listed'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(updatesIn(recording, operations), ({ before, update, after }) =>
      before.resource.listed.join() === after.resource.listed.join()
        ? undefined
        : finding([before, update, after], {
            expected: { kind: 'order', by: 'position', ids: before.resource.listed },
            observed: { kind: 'order', ids: after.resource.listed },
          }),
    ),
};

type Listing = ResourceExchange & { readonly resource: { readonly listed: readonly string[] } };

/** Two lists of the same two records or more, with nothing but updates between them that name no position. */
function updatesIn({ user, consistencyWindowMs }: Recording, operations: readonly string[]) {
  const calls = user.filter(isResourceCall).filter(({ resource }) => resource.family === 'file');
  const places = Map.groupBy(calls, ({ resource }) => resource.parent);
  return [...places.values()].flatMap((same) => {
    const inOrder = same.toSorted((a, b) => a.sentAt - b.sentAt);
    return inOrder.filter(isPlainList).flatMap((after) => {
      const before = inOrder.filter(isPlainList).findLast((list) => endedAt(list) <= after.sentAt);
      if (before === undefined) return [];
      // What was written just before the first list may not have shown in it yet.
      const between = inOrder.filter(
        (one) => one.request.method !== 'GET' && endedAt(one) + consistencyWindowMs >= before.sentAt,
      );
      const writes = between.filter((one) => one.sentAt <= endedAt(after));
      const [update] = writes.filter(succeeded);
      const isSettled = writes.every((one) => endedAt(one) + consistencyWindowMs <= after.sentAt);
      const isAlike = before.resource.listed.toSorted().join() === after.resource.listed.toSorted().join();
      const isTold =
        update !== undefined &&
        before.resource.listed.length > 1 &&
        [update, after].some(({ operation }) => operations.includes(operation));
      return isTold && isSettled && isAlike && writes.every(isUpdate) ? [{ before, update, after }] : [];
    });
  });
}

function isPlainList(one: ResourceExchange): one is Listing {
  return (
    one.request.method === 'GET' &&
    one.resource.act === 'list' &&
    one.identity === 'own' &&
    one.resource.listed !== undefined &&
    succeeded(one)
  );
}

/** A number may be a position, whatever its name. */
function isUpdate(one: ResourceExchange): boolean {
  const isChange = one.operation === 'updateAgentFile';
  return isChange && leavesIn(requestIn(one)).every(({ value }) => typeof value === 'string');
}
