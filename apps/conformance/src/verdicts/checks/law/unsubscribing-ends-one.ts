import { type Exchange, isGet, isOwnSuccess, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import type { Observation } from '../../findings/observation.ts';
import { statusOf } from '../../findings/observe.ts';
import { pathValues } from '../../path-values.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { lostWords } from '../../words.ts';

/** A subscription that was read before and after another one was ended. */
interface Subject {
  readonly before: Exchange;
  readonly end: Exchange;
  readonly after: Exchange;
}

export const unsubscribingEndsOne: Check = {
  id: 'law.unsubscribing-ends-one',
  drivenBy: 'sequences',
  evidence: ['change-made', 'record-read'],
  traffic: { restsOn: 'account' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(subjectsIn(recording, operations), ({ before, end, after }) => {
      const observed = changeIn(before, after, recording);
      if (observed === undefined) return undefined;
      const [record, ended] = [before, end].map((one) => ({
        family: 'subscription',
        id: pathValues(one, recording)[0] ?? '',
      }));
      if (record === undefined || ended === undefined) return undefined;
      return finding([before, end, after], {
        expected: { kind: 'unchanged', record, because: { kind: 'not-subject', record: ended } },
        observed,
      });
    }),
};

function subjectsIn(recording: Recording, operations: readonly string[]): readonly Subject[] {
  const calls = recording.user.filter(({ operation }) => operations.includes(operation));
  const keyOf = (one: Exchange): string => [one.identity, ...pathValues(one, recording)].join(' ');
  const writes = calls.filter((one) => !isGet(one) && !isRefused(one));
  const reads = calls.filter((one) => isGet(one) && one.intent?.kind === 'valid');
  const ends = writes.filter(isOwnSuccess);
  return ends.flatMap((end) =>
    [...Map.groupBy(reads, keyOf)].flatMap(([key, same]) => {
      const before = same.findLast((read) => endedAt(read) <= end.sentAt);
      const after = same.find((read) => read.sentAt >= endedAt(end));
      if (key === keyOf(end) || before === undefined || after === undefined) return [];
      // A failure that passes says nothing of the subscription.
      const isAnswered = succeeded(before) && (succeeded(after) || after.response?.status === 404);
      const isAlone = writes.every(
        (one) => keyOf(one) !== key || endedAt(one) <= before.sentAt || one.sentAt >= endedAt(after),
      );
      return isAnswered && isAlone ? [{ before, end, after }] : [];
    }),
  );
}

function changeIn(before: Exchange, after: Exchange, recording: Recording): Observation | undefined {
  if (!succeeded(after)) return statusOf(after);
  const [lost] = lostWords(before, after, recording);
  return lost && { kind: 'field', path: lost.path, value: lost.now ?? null, before: lost.value };
}
