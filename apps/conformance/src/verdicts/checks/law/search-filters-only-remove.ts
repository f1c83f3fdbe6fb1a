import { isUuid } from '../../../json/uuid.ts';
import { bodyIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { largestLimit, type Search, searchesOf } from '../../searches.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const searchFiltersOnlyRemove: Check = {
  id: 'law.search-filters-only-remove',
  drivenBy: 'sequences',
  evidence: ['tools-found'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      (operations.includes('searchTools') ? searchesOf(user) : []).flatMap((searches) =>
        searches.map((one) => ({ one, whole: wholeOf(searches, one), wider: widerThan(one, searches) })),
      ),
      ({ one, whole, wider }) =>
        belowFloor(one) ??
        tooMany(one) ??
        tooFew(one, wider) ??
        (whole && (added(one, whole) ?? unfiltered(one, whole) ?? withoutTheBest(one, whole))),
      ({ one }) => one.hits.length > 0,
    ),
};

/** The same query without any filter, if it was answered in the same way twice. */
function wholeOf(searches: readonly Search[], { q }: Search): Search | undefined {
  const wholes = searches.filter(
    (one) => one.q === q && one.limit === largestLimit && one.minScore === 0 && one.toolkit === null,
  );
  const [first, second] = wholes;
  return first !== undefined && second !== undefined && first.body === second.body ? first : undefined;
}

/** The same search of a toolkit with the largest limit. */
function widerThan({ q, toolkit, minScore }: Search, searches: readonly Search[]): Search | undefined {
  return searches.find(
    (one) =>
      one.limit === largestLimit && one.q === q && one.toolkit === toolkit && one.minScore === minScore,
  );
}

/** A limit leaves as many as it allows of what a larger one shows. */
function tooFew(one: Search, wider: Search | undefined): Found | undefined {
  if (wider === undefined || one.hits.length >= Math.min(one.limit, wider.hits.length)) return undefined;
  return finding([wider.exchange, one.exchange], {
    expected: { kind: 'count', of: 'records', exactly: Math.min(one.limit, wider.hits.length) },
    observed: { kind: 'count', count: one.hits.length },
  });
}

function belowFloor({ exchange, hits, minScore }: Search): Found | undefined {
  const low = hits.findIndex(({ score }) => score !== undefined && score < minScore - 0.005);
  if (low === -1) return undefined;
  return finding([exchange], {
    expected: { kind: 'field', path: [low, 'score'], atLeast: minScore },
    observed: { kind: 'field', path: [low, 'score'], value: hits[low]?.score },
  });
}

function tooMany({ exchange, hits, limit }: Search): Found | undefined {
  if (hits.length <= limit) return undefined;
  return finding([exchange], {
    expected: { kind: 'count', of: 'records', atMost: limit },
    observed: { kind: 'count', count: hits.length },
  });
}

/** A filter shows nothing that was not there without it, and a limit leaves out nothing better than what it shows. */
function added(one: Search, whole: Search): Found | undefined {
  const shown = new Set(one.hits.map(({ tool }) => tool));
  const more = one.hits.filter(({ tool }) => !whole.hits.some((hit) => hit.tool === tool));
  const left = whole.hits.filter(({ tool, score }) => !shown.has(tool) && (score ?? 0) >= one.minScore);
  const worst = Math.min(...one.hits.map(({ score }) => score ?? 1));
  const isCut = one.toolkit === null && one.hits.length === one.limit;
  const better = isCut ? left.filter(({ score }) => score !== undefined && score > worst) : [];
  if (more.length === 0 && better.length === 0) return undefined;
  return otherThan(whole, one);
}

function otherThan(whole: Search, one: Search): Found {
  return finding([whole.exchange, one.exchange], {
    expected: { kind: 'same-as', other: { by: 'exchange', exchange: whole.exchange.id } },
    observed: { kind: 'different' },
  });
}

const fewestWords = 3;

/** The first of all has every word of the query, and what a limit left of it has not. */
function withoutTheBest(one: Search, whole: Search): Found | undefined {
  const words = one.q.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const hasAll = (item: unknown): boolean => {
    const text = JSON.stringify(item).toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const isCut = one.toolkit === null && one.hits.length === one.limit && words.length >= fewestWords;
  const [best] = itemsOf(whole);
  if (!isCut || !hasAll(best) || itemsOf(one).some(hasAll)) return undefined;
  return otherThan(whole, one);
}

function itemsOf({ exchange }: Search): readonly unknown[] {
  const list = bodyIn(exchange);
  return Array.isArray(list) ? list : [];
}

/** What nothing has is no toolkit's name. */
function unfiltered(one: Search, whole: Search): Found | undefined {
  const isNonsense = isUuid(one.toolkit);
  if (!isNonsense || whole.hits.length === 0 || one.body !== whole.body) return undefined;
  return finding([whole.exchange, one.exchange], {
    expected: { kind: 'count', of: 'records', exactly: 0 },
    observed: { kind: 'count', count: one.hits.length },
  });
}
