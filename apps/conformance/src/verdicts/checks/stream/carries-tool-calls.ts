import type { Exchange } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { jsonLines, ndjsonStreams, textsOf } from '../../streams.ts';
import { type Check, type Judgement, judgeEach, type Recording } from '../../verdict.ts';

export const carriesToolCalls: Check = {
  id: 'ndjson.carries-tool-calls',
  drivenBy: 'scenarios',
  evidence: ['ndjson-stream', 'tool-call-stream'],
  needs: ['toolCallMessage.name'],
  judge,
};

function judge(recording: Recording): Judgement {
  const { name, output } = recording.toolCall ?? {};
  const told: readonly Wanted[] = [
    ...(name === undefined ? [] : [{ holds: 'tool-call' as const, words: name }]),
    ...(output === undefined ? [] : [{ holds: 'tool-response' as const, words: output }]),
  ];
  if (told.length === 0) return { subjects: 0, findings: [] };
  // Lines that are no JSON are the business of another rule.
  const withToolCall = ndjsonStreams(recording)
    .filter(({ sent }) => sent?.kind === 'tool-call')
    .filter((stream) => jsonLines(stream).every(({ value }) => value !== undefined));
  return judgeEach(withToolCall, (stream) => missing(stream, told));
}

/** What the stream must tell, and the words by which it is known. */
interface Wanted {
  readonly holds: 'tool-call' | 'tool-response';
  readonly words: string;
}

function missing(stream: Exchange, wanted: readonly Wanted[]): Found | undefined {
  const texts = textsOf(stream);
  const absent = wanted.find(({ words }) => !texts.some((text) => text.includes(words)));
  if (absent === undefined) return undefined;
  return finding([stream], {
    expected: { kind: 'stream-line', ...absent },
    observed: { kind: 'stream-line', holds: 'nothing' },
  });
}
