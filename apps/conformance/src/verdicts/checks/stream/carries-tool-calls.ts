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
  if (name === undefined || output === undefined) return { subjects: 0, findings: [] };
  // Lines that are no JSON are the business of another rule.
  const withToolCall = ndjsonStreams(recording)
    .filter(({ sent }) => sent?.kind === 'tool-call')
    .filter((stream) => jsonLines(stream).every(({ value }) => value !== undefined));
  return judgeEach(withToolCall, (stream) =>
    missing(stream, { 'tool call': name, 'response of the tool': output }),
  );
}

function missing(stream: Exchange, wanted: Readonly<Record<string, string>>): Finding | undefined {
  const texts = textsOf(stream);
  const absent = Object.entries(wanted).find(([, words]) => !texts.some((text) => text.includes(words)));
  if (absent === undefined) return undefined;
  return finding([stream], {
    expected: `the ${absent[0]} in the stream, known by ${JSON.stringify(absent[1])}`,
    observed: 'no line of the stream holds it',
  });
}
