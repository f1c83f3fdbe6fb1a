import { randomUUID } from 'node:crypto';
import { isRecord } from '../../../../apps/conformance/src/json/json-record.ts';
import { withBody, withHeader, withText } from '../../../../apps/conformance/test/random-mutants/alter.ts';
import { messages } from '../../../../apps/conformance/test/styles/workers/workers-style.ts';
import { answering, type Broken, type Operator, reading, wherever } from '../operator.ts';
import { isNdjson, isStart, isStream, isText, runId } from '../workers-place.ts';

const { toolCallMessage: tool } = messages;

const inStream = (change: (text: string, broken: Broken) => string): Operator['wrap'] =>
  answering(
    (broken) => (response) => (response.ok ? withText(response, (text) => change(text, broken)) : response),
  );

const inLines = (change: (lines: readonly string[]) => readonly string[]): Operator['wrap'] =>
  inStream((text) => change(text.split('\n')).join('\n'));

const isTool = (line: string): boolean => line.includes(tool.name) || line.includes(tool.output);

/** Changes what is answered to the message for which a tool is called. */
const ofToolCall = (change: (text: string) => string): Operator['wrap'] =>
  answering(() => async (response, request) => {
    const isCall = (await request.clone().text()).includes(tool.message);
    return isCall ? withText(response, change) : response;
  });

/** Operators over streams: what is answered to a message. */
export const streamOperators: readonly Operator[] = [
  stream(
    'run id is missing',
    'stated',
    answering(() => (response) => withHeader(response, runId, undefined)),
  ),
  stream(
    'run id is no UUID',
    'stated',
    answering(() => (response) => {
      const id = response.headers.get(runId);
      return id === null ? response : withHeader(response, runId, id.slice(1));
    }),
  ),
  stream(
    'run id is of another run',
    'stated',
    answering(
      () => (response) =>
        response.headers.has(runId) ? withHeader(response, runId, randomUUID()) : response,
    ),
  ),
  {
    name: 'run id of an earlier run is given again',
    class: 'stream',
    basis: 'stated',
    at: wherever(isStart),
    wrap: answering(() => {
      let first: string | undefined;
      return (response) => {
        first ??= response.headers.get(runId) ?? undefined;
        return first === undefined ? response : withHeader(response, runId, first);
      };
    }),
  },
  stream(
    'stream is empty',
    'stated',
    inStream(() => ''),
  ),
  stream(
    'stream is cut in the middle',
    'implied',
    inStream((text) => text.slice(0, Math.ceil(text.length / 2))),
  ),
  stream(
    'stream says everything twice',
    'implied',
    inStream((text) => text + text),
  ),
  stream(
    'stream has another text than the history',
    'implied',
    inStream((text) => text.replaceAll(/letters/g, 'signs')),
  ),
  stream(
    'stream loses the letters beyond ASCII',
    'implied',
    inStream((text) => text.replaceAll(/[^\n-~]/g, '?')),
  ),
  {
    name: 'text tells the tool that was called',
    class: 'stream',
    basis: 'stated',
    at: wherever(isText),
    wrap: ofToolCall((text) => `[${tool.name}] ${text}`),
  },
  {
    name: 'text tells what the tool gave',
    class: 'stream',
    basis: 'stated',
    at: wherever(isText),
    wrap: ofToolCall((text) => `${text} ${tool.output}`),
  },
  {
    name: 'text comes as NDJSON',
    class: 'stream',
    basis: 'stated',
    at: wherever(isText),
    wrap: inStream((text) => `${JSON.stringify({ type: 'text', text })}\n`),
  },
  {
    name: 'NDJSON comes as text',
    class: 'stream',
    basis: 'stated',
    at: wherever(isNdjson),
    wrap: inStream((text) => text.replaceAll(/[{}":\n]/g, ' ')),
  },
  {
    name: 'NDJSON has a line that is no JSON',
    class: 'stream',
    basis: 'stated',
    at: wherever(isNdjson),
    wrap: inLines((lines) => ['data: [DONE', ...lines]),
  },
  {
    name: 'NDJSON lacks the calls of tools',
    class: 'stream',
    basis: 'stated',
    at: wherever(isNdjson),
    wrap: inLines((lines) => lines.filter((line) => !isTool(line))),
  },
  {
    name: 'NDJSON lacks what the tools gave',
    class: 'stream',
    basis: 'stated',
    at: wherever(isNdjson),
    wrap: inLines((lines) => lines.filter((line) => !line.includes(tool.output))),
  },
  {
    name: 'NDJSON only says that it is done',
    class: 'stream',
    basis: 'stated',
    at: wherever(isNdjson),
    wrap: inStream(() => '{"type":"done"}\n'),
  },
  {
    name: 'NDJSON lacks the output',
    class: 'stream',
    basis: 'stated',
    at: wherever(isNdjson),
    wrap: inLines((lines) => lines.filter((line) => isTool(line) || line.trim() === '')),
  },
  stream(
    'message is cut at 1,000 characters',
    'implied',
    reading(() => (request) => withBody(request, (body) => inMessage(body, (text) => text.slice(0, 1000)))),
    'history',
  ),
  stream(
    'message is kept with single spaces',
    'implied',
    reading(
      () => (request) => withBody(request, (body) => inMessage(body, (text) => text.replaceAll(/\s+/g, ' '))),
    ),
    'history',
  ),
  stream(
    'message loses the letters beyond ASCII',
    'implied',
    reading(
      () => (request) =>
        withBody(request, (body) => inMessage(body, (text) => text.replaceAll(/[^\n-~]/g, '?'))),
    ),
    'history',
  ),
  stream(
    'whole answer is held back to its end',
    'stated',
    answering(() => (response) => withText(response, (text) => text)),
  ),
];

function stream(
  name: string,
  basis: Operator['basis'],
  wrap: Operator['wrap'],
  kind: Operator['class'] = 'stream',
): Operator {
  return { name, class: kind, basis, at: wherever(isStream), wrap };
}

function inMessage(body: unknown, change: (text: string) => string): unknown {
  return isRecord(body) && typeof body.message === 'string'
    ? { ...body, message: change(body.message) }
    : body;
}
