import type { Exchange } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { jsonLines, ndjsonStreams, shapeOf } from '../../streams.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const continuedRunsSignalAlike: Check = {
  id: 'law.continued-runs-signal-alike',
  drivenBy: 'scenarios',
  evidence: ['ndjson-stream', 'tool-call-stream'],
  needs: ['toolCallMessage.name'],
  judge: (recording) =>
    judgeEach(signalsIn(recording), ({ started, continued, kinds }) => {
      const lacking = kinds.find((kind) => continued.every((one) => !one.kinds.has(kind)));
      const [shown] = started;
      const [one] = continued;
      if (lacking === undefined || shown === undefined || one === undefined) return undefined;
      return finding([shown.stream, one.stream], {
        expected: { kind: 'stream-line', holds: 'signal', words: lacking },
        observed: { kind: 'stream-line', holds: 'nothing' },
      });
    }),
};

/** A stream in which a tool was called, with the forms of the lines that name it or hold its output. */
interface Signalled {
  readonly stream: Exchange;
  readonly kinds: ReadonlySet<string>;
}

interface Signals {
  readonly started: readonly Signalled[];
  readonly continued: readonly Signalled[];
  /** What each stream of a started run has. */
  readonly kinds: readonly string[];
}

/** Once may be what a worker leaves out for once. */
const leastStreams = 2;

/** Only where continued runs call the tool for sure: some kind of line is in all of them. */
function signalsIn(recording: Recording): readonly Signals[] {
  const { name, output } = recording.toolCall ?? {};
  if (name === undefined || output === undefined) return [];
  const streams = ndjsonStreams(recording)
    .filter(({ sent }) => sent?.kind === 'tool-call')
    .map((stream) => ({ stream, kinds: kindsIn(stream, [name, output]) }));
  const [started = [], continued = []] = ['startRunNdjson', 'continueRunNdjson'].map((operation) =>
    streams.filter(({ stream }) => stream.operation === operation),
  );
  const [first] = started;
  const kinds = [...(first?.kinds ?? [])].filter((kind) => started.every((one) => one.kinds.has(kind)));
  const isCalled = kinds.some((kind) => continued.every((one) => one.kinds.has(kind)));
  const isEnough = Math.min(started.length, continued.length) >= leastStreams;
  return isEnough && isCalled ? [{ started, continued, kinds }] : [];
}

function kindsIn(stream: Exchange, words: readonly string[]): ReadonlySet<string> {
  const shapes = jsonLines(stream)
    .filter(({ text }) => words.some((word) => text.includes(word)))
    .map(({ value }) => shapeOf(value));
  return new Set(shapes.filter((shape) => shape !== undefined));
}
