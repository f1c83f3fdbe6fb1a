import type { Exchange } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { overlap } from '../../run-history.ts';
import { jsonLines, ndjsonStreams } from '../../streams.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const signalsAreOfTheirRun: Check = {
  id: 'law.signals-are-of-their-run',
  drivenBy: 'scenarios',
  evidence: ['ndjson-stream', 'tool-call-stream'],
  needs: ['toolCallMessage.output'],
  judge: (recording) =>
    judgeEach(streamsBesideTools(recording), ({ calling, stream, output }) => {
      const leaked = jsonLines(stream).find(({ text }) => text.includes(output));
      return leaked === undefined
        ? undefined
        : finding([calling, stream], {
            expected: { kind: 'stream-line', holds: 'own-signals' },
            observed: {
              kind: 'stream-line',
              holds: 'tool-response',
              number: leaked.number,
              text: excerptOf(leaked.text),
            },
          });
    }),
};

interface Beside {
  readonly calling: Exchange;
  readonly stream: Exchange;
  /** Words that only the tool says. */
  readonly output: string;
}

/** Streams of plain new runs beside one in which a tool was called, where no plain run calls it by itself. */
function streamsBesideTools(recording: Recording): readonly Beside[] {
  const { output } = recording.toolCall ?? {};
  if (output === undefined) return [];
  const callings = recording.workers.filter(({ sent }) => sent?.kind === 'tool-call');
  const streams = ndjsonStreams(recording).filter(
    ({ operation, sent }) => operation === 'startRunNdjson' && sent?.kind === 'plain',
  );
  const beside = streams.flatMap((stream) => {
    const calling = callings.find((one) => overlap(one, stream));
    return calling === undefined ? [] : [{ calling, stream, output }];
  });
  const alone = streams.filter((stream) => beside.every((one) => one.stream !== stream));
  const isNeverCalled = alone.every((stream) =>
    jsonLines(stream).every(({ text }) => !text.includes(output)),
  );
  return alone.length > 0 && isNeverCalled ? beside : [];
}
