import type { Exchange } from '../../../exchanges/exchange.ts';
import { jsonLines, ndjsonStreams, shapeOf, textStreams } from '../../streams.ts';
import {
  type Check,
  type Finding,
  finding,
  type Judgement,
  judgeEach,
  type Recording,
} from '../../verdict.ts';

export const onlyUserFacingOutput: Check = {
  id: 'text.only-user-facing-output',
  whenUnseen: 'no stream was seen in which the tool was called',
  judge,
};

function judge(recording: Recording): Judgement {
  const shapes = signalShapes(recording);
  const withToolCall = textStreams(recording).filter(({ sent }) => sent?.kind === 'tool-call');
  return judgeEach(withToolCall, (stream) => leak(stream, recording.toolCall?.output, shapes));
}

/** The shapes of NDJSON lines: none of them belongs into a text that is meant for the user. */
function signalShapes(recording: Recording): ReadonlySet<string> {
  const shapes = ndjsonStreams(recording).flatMap((stream) =>
    jsonLines(stream).map(({ value }) => shapeOf(value)),
  );
  return new Set(shapes.filter((shape) => shape !== undefined));
}

function leak(
  stream: Exchange,
  output: string | undefined,
  shapes: ReadonlySet<string>,
): Finding | undefined {
  const text = stream.response?.body.text ?? '';
  const line = jsonLines(stream).find(({ value }) => shapes.has(shapeOf(value) ?? ''));
  const leaked =
    output !== undefined && text.includes(output)
      ? `the tool's response ${JSON.stringify(output)}`
      : line?.text;
  if (leaked === undefined) return undefined;
  return finding([stream], {
    expected: "only the worker's user-facing output (no tool calls or debug data)",
    observed: `the text holds ${leaked}`,
  });
}
