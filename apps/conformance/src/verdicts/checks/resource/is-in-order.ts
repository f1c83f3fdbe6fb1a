import { succeeded } from '../../../exchanges/exchange.ts';
import { keepsOrder, orderOf } from '../../../exchanges/written-values.ts';
import { isTouch, type Touch } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const isInOrder: Check = {
  id: 'resource.is-in-order',
  whenUnseen: 'no files were put in order and listed, or the names for it are not known',
  judge: ({ probes, settleMs }, { operations }) => {
    const lists = probes
      .filter(isTouch)
      .filter((touch) => touch.about.family === 'file' && touch.about.act === 'list' && succeeded(touch))
      .toSorted((a, b) => a.sentAt - b.sentAt);
    return judgeEach(
      lists.flatMap((list, index) => {
        const batch = batchBefore(lists.slice(0, index + 1), list);
        const order = batch && orderOf(batch.about);
        const { listed } = list.about;
        if (!batch || !order || !listed || !operations.includes(list.operation)) return [];
        // A list may be asked for before the order shows everywhere.
        const isEarly = batch !== list && list.sentAt < endedAt(batch) + settleMs;
        return isEarly && !keepsOrder(listed, order) ? [] : [{ list, order, listed }];
      }),
      ({ list, order, listed }) =>
        keepsOrder(listed, order)
          ? undefined
          : finding([list], {
              expected: `the files in the order of their positions: ${order.join(', ')}`,
              observed: listed.filter((id) => order.includes(id)).join(', '),
            }),
    );
  },
};

/** The last batch of positions before, of the same agent's files. */
function batchBefore(lists: readonly Touch[], { about }: Touch): Touch | undefined {
  const batch = lists.findLast(
    (list) =>
      list.about.parent === about.parent &&
      (Array.isArray(list.about.wrote?.positions) || list.about.unsure !== undefined),
  );
  // What should have been refused may have been done or not.
  return batch?.probe?.kind === 'refusal' ? undefined : batch;
}
