import { isCalled } from '../../../deployment/field-mapping/names.ts';
import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { leavesIn } from '../../leaves.ts';
import { entriesOf } from '../../lists.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const bestHitsComeFirst: Check = {
  id: 'law.best-hits-come-first',
  drivenBy: 'sequences',
  evidence: ['tools-found'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user.flatMap((search) => {
        if (!operations.includes(search.operation) || !succeeded(search)) return [];
        const scores = (entriesOf(search) ?? []).map(scoreOf);
        const known = scores.filter((score) => score !== undefined);
        return known.length === scores.length && new Set(known).size > 2 ? [{ search, scores: known }] : [];
      }),
      ({ search, scores }) => {
        const isWorstFirst = scores.every(
          (score, index) => index === 0 || score >= (scores[index - 1] ?? score),
        );
        if (!isWorstFirst) return undefined;
        return finding([search], {
          expected: { kind: 'field', path: ['score'], must: 'begin-with-the-best' },
          observed: { kind: 'field', path: ['score'], value: scores[0] },
        });
      },
    ),
};

/** How well a hit fits, where the deployment says so by such a name. */
function scoreOf(hit: unknown): number | undefined {
  const leaf = leavesIn(hit).find(({ path }) => isCalled(path.at(-1), 'score'));
  return typeof leaf?.value === 'number' ? leaf.value : undefined;
}
