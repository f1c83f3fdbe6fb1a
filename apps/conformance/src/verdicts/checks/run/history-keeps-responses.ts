import { acceptedMessages, type ReadMessage } from '../../kept-messages.ts';
import { holds, messagesOf } from '../../messages.ts';
import { asksForJob } from '../../run-history.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const historyKeepsResponses: Check = {
  rule: 'run.history-keeps-responses',
  whenUnseen: 'no run was read after a turn in which the worker said something',
  judge: (recording) =>
    judgeEach(acceptedMessages(recording).filter(workerSpoke), (subject) =>
      hasResponse(subject)
        ? undefined
        : finding([subject.message, subject.read], {
            expected: "the worker's response after the user's message",
            observed: 'no further message with content after it',
          }),
    ),
};

/** Only turns whose words were streamed as text show for certain that the worker answered. */
function workerSpoke({ message }: ReadMessage): boolean {
  const spoken = message.response?.body.text.trim() ?? '';
  return message.transport === 'text' && spoken !== '' && !asksForJob(message);
}

function hasResponse({ message, read }: ReadMessage): boolean {
  const messages = messagesOf(read) ?? [];
  const asked = messages.findIndex(({ content }) => holds(content, message.sent?.text ?? ''));
  // A lost message is the business of another rule.
  if (asked === -1) return true;
  const role = messages[asked]?.role;
  const after = messages.slice(asked + 1);
  const nextAsked = after.findIndex((one) => one.role === role);
  const answers = nextAsked === -1 ? after : after.slice(0, nextAsked);
  return answers.some(({ content }) => content.trim() !== '');
}
