import { finding } from '../../findings/finding.ts';
import type { ReadMessage } from '../../kept-messages.ts';
import { acceptedMessages } from '../../kept-messages.ts';
import { messagesOf, repliesTo } from '../../messages.ts';
import { asksForJob, sharesTime } from '../../run-history.ts';
import { jsonLines } from '../../streams.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const carriesOutput: Check = {
  id: 'ndjson.carries-output',
  drivenBy: 'scenarios',
  evidence: ['ndjson-stream', 'run-read'],
  needs: [],
  judge: (recording) =>
    judgeEach(acceptedMessages(recording).filter(workerAnswered), ({ message, read }) =>
      jsonLines(message).length > 0
        ? undefined
        : finding([message, read], {
            expected: { kind: 'stream-line', holds: 'worker-output' },
            observed: { kind: 'stream-line', holds: 'nothing' },
          }),
    ),
};

function workerAnswered({ history, message, read }: ReadMessage): boolean {
  if (message.transport !== 'ndjson' || asksForJob(message) || sharesTime(history, message)) return false;
  const replies = repliesTo(messagesOf(read) ?? [], message.sent?.text ?? '');
  return replies?.some(({ content }) => content.trim() !== '') ?? false;
}
