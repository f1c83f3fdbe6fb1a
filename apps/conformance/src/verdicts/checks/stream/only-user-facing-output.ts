import type { Exchange } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { jsonLines, ndjsonStreams, shapeOf, textStreams } from '../../streams.ts';
import { type Check, type Judgement, judgeEach, type Recording } from '../../verdict.ts';

export const onlyUserFacingOutput: Check = {
  id: 'text.only-user-facing-output',
  drivenBy: 'scenarios',
  evidence: ['text-stream', 'tool-call-stream'],
  needs: ['toolCallMessage'],
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

function leak(stream: Exchange, output: string | undefined, shapes: ReadonlySet<string>): Found | undefined {
  const text = stream.response?.body.text ?? '';
  const line = jsonLines(stream).find(({ value }) => shapes.has(shapeOf(value) ?? ''));
  const leaked =
    output !== undefined && text.includes(output)
      ? ({ holds: 'tool-response', text: excerptOf(output) } as const)
      : line && ({ holds: 'signal', number: line.number, text: excerptOf(line.text) } as const);
  if (leaked === undefined) return undefined;
  return finding([stream], {
    expected: { kind: 'stream-line', holds: 'user-facing-output' },
    observed: { kind: 'stream-line', ...leaked },
  });
}
