import { type Exchange, isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { textsIn } from '../../../json/texts-in.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { memoize } from '../../memoize.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const partOfANameIsNoName: Check = {
  id: 'law.part-of-a-name-is-no-name',
  area: 'refusal',
  evidence: ['answer'],
  needs: [],
  judge: (recording, { id, operations }) =>
    judgeEach(
      recording.user.filter(
        (one) =>
          one.intent?.rule === id &&
          operations.includes(one.operation) &&
          one.response !== undefined &&
          !isTransient(one.response.status) &&
          !isShown(askedFor(one), recording),
      ),
      (one) =>
        succeeded(one)
          ? finding([one], {
              expected: { kind: 'status', oneOf: ['refusal'], because: { kind: 'unknown-id' } },
              observed: statusOf(one),
            })
          : undefined,
    ),
};

/** The last part of the path, or the only text of the body. */
function askedFor(one: Exchange): string {
  const [text] = one.operation === 'redeemVipCode' ? textsIn(JSON.parse(one.request.body ?? '{}')) : [];
  return text ?? decodeURIComponent(new URL(one.request.url).pathname.split('/').at(-1) ?? '');
}

/** What any answer shows may be there by that name. */
function isShown(name: string, recording: Recording): boolean {
  return shownTexts(recording).has(name);
}

const shownTexts = memoize(
  ({ user }: Recording): ReadonlySet<string> =>
    new Set(user.filter(succeeded).flatMap((one) => textsIn(bodyIn(one)))),
);
