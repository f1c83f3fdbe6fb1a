import type { Exchange } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { messagesOf, repliesTo } from '../../messages.ts';
import { asksForJob, endedAt, type RunHistory, readsOf, runHistories, turnsOf } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const jobSpeaksOnce: Check = {
  id: 'law.job-speaks-once',
  drivenBy: 'scenarios',
  evidence: ['job-asked', 'run-read'],
  needs: ['backgroundMessage'],
  awaitsJobEnd: true,
  judge: (recording, { operations }) =>
    judgeEach(
      runHistories(recording)
        .flatMap(readsAfterJob)
        .filter(({ read }) => operations.includes(read.operation)),
      ({ turn, read, spoken }) => {
        const twice = spoken.find((text, index) => text === spoken[index - 1]);
        return twice === undefined
          ? undefined
          : finding([turn, read], {
              expected: { kind: 'unique', what: 'record', family: 'message after a job was asked for' },
              observed: { kind: 'repeated', id: JSON.stringify(twice).slice(0, 60) },
            });
      },
      ({ spoken }) => spoken.length > 0,
    ),
};

interface Subject {
  readonly turn: Exchange;
  readonly read: Exchange;
  /** What the worker said after the message that asked for the job. */
  readonly spoken: readonly string[];
}

/** The last that was sent before each asked for a job: what comes after it, nobody else has brought about. */
function readsAfterJob(history: RunHistory): readonly Subject[] {
  if (!history.certain) return [];
  const turns = turnsOf(history);
  return readsOf(history).flatMap((read): Subject[] => {
    const turn = turns.findLast((one) => one.sentAt < endedAt(read));
    if (turn?.sent === undefined || !asksForJob(turn) || endedAt(turn) > read.sentAt) return [];
    const replies = repliesTo(messagesOf(read) ?? [], turn.sent.text);
    return replies === undefined ? [] : [{ turn, read, spoken: replies.map(({ content }) => content) }];
  });
}
