import { finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { acceptedMessages } from '../../kept-messages.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { isMadeOf, isSettled, type KeptAnswer, keptAnswers } from '../../whole-answer.ts';

export const streamIsTheKeptAnswer: Check = {
  id: 'law.stream-is-the-kept-answer',
  area: 'stream',
  evidence: ['text-stream', 'run-read'],
  needs: [],
  judge: (recording) =>
    judgeEach(spokenAnswers(recording), ({ message, read, replies }) => {
      const spoken = message.response?.body.text ?? '';
      if (isMadeOf(spoken, replies)) return undefined;
      const kept = replies.map(({ content }) => content).join('\n');
      return finding([message, read], {
        expected: { kind: 'message', which: 'response', presence: 'present', text: excerptOf(spoken) },
        observed: { kind: 'message', presence: 'present', text: excerptOf(kept) },
      });
    }),
};

/** With a GET that shows the answer as it was streamed, else with one that was late enough to show it. */
function spokenAnswers(recording: Recording): readonly KeptAnswer[] {
  return acceptedMessages(recording)
    .filter(({ message }) => message.transport === 'text' && isSpoken(message.response?.body.text))
    .flatMap((turn) => {
      const shown = keptAnswers(turn);
      const spoken = turn.message.response?.body.text ?? '';
      const one =
        shown.find(({ replies }) => isMadeOf(spoken, replies)) ??
        shown.findLast((late) => isSettled(late, recording));
      return one === undefined ? [] : [one];
    });
}

function isSpoken(text = ''): boolean {
  return text.trim() !== '';
}
