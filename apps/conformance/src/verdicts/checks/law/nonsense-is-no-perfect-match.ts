import { isUuid } from '../../../json/uuid.ts';
import { finding } from '../../findings/finding.ts';
import { searchesOf } from '../../searches.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const nonsenseIsNoPerfectMatch: Check = {
  id: 'law.nonsense-is-no-perfect-match',
  drivenBy: 'sequences',
  evidence: ['tools-found'],
  needs: [],
  judge: ({ user }, { operations }) => {
    const searches = (operations.includes('searchTools') ? searchesOf(user) : []).flat();
    return judgeEach(
      searches.filter(({ q, minScore }) => minScore === 1 && isUuid(q)),
      ({ exchange, hits }) =>
        hits.length === 0
          ? undefined
          : finding([exchange], {
              expected: { kind: 'count', of: 'records', exactly: 0 },
              observed: { kind: 'count', count: hits.length },
            }),
      () => searches.some(({ hits }) => hits.length > 0),
    );
  },
};
