import { type Found, finding } from '../../findings/finding.ts';
import { queryOf } from '../../lists.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { type Walk, walksOf } from '../../walks.ts';

export const pagesShowTheListAlone: Check = {
  id: 'law.pages-show-the-list-alone',
  drivenBy: 'sequences',
  evidence: ['list-page'],
  traffic: { restsOn: 'account' },
  needs: [],
  judge: ({ user, consistencyWindowMs }, { operations }) =>
    judgeEach(
      walksOf(user)
        .filter(({ pages }) => operations.includes(pages[0].operation) && pages.length > 1)
        .flatMap((walk) => subjectOf(walk, consistencyWindowMs) ?? []),
      strange,
    ),
};

interface Subject {
  readonly pages: Walk['pages'];
  /** The whole list before the walk and after it. */
  readonly wholes: readonly [before: Walk['pages'][0], after: Walk['pages'][0]];
}

function subjectOf({ pages, wholes }: Walk, windowMs: number): Subject | undefined {
  const last = pages.at(-1) ?? pages[0];
  const complete = wholes.filter(isComplete);
  const before = complete.findLast((one) => endedAt(one) <= pages[0].sentAt);
  // What was added meanwhile may show late.
  const after = complete.find((one) => one.sentAt >= endedAt(last) + windowMs);
  return before && after && { pages, wholes: [before, after] };
}

/** A list that is shorter than it may be has no other page. */
function isComplete(list: Walk['pages'][0]): boolean {
  return (list.resource.listed?.length ?? Number.POSITIVE_INFINITY) < Number(queryOf(list, 'limit'));
}

function strange({ pages, wholes }: Subject): Found | undefined {
  const known = new Set(wholes.flatMap(({ resource }) => resource.listed ?? []));
  for (const page of pages) {
    const ids = (page.resource.listed ?? []).filter((id) => !known.has(id));
    if (ids.length > 0)
      return finding([...wholes, page], {
        expected: { kind: 'pages', are: 'of-the-list' },
        observed: { kind: 'pages', trouble: 'adds', ids },
      });
  }
  return undefined;
}
