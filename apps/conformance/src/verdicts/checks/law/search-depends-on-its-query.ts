import { finding } from '../../findings/finding.ts';
import { type Search, searchesOf } from '../../searches.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** So many names of tools that find one and the same are no chance. */
const enough = 3;

export const searchDependsOnItsQuery: Check = {
  id: 'law.search-depends-on-its-query',
  drivenBy: 'sequences',
  evidence: ['tools-found', 'other-input'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      operations.includes('searchTools') ? searchesOf(user).flatMap(bestHits) : [],
      ([first, second, ...others]) => {
        const all = [first, second, ...others];
        if (new Set(all.map(({ body }) => body)).size > 1) return undefined;
        return finding([first.exchange, second.exchange], {
          expected: { kind: 'unique', what: 'record', family: 'search result' },
          observed: { kind: 'repeated', id: `the result of q=${first.q}` },
        });
      },
    ),
};

type Several = readonly [Search, Search, ...Search[]];

/** For each of several names the one best hit. */
function bestHits(searches: readonly Search[]): readonly Several[] {
  const single = searches.filter(({ limit, toolkit, hits, exchange }) => {
    const isPlain = toolkit === null && !exchange.request.url.includes('min_score');
    return isPlain && limit === 1 && hits.length > 0;
  });
  const [first, second, ...others] = [...new Map(single.map((one) => [one.q, one])).values()];
  return first && second && others.length + 2 >= enough ? [[first, second, ...others]] : [];
}
