import { type Found, finding } from '../../findings/finding.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { type Walk, walksOf } from '../../walks.ts';

export const walkShowsAllOnce: Check = {
  id: 'law.walk-shows-all-once',
  drivenBy: 'sequences',
  evidence: ['list-page'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      walksOf(user)
        .filter(({ pages: [first] }) => operations.includes(first.operation))
        .filter(({ pages, isEnded }) => pages.length > 1 || isEnded === true),
      (walk) => twice(walk) ?? lost(walk),
      ({ pages }) => pages.some(({ resource }) => (resource.listed ?? []).length > 0),
    ),
};

function twice({ pages }: Walk): Found | undefined {
  const shown = pages.flatMap((page) => (page.resource.listed ?? []).map((id) => ({ id, page })));
  const again = shown.find(({ id, page }, index) =>
    shown.slice(0, index).some((one) => one.id === id && one.page !== page),
  );
  if (again === undefined) return undefined;
  return finding([...pages], {
    expected: { kind: 'pages', are: 'disjoint' },
    observed: { kind: 'pages', trouble: 'repeats', ids: [again.id] },
  });
}

/** What a longer answer had before and still has afterwards must be on one of the pages, once they have ended. */
function lost({ pages, isEnded, wholes }: Walk): Found | undefined {
  const [first] = pages;
  const last = pages.at(-1) ?? first;
  const before = wholes.findLast((one) => endedAt(one) <= first.sentAt && isLonger(one, first));
  const after = wholes.find((one) => one.sentAt >= endedAt(last) && isLonger(one, first));
  if (isEnded !== true || before === undefined || after === undefined) return undefined;
  const seen = new Set(pages.flatMap(({ resource }) => resource.listed ?? []));
  const still = new Set(after.resource.listed ?? []);
  const missing = (before.resource.listed ?? []).filter((id) => still.has(id) && !seen.has(id));
  if (missing.length === 0) return undefined;
  return finding([before, ...pages], {
    expected: { kind: 'pages', are: 'complete' },
    observed: { kind: 'pages', trouble: 'loses', ids: missing },
  });
}

function isLonger(one: Walk['pages'][0], page: Walk['pages'][0]): boolean {
  return (one.resource.listed?.length ?? 0) > (page.resource.listed?.length ?? 0);
}
