import { isCalled } from '../../../deployment/field-mapping/names.ts';
import { dateOf, type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { isMoment, isZoned } from '../../../json/find-record.ts';
import { finding } from '../../findings/finding.ts';
import { type Leaf, leavesOf } from '../../leaves.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** A scheduler may be late, and two clocks of one deployment apart. */
const toleranceMs = 10 * 60_000;

export const nextRunLiesAhead: Check = {
  id: 'law.next-run-lies-ahead',
  drivenBy: 'sequences',
  evidence: ['success'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations).filter(isTold).flatMap(subjectsOf),
      ({ answer, leaf: { path, value }, now }) => {
        if (Date.parse(String(value)) >= now - toleranceMs) return undefined;
        return finding([answer], {
          expected: { kind: 'field', path, must: 'lie-ahead' },
          observed: { kind: 'field', path, value },
        });
      },
    ),
};

interface Subject {
  readonly answer: Exchange;
  readonly leaf: Leaf;
  /** By the clock that the same deployment puts into its headers. */
  readonly now: number;
}

function isTold(one: Exchange): boolean {
  return one.identity === 'own' && one.intent?.kind === 'valid' && succeeded(one);
}

function subjectsOf(answer: Exchange): readonly Subject[] {
  const now = dateOf(answer);
  return leavesOf(answer)
    .filter(
      ({ path, value }) => isCalled(path.at(-1), 'next_run') && isMoment(value) && isZoned(String(value)),
    )
    .flatMap((leaf) => (Number.isNaN(now) ? [] : [{ answer, leaf, now }]));
}
