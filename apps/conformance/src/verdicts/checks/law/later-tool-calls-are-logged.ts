import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { workerRunsOf } from '../../worker-runs.ts';

export const laterToolCallsAreLogged: Check = {
  id: 'law.later-tool-calls-are-logged',
  drivenBy: 'sequences',
  evidence: ['run-continued', 'started-run-read'],
  needs: ['toolCallMessage.name'],
  judge: (recording, { operations }) =>
    judgeEach(growthsIn(recording, operations), ({ before, message, after }) => {
      const [was, is] = [countIn(before) ?? 0, countIn(after) ?? 0];
      if (is > was) return undefined;
      return finding([before, message, after], {
        expected: { kind: 'count', of: 'records', atLeast: was + 1 },
        observed: { kind: 'count', count: is },
      });
    }),
};

/** The logs of a run, and the message between them whose stream shows one more tool call. */
interface Growth {
  readonly before: Exchange;
  readonly message: Exchange;
  readonly after: Exchange;
}

function growthsIn(recording: Recording, operations: readonly string[]): readonly Growth[] {
  const name = recording.toolCall?.name;
  if (name === undefined) return [];
  return workerRunsOf(recording).flatMap(({ messages, reads }) => {
    const logs = reads.filter(
      (read) => operations.includes(read.operation) && succeeded(read) && countIn(read) !== undefined,
    );
    return messages.flatMap((message): Growth[] => {
      const before = logs.findLast((read) => endedAt(read) <= message.sentAt);
      const after = logs.find((read) => read.sentAt >= endedAt(message));
      // A deployment that logs no calls of this kind shows nothing.
      if (before === undefined || after === undefined || countIn(before) === 0) return [];
      return succeeded(message) && message.response?.body.text.includes(name)
        ? [{ before, message, after }]
        : [];
    });
  });
}

function countIn(log: Exchange): number | undefined {
  const entries = bodyIn(log);
  return Array.isArray(entries) ? entries.length : undefined;
}
