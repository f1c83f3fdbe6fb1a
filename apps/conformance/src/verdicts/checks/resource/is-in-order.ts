import { succeeded } from '../../../exchanges/exchange.ts';
import { keepsOrder, orderOf } from '../../../exchanges/written-values.ts';
import { recordIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
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
        if (!listed || !operations.includes(list.operation)) return [];
        const shown = shownOrder(list);
        if (shown !== undefined && !isMonotonic(shown)) return [{ list, order: inOrder(shown), listed }];
        if (!batch || !order) return [];
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

interface Positioned {
  readonly id: string;
  readonly position: number;
}

/** The positions that the records of a list show themselves, by the name that the interface has for them. */
function shownOrder(list: ResourceExchange): readonly Positioned[] | undefined {
  const body = bodyIn(list);
  const shown = (list.resource.listed ?? []).map((id) => {
    const position = recordIn(body, id)?.position;
    return typeof position === 'number' ? { id, position } : undefined;
  });
  return shown.every((one) => one !== undefined) && shown.length > 2 ? shown : undefined;
}

/** Which end comes first is not shown. */
function isMonotonic(shown: readonly Positioned[]): boolean {
  const steps = shown
    .slice(1)
    .map(({ position }, index) => Math.sign(position - (shown[index]?.position ?? 0)));
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
}

function inOrder(shown: readonly Positioned[]): readonly string[] {
  return shown.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
}
