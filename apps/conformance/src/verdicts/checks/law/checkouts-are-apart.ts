import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { byPath, keyOfPath, type Leaf, leavesOf } from '../../leaves.ts';
import { isUser, probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const checkoutsAreApart: Check = {
  id: 'law.checkouts-are-apart',
  drivenBy: 'sequences',
  evidence: ['two-users'],
  needs: [],
  judge: (recording, { operations }) => {
    const made = probesOf(recording, operations).filter((one) => isUser(one.identity) && succeeded(one));
    return judgeEach(
      made.flatMap((second, index) =>
        made
          .slice(0, index)
          .filter((first) => first.identity !== second.identity && first.request.url === second.request.url)
          .map((first) => ({ first, second })),
      ),
      ({ first, second }) => {
        const same = sameSessionIn(first, second);
        return (
          same &&
          finding([first, second], {
            expected: { kind: 'field', path: same.path, must: 'differ-between-users' },
            observed: { kind: 'field', path: same.path, value: same.value },
          })
        );
      },
      ({ first }) => leavesOf(first).some(isSession),
    );
  },
};

/** The identifier of a checkout session; the page where one pays may well be the same for all. */
function isSession({ path, value }: Leaf): boolean {
  const isNamed = /(session|checkout)[_-]?id$|session$/i.test(String(path.at(-1)));
  return isNamed && typeof value === 'string' && /^[\w-]{8,}$/.test(value);
}

function sameSessionIn(first: Exchange, second: Exchange): Leaf | undefined {
  const shown = byPath(leavesOf(first));
  return leavesOf(second).find((leaf) => isSession(leaf) && shown.get(keyOfPath(leaf.path)) === leaf.value);
}
