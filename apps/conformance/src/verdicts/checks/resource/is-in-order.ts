import { succeeded } from '../../../exchanges/exchange.ts';
import { keepsOrder, orderOf } from '../../../exchanges/written-values.ts';
import { finding } from '../../findings/finding.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const isInOrder: Check = {
  id: 'resource.is-in-order',
  area: 'resource',
  evidence: ['order-written', 'records-listed'],
  needs: [],
  judge: ({ user, contract, consistencyWindowMs }, { operations }) => {
    const lists = user
      .filter(isResourceCall)
      .filter((call) => contract.get(call.operation)?.resource?.family.order !== undefined)
      .filter((call) => call.resource.act === 'list' && succeeded(call))
      .toSorted((a, b) => a.sentAt - b.sentAt);
    return judgeEach(
      lists.flatMap((list, index) => {
        const batch = batchBefore(lists.slice(0, index + 1), list);
        const order = batch && orderOf(batch.resource);
        const { listed } = list.resource;
        if (!batch || !order || !listed || !operations.includes(list.operation)) return [];
        // A list may be asked for before the order shows everywhere.
        const isEarly = batch !== list && list.sentAt < endedAt(batch) + consistencyWindowMs;
        return isEarly && !keepsOrder(listed, order) ? [] : [{ list, order, listed }];
      }),
      ({ list, order, listed }) =>
        keepsOrder(listed, order)
          ? undefined
          : finding([list], {
              expected: { kind: 'order', by: 'position', ids: order },
              observed: { kind: 'order', ids: listed.filter((id) => order.includes(id)) },
            }),
    );
  },
};

/** The last batch of positions before, of the same agent's files. */
function batchBefore(
  lists: readonly ResourceExchange[],
  { resource }: ResourceExchange,
): ResourceExchange | undefined {
  const batch = lists.findLast(
    (list) =>
      list.resource.parent === resource.parent &&
      (Array.isArray(list.resource.wrote?.positions) || list.resource.unsure !== undefined),
  );
  // What should have been refused may have been done or not.
  return batch?.intent?.kind === 'refusal' ? undefined : batch;
}
