import { isDeepStrictEqual } from 'node:util';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { leavesIn } from '../../leaves.ts';
import { entriesOf } from '../../lists.ts';
import { isUniqueMoment } from '../../unique-moment.ts';
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

export const logEntryIsListedOnce: Check = {
  id: 'law.log-entry-is-listed-once',
  drivenBy: 'sequences',
  evidence: ['several-listed'],
  traffic: { restsOn: 'answer' },
  needs: ['toolCallMessage'],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user.filter((one) => operations.includes(one.operation) && momentsIn(one).length > 1),
      (list) => repeated(list, firstTwice(momentsIn(list))),
    ),
};

/** The entries with a time to the millisecond: what is done again may be logged in the same words. */
function momentsIn(list: Exchange): readonly string[] {
  if (!succeeded(list)) return [];
  return (entriesOf(list) ?? [])
    .filter((entry) => leavesIn(entry).some(({ value }) => isUniqueMoment(value)))
    .map((entry) => JSON.stringify(entry));
}

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
