import { finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { acceptedMessages } from '../../kept-messages.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { isMadeOf, isSettled, type KeptAnswer, keptAnswers } from '../../whole-answer.ts';

export const streamIsTheKeptAnswer: Check = {
  id: 'law.stream-is-the-kept-answer',
  drivenBy: 'scenarios',
  evidence: ['text-stream', 'run-read'],
  needs: [],
  judge: (recording) =>
    judgeEach(answersIn(recording), ({ message, read, replies }) => {
      const spoken = message.response?.body.text ?? '';
      if (isSpoken(spoken) && isMadeOf(spoken, replies)) return undefined;
      const kept = replies.map(({ content }) => content).join('\n');
      return finding([message, read], {
        expected: { kind: 'message', which: 'response', presence: 'present', text: excerptOf(spoken) },
        observed: { kind: 'message', presence: 'present', text: excerptOf(kept) },
      });
    }),
};

function answersIn(recording: Recording): readonly KeptAnswer[] {
  const spoken = spokenAnswers(recording);
  return [...spoken, ...silentAnswers(recording, spoken)];
}

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

/** Fewer may be of a worker that had nothing to say. */
const fewest = 2;

/**
 * What an operation never streams though it is kept, where another one streams what is kept: by itself, a worker that
 * streams nothing may have spoken later.
 */
function silentAnswers(recording: Recording, spoken: readonly KeptAnswer[]): readonly KeptAnswer[] {
  const asKept = spoken.filter(({ message, replies }) =>
    isMadeOf(message.response?.body.text ?? '', replies),
  );
  const plain = acceptedMessages(recording).filter(
    ({ message }) => message.transport === 'text' && message.sent?.kind !== 'tool-call',
  );
  return [...Map.groupBy(plain, ({ message }) => message.operation).values()].flatMap((turns) => {
    const answers = turns.flatMap(
      (turn) => keptAnswers(turn).findLast((one) => isSettled(one, recording)) ?? [],
    );
    const isSilent = turns.every(({ message }) => !isSpoken(message.response?.body.text));
    return isSilent && answers.length >= fewest && asKept.length >= fewest ? answers : [];
  });
}

function isSpoken(text = ''): boolean {
  return text.trim() !== '';
}
