import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { byPath, keyOfPath, type Leaf, leavesIn, leavesOf } from '../../leaves.ts';
import { probesOf } from '../../probes.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const orderIsOfOwnFiles: Check = {
  id: 'law.order-is-of-own-files',
  drivenBy: 'sequences',
  evidence: ['mutation'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations).flatMap((order) => readsAround(order, recording)),
      ({ before, order, after }) => {
        const { listed: ids = [] } = before.resource;
        const { listed: now = [] } = after.resource;
        if (ids.join() !== now.join())
          return finding([before, order, after], {
            expected: { kind: 'order', by: 'position', ids },
            observed: { kind: 'order', ids: now },
          });
        const moved = movedIn(before, order, after);
        return (
          moved &&
          finding([before, order, after], {
            expected: { kind: 'field', path: moved.path, oneOf: [moved.value] },
            observed: { kind: 'field', path: moved.path, value: moved.now },
          })
        );
      },
    ),
};

/** An order that names a file of another user, and that user's reads of it before and after. */
interface Around {
  readonly before: ResourceExchange;
  readonly order: Exchange;
  readonly after: ResourceExchange;
}

function readsAround(order: Exchange, { user }: Recording): readonly Around[] {
  if (order.intent?.mutation?.kind !== 'another-record') return [];
  const theirs = user
    .filter(isResourceCall)
    .filter(
      (one) =>
        ['read', 'list'].includes(one.resource.act) &&
        one.identity === 'other' &&
        isSameCase(one, order) &&
        succeeded(one),
    );
  return theirs.flatMap((before): Around[] => {
    const after = theirs.find(
      (one) => one.request.url === before.request.url && one.sentAt >= endedAt(order),
    );
    return endedAt(before) <= order.sentAt && after !== undefined ? [{ before, order, after }] : [];
  });
}

/** A number of the order that stands where another one stood. */
function movedIn(
  before: Exchange,
  order: Exchange,
  after: Exchange,
): (Leaf & { readonly now: unknown }) | undefined {
  const sent = new Set(
    leavesIn(requestIn(order)).flatMap(({ value }) => (typeof value === 'number' ? [value] : [])),
  );
  const shown = byPath(leavesOf(after));
  return leavesOf(before)
    .map((leaf) => ({ ...leaf, now: shown.get(keyOfPath(leaf.path)) }))
    .find(
      ({ value, now }) =>
        typeof value === 'number' && typeof now === 'number' && value !== now && sent.has(now),
    );
}
