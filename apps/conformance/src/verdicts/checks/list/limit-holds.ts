import { caseKey } from '../../../cases/case.ts';
import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { entriesOf, queryOf } from '../../lists.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const limitHolds: Check = {
  id: 'list.limit-holds',
  area: 'list',
  evidence: ['list-with-limit'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      listsOf(recording, operations).flatMap((lists) => {
        const longest = Math.max(...lists.map(lengthOf));
        return lists.filter((list) => {
          const limit = Number(queryOf(list, 'limit') ?? Number.NaN);
          return limit > 0 && longest >= limit;
        });
      }),
      (list) => {
        const limit = Number(queryOf(list, 'limit'));
        const count = lengthOf(list);
        return count <= limit
          ? undefined
          : finding([list], {
              expected: { kind: 'count', of: 'records', atMost: limit },
              observed: { kind: 'count', count },
            });
      },
    ),
};

/** The answers of a list in each sequence, whether or not it is known what identifies its records. */
function listsOf(
  { user }: Recording,
  operations: readonly string[],
): readonly (readonly ResourceExchange[])[] {
  const lists = user
    .filter(isResourceCall)
    .filter(({ operation, origin }) => operations.includes(operation) && origin.case.kind === 'sequence')
    .filter((one) => succeeded(one) && (one.resource.listed ?? entriesOf(one)) !== undefined);
  return [...Map.groupBy(lists, ({ origin, operation }) => `${caseKey(origin.case)} ${operation}`).values()];
}

function lengthOf(list: ResourceExchange): number {
  return (list.resource.listed ?? entriesOf(list) ?? []).length;
}
