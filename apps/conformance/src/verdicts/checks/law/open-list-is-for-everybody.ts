import { type Exchange, isOwnSuccess, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const openListIsForEverybody: Check = {
  id: 'law.open-list-is-for-everybody',
  drivenBy: 'sequences',
  evidence: ['success', 'no-credential'],
  needs: [],
  judge: (recording, { operations }) => {
    const lists = operations.flatMap((operation) => probesOf(recording, [operation]));
    const pairs = lists
      .filter((one) => one.identity === 'missing' && succeeded(one) && lengthOf(one) !== undefined)
      .flatMap((open) => {
        const own = lists.find(
          (one) => one.operation === open.operation && isOwnSuccess(one) && isSameCase(one, open),
        );
        return own !== undefined && (lengthOf(own) ?? 0) > 0 ? [{ open, own }] : [];
      });
    return judgeEach(pairs, ({ open, own }) =>
      lengthOf(open) === 0
        ? finding([own, open], {
            expected: { kind: 'count', of: 'records', atLeast: 1 },
            observed: { kind: 'count', count: 0 },
          })
        : undefined,
    );
  },
};

function lengthOf(list: Exchange): number | undefined {
  const body = bodyIn(list);
  return Array.isArray(body) ? body.length : undefined;
}
