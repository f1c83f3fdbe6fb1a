import type { Exchange } from '../../../exchanges/exchange.ts';
import { jsonLines, ndjsonStreams, textsOf } from '../../streams.ts';
import {
  type Check,
  type Finding,
  finding,
  type Judgement,
  judgeEach,
  type Recording,
} from '../../verdict.ts';

export const carriesToolCalls: Check = {
  id: 'ndjson.carries-tool-calls',
  whenUnseen: 'no stream was seen in which the tool was called',
  judge,
};

function judge(recording: Recording): Judgement {
  const { name, output } = recording.toolCall ?? {};
  const wanted = Object.entries({ 'tool call': name, 'response of the tool': output });
  const told = wanted.filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (told.length === 0) return { subjects: 0, findings: [] };
  // Lines that are no JSON are the business of another rule.
  const withToolCall = ndjsonStreams(recording)
    .filter(({ sent }) => sent?.kind === 'tool-call')
    .filter((stream) => jsonLines(stream).every(({ value }) => value !== undefined));
  return judgeEach(withToolCall, (stream) => missing(stream, told));
}

function missing(
  stream: Exchange,
  wanted: readonly (readonly [what: string, words: string])[],
): Finding | undefined {
  const texts = textsOf(stream);
  const absent = wanted.find(([, words]) => !texts.some((text) => text.includes(words)));
  if (absent === undefined) return undefined;
  return finding([stream], {
    expected: `the ${absent[0]} in the stream, known by ${JSON.stringify(absent[1])}`,
    observed: 'no line of the stream holds it',
  });
}
