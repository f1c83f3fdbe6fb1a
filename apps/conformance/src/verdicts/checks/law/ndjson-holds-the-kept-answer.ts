import { essence } from '../../../cases/kept-text.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { joinedTexts } from '../../joined-texts.ts';
import { acceptedMessages } from '../../kept-messages.ts';
import { jsonLines } from '../../streams.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { isMadeOf, isSettled, type KeptAnswer, keptAnswers, wordsOf } from '../../whole-answer.ts';

export const ndjsonHoldsTheKeptAnswer: Check = {
  id: 'law.ndjson-holds-the-kept-answer',
  drivenBy: 'scenarios',
  evidence: ['ndjson-stream', 'run-read'],
  needs: [],
  judge: (recording) => {
    const streamed = streamedAnswers(recording);
    // Where no stream holds its answer as plain text, texts may be written in an unknown way.
    const isPlain = streamed.some(({ isHeld }) => isHeld);
    return judgeEach(
      streamed.filter((one) => one.isHeld || isPlain || one.part !== undefined || isTooShort(one)),
      found,
    );
  },
};

interface Streamed extends KeptAnswer {
  readonly isHeld: boolean;
  /** What the stream has of the answer, where that is a large part of it. */
  readonly part: string | undefined;
}

function streamedAnswers(recording: Recording): readonly Streamed[] {
  return acceptedMessages(recording)
    .filter(({ message }) => message.transport === 'ndjson' && message.response?.body.ended === 'complete')
    .filter(({ message }) => jsonLines(message).length > 0)
    .flatMap((turn) => {
      const texts = joinedTexts(jsonLines(turn.message).map(({ value }) => value));
      const kept = keptAnswers(turn).filter((one) => saysMoreThanATool(one, recording.toolCall));
      const shown = kept.map((one) => {
        const isHeld = texts.some((text) => text.trim() !== '' && isMadeOf(text, one.replies));
        return { ...one, isHeld, part: isHeld ? undefined : partOf(one, texts) };
      });
      const one = shown.find(({ isHeld }) => isHeld) ?? shown.findLast((late) => isSettled(late, recording));
      return one === undefined ? [] : [one];
    });
}

/** Too short to hold its answer, however that is written. */
function isTooShort({ message, replies }: KeptAnswer): boolean {
  const length = replies.reduce((sum, reply) => sum + wordsOf(reply).length, 0);
  return length >= leastLength && (message.response?.body.text.length ?? 0) * 2 < length;
}

/** Of shorter answers, a code may stand for the whole. */
const leastLength = 200;

/** What a tool gave may be kept as a message, and is no answer of the worker. */
function saysMoreThanATool({ message, replies }: KeptAnswer, toolCall: Recording['toolCall']): boolean {
  if (message.sent?.kind !== 'tool-call') return true;
  const output = toolCall?.output;
  return (
    output !== undefined && replies.some((one) => wordsOf(one) !== '' && wordsOf(one) !== essence(output))
  );
}

/** The longest text of the stream with which an answer begins, if it is more than a quarter of it. */
function partOf({ replies }: KeptAnswer, texts: readonly string[]): string | undefined {
  const answers = replies.map(wordsOf);
  const parts = texts.filter((text) =>
    answers.some(
      (answer) => answer.startsWith(essence(text)) && essence(text).length * 4 > Math.max(answer.length, 32),
    ),
  );
  return parts.toSorted((a, b) => b.length - a.length)[0];
}

function found({ message, read, replies, isHeld, part }: Streamed): Found | undefined {
  if (isHeld) return undefined;
  const kept = replies.map(({ content }) => content).join('\n');
  return finding([read, message], {
    expected: { kind: 'stream-line', holds: 'worker-output', words: excerptOf(kept).begins },
    observed: {
      kind: 'stream-line',
      ...(part === undefined ? { holds: 'nothing' } : { holds: 'worker-output', text: excerptOf(part) }),
    },
  });
}
