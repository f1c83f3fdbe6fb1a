import { type Found, finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { type Walk, walksOf } from '../../walks.ts';

export const pageIsAsLongAsTheFirst: Check = {
  id: 'law.page-is-as-long-as-the-first',
  drivenBy: 'sequences',
  evidence: ['list-page'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      walksOf(user).filter(
        ({ pages: [first, ...others], limit }) =>
          operations.includes(first.operation) &&
          others.length > 1 &&
          first.resource.listed?.length === limit,
      ),
      short,
    ),
};

/** A page between the first and the last one that has fewer records, though the next one goes on. */
function short({ pages, limit }: Walk): Found | undefined {
  const index = pages.findIndex(
    ({ resource }, place) =>
      (resource.listed?.length ?? 0) < limit && (pages[place + 1]?.resource.listed?.length ?? 0) > 0,
  );
  const [page, next] = pages.slice(index, index + 2);
  if (index === -1 || page === undefined || next === undefined) return undefined;
  return finding([pages[0], next, page], {
    expected: { kind: 'count', of: 'records', exactly: limit },
    observed: { kind: 'count', count: page.resource.listed?.length ?? 0 },
  });
}
