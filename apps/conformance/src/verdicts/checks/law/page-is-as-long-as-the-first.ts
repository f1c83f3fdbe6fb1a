import { type Exchange, isOwnSuccess, isSameCase } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { queryOf } from '../../lists.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { type Walk, walksOf } from '../../walks.ts';

/** A walk, and a page that was full: the walk's first one, or one of a larger limit before it. */
interface Measured extends Walk {
  readonly full: ResourceExchange;
}

export const pageIsAsLongAsTheFirst: Check = {
  id: 'law.page-is-as-long-as-the-first',
  drivenBy: 'sequences',
  evidence: ['list-page'],
  traffic: { restsOn: 'account' },
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      walksOf(user)
        .filter(({ pages: [first, ...others] }) => operations.includes(first.operation) && others.length > 1)
        .flatMap((walk): Measured[] => {
          const full = fullPage(walk, user);
          return full === undefined ? [] : [{ ...walk, full }];
        }),
      short,
    ),
};

function fullPage({ pages: [first], limit }: Walk, user: readonly Exchange[]): ResourceExchange | undefined {
  if (first.resource.listed?.length === limit) return first;
  return user
    .filter(isResourceCall)
    .find(
      (one) =>
        one.operation === first.operation &&
        isSameCase(one, first) &&
        isOwnSuccess(one) &&
        one.sentAt < first.sentAt &&
        Number(queryOf(one, 'limit')) > limit &&
        one.resource.listed?.length === Number(queryOf(one, 'limit')),
    );
}

/** A page that has fewer records than its limit allows, though the next one goes on. */
function short({ pages, limit, full }: Measured): Found | undefined {
  const index = pages.findIndex(
    ({ resource }, place) =>
      (resource.listed?.length ?? 0) < limit && (pages[place + 1]?.resource.listed?.length ?? 0) > 0,
  );
  const [page, next] = pages.slice(index, index + 2);
  if (index === -1 || page === undefined || next === undefined) return undefined;
  return finding([full, next, page], {
    expected: { kind: 'count', of: 'records', exactly: limit },
    observed: { kind: 'count', count: page.resource.listed?.length ?? 0 },
  });
}
