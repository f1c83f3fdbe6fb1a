import { type Exchange, lastOfEachStep } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { listingsOf, queryOf } from '../../lists.ts';
import type { ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const pagesJoin: Check = {
  id: 'list.pages-join',
  drivenBy: 'sequences',
  evidence: ['list-page'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      listingsOf(recording, operations).flatMap((asked) => {
        // A page that was asked for again is one page.
        const lists = lastOfEachStep(asked);
        const pages = pagesOf(lists);
        if (pages === undefined || pages.length < 2) return [];
        return [{ pages, whole: wholeBefore(lists, pages), after: wholeAfter(lists, pages) }];
      }),
      ({ pages, whole, after }) => twice(pages) ?? lost(pages, whole, after) ?? turned(pages, whole),
    ),
};

/** The chain of pages of one limit: one without a cursor, then those with one. */
function pagesOf(
  lists: readonly ResourceExchange[],
): readonly [ResourceExchange, ...ResourceExchange[]] | undefined {
  const next = lists.findIndex((list) => queryOf(list, 'next_cursor') !== null);
  const [first, ...rest] = next < 1 ? [] : lists.slice(next - 1);
  if (first === undefined) return undefined;
  const limit = queryOf(first, 'limit');
  const end = rest.findIndex(
    (list) => queryOf(list, 'next_cursor') === null || queryOf(list, 'limit') !== limit,
  );
  return [first, ...(end === -1 ? rest : rest.slice(0, end))];
}

/** A longer list that was asked for before the pages: what stands in it must stand in them. */
function wholeBefore(
  lists: readonly ResourceExchange[],
  [first]: readonly ResourceExchange[],
): ResourceExchange | undefined {
  return lists.find((list) => first !== undefined && list.sentAt < first.sentAt);
}

/** The same list once more: what it lacks may have been removed while the pages were asked for. */
function wholeAfter(
  lists: readonly ResourceExchange[],
  pages: readonly ResourceExchange[],
): ResourceExchange | undefined {
  const end = Math.max(...pages.map(({ sentAt }) => sentAt));
  return lists.find((list) => list.sentAt > end && queryOf(list, 'next_cursor') === null);
}

function twice(pages: readonly [ResourceExchange, ...ResourceExchange[]]): Found | undefined {
  const seen = new Map<string, Exchange>();
  for (const page of pages) {
    for (const id of page.resource.listed ?? []) {
      const before = seen.get(id);
      if (before !== undefined)
        return finding([before, page], {
          expected: { kind: 'pages', are: 'disjoint' },
          observed: { kind: 'pages', trouble: 'repeats', ids: [id] },
        });
      seen.set(id, page);
    }
  }
  return undefined;
}

/** The pages must hold their records in the order of the longer list. */
function turned(
  pages: readonly [ResourceExchange, ...ResourceExchange[]],
  whole: ResourceExchange | undefined,
): Found | undefined {
  const all = whole?.resource.listed ?? [];
  const paged = pages.flatMap(({ resource }) => resource.listed ?? []).filter((id) => all.includes(id));
  const inOrder = all.filter((id) => paged.includes(id));
  if (whole === undefined || inOrder.join() === paged.join()) return undefined;
  return finding([whole, ...pages], {
    expected: { kind: 'order', by: 'longer-list', ids: inOrder },
    observed: { kind: 'order', ids: paged },
  });
}

/**
 * Between the first and the last record of the pages nothing may be missing, nor after them once a page is empty: but
 * for what was removed in the meantime, which a list after the pages lacks too.
 */
function lost(
  pages: readonly [ResourceExchange, ...ResourceExchange[]],
  whole: ResourceExchange | undefined,
  after: ResourceExchange | undefined,
): Found | undefined {
  const paged = pages.flatMap(({ resource }) => resource.listed ?? []);
  const all = whole?.resource.listed ?? [];
  const places = paged.map((id) => all.indexOf(id)).filter((place) => place >= 0);
  const isEnd = after !== undefined && pages.at(-1)?.resource.listed?.length === 0;
  if (whole === undefined || places.length < (isEnd ? 1 : 2)) return undefined;
  const due = isEnd ? all : all.slice(Math.min(...places), Math.max(...places) + 1);
  const missing = due.find((id) => !paged.includes(id) && after?.resource.listed?.includes(id) !== false);
  return missing === undefined
    ? undefined
    : finding([whole, ...pages], {
        expected: { kind: 'pages', are: 'complete' },
        observed: { kind: 'pages', trouble: 'loses', ids: [missing] },
      });
}
