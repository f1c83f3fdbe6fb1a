import { isDeepStrictEqual } from 'node:util';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { entriesOf } from '../../lists.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const toolIsListedOnce: Check = {
  id: 'law.tool-is-listed-once',
  drivenBy: 'sequences',
  evidence: ['several-listed'],
  traffic: { restsOn: 'answer' },
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user.filter(
        (one) => operations.includes(one.operation) && succeeded(one) && (entriesOf(one) ?? []).length > 1,
      ),
      (list) => {
        const items = toolsIn(list);
        const twice = items.find((item, index) =>
          items.slice(0, index).some((other) => isDeepStrictEqual(item, other)),
        );
        if (twice === undefined) return undefined;
        return finding([list], {
          expected: { kind: 'unique', what: 'record', family: 'tool' },
          observed: { kind: 'repeated', id: JSON.stringify(twice).slice(0, 60) },
        });
      },
    ),
};

/** Installations may tell when they were made, or nothing at all: what is installed tells them apart. */
function toolsIn(list: Exchange): readonly unknown[] {
  const { resource } = list;
  return resource === undefined ? (entriesOf(list) ?? []) : resource.certain ? (resource.listed ?? []) : [];
}
