import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { queryOf } from '../../lists.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

type Quartet = readonly [without: Exchange, given: Exchange, withoutAgain: Exchange, beside: Exchange];

export const defaultIsDocumented: Check = {
  id: 'list.default-is-documented',
  whenUnseen: 'the value beside the default makes no difference here',
  judge: ({ probes }, { operations, parameter = '' }) =>
    judgeEach(
      quartets(probes, operations, parameter).filter(
        // What changes by itself can't be compared, nor what is the same for any value.
        ([without, given, again, beside]) =>
          bodyOf(without) === bodyOf(again) && bodyOf(given) !== bodyOf(beside),
      ),
      ([without, given]) =>
        bodyOf(without) === bodyOf(given)
          ? undefined
          : finding([without, given], {
              expected: `the same answer without ${parameter} as with ${parameter}=${queryOf(given, parameter)}`,
              observed: 'another answer',
            }),
    ),
};

/** Four calls in a row: without the parameter, with its default, without it again, with the value beside it. */
function quartets(
  probes: readonly Exchange[],
  operations: readonly string[],
  parameter: string,
): readonly Quartet[] {
  const calls = probes
    .filter(({ operation, probe }) => operations.includes(operation) && probe?.parameter === parameter)
    .filter(
      ({ scenario, ...probe }) => scenario.startsWith('journey/default') && succeeded({ scenario, ...probe }),
    )
    .toSorted((a, b) => a.sentAt - b.sentAt);
  return [...Map.groupBy(calls, ({ scenario, operation }) => `${scenario} ${operation}`).values()].flatMap(
    ([without, given, again, beside]): Quartet[] =>
      without && given && again && beside ? [[without, given, again, beside]] : [],
  );
}

function bodyOf({ response }: Exchange): string | undefined {
  return response?.body.text;
}
