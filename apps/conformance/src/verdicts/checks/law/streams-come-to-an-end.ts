import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { acceptedMessages } from '../../kept-messages.ts';
import { isGet } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { isMadeOf, keptAnswers } from '../../whole-answer.ts';

export const streamsComeToAnEnd: Check = {
  id: 'law.streams-come-to-an-end',
  drivenBy: 'scenarios',
  evidence: ['text-stream'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      streamsIn(recording, operations),
      ({ stream, same, whole, isElsewhere }) => {
        const [first, second] = same;
        if (first === undefined || second !== stream || !same.every(isTorn)) return undefined;
        if (whole === undefined || isElsewhere) return undefined;
        return finding([whole, first, second], {
          expected: { kind: 'answer' },
          observed: { kind: 'transport-error', message: second.transportError?.message ?? '' },
        });
      },
      ({ stream }) => isKept(stream, recording),
    ),
};

/** Only what the history has as the worker's answer shows that a stream was one. */
function isKept(stream: Exchange, recording: Recording): boolean {
  const text = stream.response?.body.text ?? '';
  return acceptedMessages(recording)
    .filter(({ message }) => message === stream && message.transport === 'text' && text.trim() !== '')
    .some((turn) => keptAnswers(turn).some(({ replies }) => isMadeOf(text, replies)));
}

interface Stream {
  readonly stream: Exchange;
  /** All of the same operation for messages of the same kind. */
  readonly same: readonly Exchange[];
  /** A stream of another operation that came to its end for such a message, or where none did, a read of a run. */
  readonly whole: Exchange | undefined;
  /** Connections that break now and then break any stream. */
  readonly isElsewhere: boolean;
}

/** So many streams, and as many reads, tell the one from the other where nothing else does. */
const fewest = 8;

function streamsIn({ workers }: Recording, operations: readonly string[]): readonly Stream[] {
  const streams = workers.filter(
    (one) =>
      one.identity === 'own' &&
      one.sent !== undefined &&
      succeeded(one) &&
      operations.includes(one.operation),
  );
  const groups = [...Map.groupBy(streams, ({ operation, sent }) => `${operation}\n${sent?.kind}`).values()];
  const isElsewhere = groups.some((same) => same.some(isTorn) && !same.every(isTorn));
  const isEachTorn = streams.length >= fewest && streams.every(isTorn);
  const reads = workers.filter((one) => isGet(one) && one.identity === 'own' && succeeded(one));
  const read = isEachTorn && reads.length >= fewest && !reads.some(isTorn) ? reads[0] : undefined;
  return groups.flatMap((same) => {
    const kind = same[0]?.sent?.kind;
    const whole = streams.find(
      (one) => !same.includes(one) && one.sent?.kind === kind && one.response?.body.ended === 'complete',
    );
    return same.map((stream) => ({ stream, same, whole: whole ?? read, isElsewhere }));
  });
}

/** Not by this program, which ends what takes too long. */
function isTorn({ response, transportError }: Exchange): boolean {
  return response?.body.ended === 'cut' && transportError?.kind === 'broken';
}
