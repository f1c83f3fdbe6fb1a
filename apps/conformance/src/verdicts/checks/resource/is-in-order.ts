import { succeeded } from '../../../exchanges/exchange.ts';
import { isTouch, type Touch } from '../../resources.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

interface Entry {
  readonly file_id: unknown;
  readonly position: number;
}

export const isInOrder: Check = {
  id: 'resource.is-in-order',
  whenUnseen: 'no files were put in order and listed, or the names for it are not known',
  judge: (recording, { operations }) => {
    const lists = recording.probes
      .filter(isTouch)
      .filter((touch) => touch.about.family === 'file' && touch.about.act === 'list' && succeeded(touch))
      .toSorted((a, b) => a.sentAt - b.sentAt);
    return judgeEach(
      lists.flatMap((list, index) => {
        const order = orderBefore(lists.slice(0, index + 1), list);
        return order !== undefined && operations.includes(list.operation) && list.about.listed !== undefined
          ? [{ list, order, listed: list.about.listed.filter((id) => order.includes(id)) }]
          : [];
      }),
      ({ list, order, listed }) =>
        listed.length < order.length || listed.join() === order.join()
          ? undefined
          : finding([list], {
              expected: `the files in the order of their positions: ${order.join(', ')}`,
              observed: listed.join(', '),
            }),
    );
  },
};

/** The order that the last batch before asked for, of the same agent's files. */
function orderBefore(lists: readonly Touch[], { about }: Touch): readonly string[] | undefined {
  const batch = lists.findLast(
    (list) =>
      list.about.parent === about.parent &&
      (Array.isArray(list.about.wrote?.positions) || list.about.unsure !== undefined),
  );
  // What should have been refused may have been done or not.
  const entries = batch?.probe?.kind === 'refusal' ? undefined : batch?.about.wrote?.positions;
  return Array.isArray(entries)
    ? entries
        .filter(isEntry)
        .toSorted((a, b) => a.position - b.position)
        .map(({ file_id }) => String(file_id))
    : undefined;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'file_id' in value && 'position' in value;
}
