import { dateOf, type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { isMoment, isZoned } from '../../../json/find-record.ts';
import { finding } from '../../findings/finding.ts';
import { type Leaf, leavesOf } from '../../leaves.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { workerRunsOf } from '../../worker-runs.ts';

/** What a run's view or log tells of times, by the clock that the same deployment puts into its headers. */
interface Subject {
  readonly start: Exchange;
  readonly read: Exchange;
  readonly from: number;
  readonly until: number;
  readonly moments: readonly Leaf[];
}

/** How far the clocks of one deployment may be apart. */
const toleranceMs = 10 * 60_000;

export const loggedTimesAreOfNow: Check = {
  id: 'law.logged-times-are-of-now',
  drivenBy: 'sequences',
  evidence: ['started-run-read'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      workerRunsOf(recording).flatMap(({ start, reads }) =>
        reads
          .filter((read) => operations.includes(read.operation) && succeeded(read))
          .flatMap((read) => subjectsOf(start, read)),
      ),
      ({ start, read, from, until, moments }) => {
        const isOfNow = ({ value }: Leaf): boolean => isBetween(Date.parse(String(value)), from, until);
        const [first] = moments;
        // One of them may be when something ends; not one is when the run was.
        if (first === undefined || moments.some(isOfNow)) return undefined;
        return finding([start, read], {
          expected: { kind: 'field', path: first.path, must: 'be-of-the-run' },
          observed: { kind: 'field', path: first.path, value: first.value },
        });
      },
    ),
};

function subjectsOf(start: Exchange, read: Exchange): readonly Subject[] {
  const [from, until] = [start, read].map(dateOf);
  const moments = leavesOf(read).filter(({ value }) => isMoment(value) && isZoned(String(value)));
  const isKnown = from !== undefined && until !== undefined && from <= until && moments.length > 0;
  return isKnown ? [{ start, read, from, until, moments }] : [];
}

function isBetween(time: number, from: number, until: number): boolean {
  return time >= from - toleranceMs && time <= until + toleranceMs;
}
