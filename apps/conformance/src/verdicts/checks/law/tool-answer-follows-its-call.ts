import type { Exchange } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { leavesIn } from '../../leaves.ts';
import { type JsonLine, jsonLines, ndjsonStreams } from '../../streams.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const toolAnswerFollowsItsCall: Check = {
  id: 'law.tool-answer-follows-its-call',
  drivenBy: 'scenarios',
  evidence: ['ndjson-stream', 'tool-call-stream'],
  needs: ['toolCallMessage.name'],
  judge: (recording) =>
    judgeEach(callsIn(recording), ({ stream, call, answer }) =>
      call.number < answer.number
        ? undefined
        : finding([stream], {
            expected: { kind: 'stream-line', holds: 'tool-call' },
            observed: {
              kind: 'stream-line',
              holds: 'tool-response',
              number: answer.number,
              text: excerptOf(answer.text),
            },
          }),
    ),
};

interface Called {
  readonly stream: Exchange;
  readonly call: JsonLine;
  readonly answer: JsonLine;
}

/** A line with the tool's name, and one with its output, that share a value which no other line has at its place. */
function callsIn(recording: Recording): readonly Called[] {
  const { name, output } = recording.toolCall ?? {};
  if (name === undefined || output === undefined) return [];
  return ndjsonStreams(recording)
    .filter(({ sent }) => sent?.kind === 'tool-call')
    .flatMap((stream) => {
      const lines = jsonLines(stream);
      const answers = lines.filter(({ text }) => text.includes(output));
      const calls = lines.filter(({ text }) => text.includes(name) && !text.includes(output));
      return calls.flatMap((call) =>
        answers
          .filter((answer) => areOne(call, answer, lines, name))
          .map((answer) => ({ stream, call, answer })),
      );
    });
}

/** Such as the identifier of the call. */
function areOne(call: JsonLine, answer: JsonLine, lines: readonly JsonLine[], name: string): boolean {
  const others = new Set(
    lines.filter((line) => line !== call && line !== answer).flatMap(({ value }) => placesIn(value, name)),
  );
  const places = new Set(placesIn(answer.value, name));
  return placesIn(call.value, name).some((place) => places.has(place) && !others.has(place));
}

function placesIn(value: unknown, name: string): readonly string[] {
  return leavesIn(value)
    .filter((leaf) => typeof leaf.value === 'string' && !leaf.value.includes(name))
    .map(({ path, value: text }) => `${path.join('/')} ${text}`);
}
