import type { ReadMessage } from '../../kept-messages.ts';
import { acceptedMessages } from '../../kept-messages.ts';
import { messagesOf, repliesTo } from '../../messages.ts';
import { asksForJob, sharesTime } from '../../run-history.ts';
import { jsonLines } from '../../streams.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const carriesOutput: Check = {
  id: 'ndjson.carries-output',
  whenUnseen: 'no NDJSON turn was followed by a GET that shows a response of the worker',
  judge: (recording) =>
    judgeEach(acceptedMessages(recording).filter(workerAnswered), ({ message, read }) =>
      jsonLines(message).length > 0
        ? undefined
        : finding([message, read], {
            expected: "the worker's output in the NDJSON stream",
            observed: 'a stream without any line, although the history holds a response',
          }),
    ),
};

function workerAnswered({ history, message, read }: ReadMessage): boolean {
  if (message.transport !== 'ndjson' || asksForJob(message) || sharesTime(history, message)) return false;
  const replies = repliesTo(messagesOf(read) ?? [], message.sent?.text ?? '');
  return replies?.some(({ content }) => content.trim() !== '') ?? false;
}
