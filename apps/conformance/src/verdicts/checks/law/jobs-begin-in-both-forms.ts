import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { isGet, isPut, type RunHistory, runHistories, showsJob } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const jobsBeginInBothForms: Check = {
  id: 'law.jobs-begin-in-both-forms',
  drivenBy: 'scenarios',
  evidence: ['job-asked', 'job-shown'],
  needs: ['backgroundMessage'],
  judge: (recording) =>
    judgeEach(formsIn(recording), ({ other }) => {
      if (other.some(hasRun)) return undefined;
      const [first] = other.toSorted((a, b) => a.lookedAt - b.lookedAt);
      if (first?.look === undefined) return undefined;
      return finding([first.start, first.look], {
        expected: { kind: 'header', name: 'x-service-job-id', presence: 'present' },
        observed: { kind: 'header', name: 'x-service-job-id' },
      });
    }),
};

/** A run that was begun with the message for which the worker does a job; in milliseconds since then. */
interface Asked {
  readonly start: Exchange;
  /** When the job was last seen to run, 0 where it never was. */
  readonly ranAt: number;
  /** The first GET, and when it was sent. */
  readonly look: Exchange | undefined;
  readonly lookedAt: number;
}

/** Fewer may be by chance. */
const fewest = 3;

interface Forms {
  /** Of the form in which jobs are shown. */
  readonly shown: readonly Asked[];
  readonly other: readonly Asked[];
}

function formsIn(recording: Recording): readonly Forms[] {
  const asked = runHistories(recording)
    .filter(({ start, certain }) => certain && start.sent?.kind === 'background')
    .map(askedIn)
    .filter(({ look }) => look !== undefined);
  const [text = [], ndjson = []] = ['text', 'ndjson'].map((form) =>
    asked.filter(({ start }) => start.transport === form),
  );
  const both = [
    { shown: text, other: ndjson },
    { shown: ndjson, other: text },
  ];
  return text.some(hasRun) && ndjson.some(hasRun) ? both.slice(0, 1) : both.filter(isMissing);
}

function hasRun({ ranAt }: Asked): boolean {
  return ranAt > 0;
}

/** Whether each of one form had a job, and of the other form none: some looked at so early that all of those still ran. */
function isMissing({ shown, other }: Forms): boolean {
  const atLeast = Math.min(...shown.map(({ ranAt }) => ranAt));
  const early = other.filter(({ lookedAt }) => lookedAt <= atLeast);
  const isEnough = Math.min(shown.length, early.length) >= fewest;
  return isEnough && shown.every(hasRun) && !other.some(hasRun);
}

function askedIn({ start, exchanges }: RunHistory): Asked {
  const looks = exchanges.filter((one) => isGet(one) && succeeded(one));
  const running = exchanges.filter(
    (one) => (looks.includes(one) && showsJob(one)) || (isPut(one) && one.response?.status === 409),
  );
  const [look] = looks;
  return {
    start,
    ranAt: Math.max(0, ...running.map(({ sentAt }) => sentAt - start.sentAt)),
    look,
    lookedAt: (look?.sentAt ?? 0) - start.sentAt,
  };
}
