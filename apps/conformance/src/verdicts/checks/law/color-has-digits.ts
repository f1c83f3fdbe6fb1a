import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const colorHasDigits: Check = {
  id: 'law.color-has-digits',
  drivenBy: 'sequences',
  evidence: ['condition-tried'],
  needs: [],
  judge: ({ user }, { id, operations }) =>
    judgeEach(
      user.flatMap((tried) => {
        const isTried = operations.includes(tried.operation) && tried.intent?.rule === id;
        const taken = isTried && tried.response !== undefined ? colorTaken(tried, user) : undefined;
        return taken === undefined ? [] : [{ tried, taken }];
      }),
      ({ tried, taken }) =>
        succeeded(tried)
          ? finding([taken, tried], {
              expected: { kind: 'status', oneOf: [400, 'refusal'] },
              observed: statusOf(tried),
            })
          : undefined,
    ),
};

/** Only where six hexadecimal digits are a color: which other forms there are is not shown. */
function colorTaken(tried: Exchange, user: readonly Exchange[]): Exchange | undefined {
  return user.find(
    (one) =>
      one.operation === tried.operation &&
      isSameCase(one, tried) &&
      one.intent?.kind === 'valid' &&
      /"#[\da-f]{6}"/i.test(one.request.body ?? '') &&
      succeeded(one),
  );
}
