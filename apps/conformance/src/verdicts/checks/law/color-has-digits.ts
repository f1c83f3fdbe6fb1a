import { type Exchange, isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
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
        const isKnown = isTried && tried.response !== undefined && isColor(tried, user);
        const taken = isKnown ? colorTaken(tried, user) : undefined;
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

/** What is only guessed to be the color may be a field that nobody reads: another text is refused where it is one. */
function isColor(tried: Exchange, user: readonly Exchange[]): boolean {
  const isWords = (one: Exchange): boolean =>
    isSameCase(one, tried) && one.intent?.rule === 'agent-themes.set-invalid-color-is-400';
  return tried.intent?.certain === true || user.some((one) => isWords(one) && isRefused(one));
}
