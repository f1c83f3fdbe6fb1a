import { isDeepStrictEqual } from 'node:util';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
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
        return repeated(
          list,
          items.find((item, index) => items.slice(0, index).some((other) => isDeepStrictEqual(item, other))),
        );
      },
    ),
};

export const recordIsListedOnce: Check = {
  id: 'law.record-is-listed-once',
  drivenBy: 'sequences',
  evidence: ['several-listed'],
  traffic: { restsOn: 'answer' },
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user.filter(
        (one) => operations.includes(one.operation) && succeeded(one) && identifiersIn(one).length > 1,
      ),
      (list) => repeated(list, firstTwice(identifiersIn(list))),
    ),
};

function firstTwice(ids: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return ids.find((id) => seen.has(id) || !seen.add(id));
}

function repeated(list: Exchange, twice: unknown): Found | undefined {
  if (twice === undefined) return undefined;
  return finding([list], {
    expected: { kind: 'unique', what: 'record', family: list.resource?.family ?? 'tool' },
    observed: { kind: 'repeated', id: JSON.stringify(twice).slice(0, 60) },
  });
}

/** Installations may tell when they were made, or nothing at all: what is installed tells them apart. */
function toolsIn(list: Exchange): readonly unknown[] {
  return list.resource === undefined ? (entriesOf(list) ?? []) : identifiersIn(list);
}

function identifiersIn({ resource }: Exchange): readonly string[] {
  return resource?.certain ? (resource.listed ?? []) : [];
}
