import type { Exchange } from '../../../exchanges/exchange.ts';
import { listingsOf, queryOf } from '../../lists.ts';
import type { Touch } from '../../resources.ts';
import { type Check, type Finding, finding, judgeEach } from '../../verdict.ts';

export const pagesJoin: Check = {
  id: 'list.pages-join',
  whenUnseen: 'no list was long enough for several pages, or its names are not known',
  judge: (recording, { operations }) =>
    judgeEach(
      listingsOf(recording, operations).flatMap((lists) => {
        const pages = pagesOf(lists);
        if (pages === undefined || pages.length < 2) return [];
        return [{ pages, whole: wholeBefore(lists, pages), after: wholeAfter(lists, pages) }];
      }),
      ({ pages, whole, after }) => twice(pages) ?? lost(pages, whole, after) ?? turned(pages, whole),
    ),
};

/** The chain of pages of one limit: one without a cursor, then those with one. */
function pagesOf(lists: readonly Touch[]): readonly [Touch, ...Touch[]] | undefined {
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
function wholeBefore(lists: readonly Touch[], [first]: readonly Touch[]): Touch | undefined {
  return lists.find((list) => first !== undefined && list.sentAt < first.sentAt);
}

/** The same list once more: what it lacks may have been removed while the pages were asked for. */
function wholeAfter(lists: readonly Touch[], pages: readonly Touch[]): Touch | undefined {
  const end = Math.max(...pages.map(({ sentAt }) => sentAt));
  return lists.find((list) => list.sentAt > end && queryOf(list, 'next_cursor') === null);
}

function twice(pages: readonly [Touch, ...Touch[]]): Finding | undefined {
  const seen = new Map<string, Exchange>();
  for (const page of pages) {
    for (const id of page.about.listed ?? []) {
      const before = seen.get(id);
      if (before !== undefined)
        return finding([before, page], {
          expected: 'every record on one page only',
          observed: `${id} on two`,
        });
      seen.set(id, page);
    }
  }
  return undefined;
}

/** The pages must hold their records in the order of the longer list. */
function turned(pages: readonly [Touch, ...Touch[]], whole: Touch | undefined): Finding | undefined {
  const all = whole?.about.listed ?? [];
  const paged = pages.flatMap(({ about }) => about.listed ?? []).filter((id) => all.includes(id));
  const inOrder = all.filter((id) => paged.includes(id));
  if (whole === undefined || inOrder.join() === paged.join()) return undefined;
  return finding([whole, ...pages], {
    expected: `the order of the longer list: ${inOrder.join(', ')}`,
    observed: paged.join(', '),
  });
}

/**
 * Between the first and the last record of the pages nothing may be missing, nor after them once a page is empty: but
 * for what was removed in the meantime, which a list after the pages lacks too.
 */
function lost(
  pages: readonly [Touch, ...Touch[]],
  whole: Touch | undefined,
  after: Touch | undefined,
): Finding | undefined {
  const paged = pages.flatMap(({ about }) => about.listed ?? []);
  const all = whole?.about.listed ?? [];
  const places = paged.map((id) => all.indexOf(id)).filter((place) => place >= 0);
  const isEnd = after !== undefined && pages.at(-1)?.about.listed?.length === 0;
  if (whole === undefined || places.length < (isEnd ? 1 : 2)) return undefined;
  const due = isEnd ? all : all.slice(Math.min(...places), Math.max(...places) + 1);
  const missing = due.find((id) => !paged.includes(id) && after?.about.listed?.includes(id) !== false);
  return missing === undefined
    ? undefined
    : finding([whole, ...pages], {
        expected: 'every record of the longer list on one of the pages',
        observed: `${missing} on none`,
      });
}
