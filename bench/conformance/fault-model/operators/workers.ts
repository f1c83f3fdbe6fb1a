import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { messages } from '../../../../apps/conformance/test/styles/workers/workers-style.ts';
import { inList, isRecord, parsed, withBody, withHeader, withJson, withStatus, withText } from '../alter.ts';
import { answering, type Broken, type Operator, reading, whereever, working } from '../operator.ts';
import { isRead, isWorkers, isWrite, type Place } from '../place.ts';

const runId = 'x-service-run-id';
const jobId = 'x-service-job-id';
const { toolCallMessage: tool } = messages;

const isNdjson = ({ operation: { api, id } }: Place): boolean => api === 'workers' && id.endsWith('Ndjson');
const isText = (place: Place): boolean => isWorkers(place) && isWrite(place) && !isNdjson(place);
const isStart = ({ operation }: Place): boolean => operation.api === 'workers' && operation.method === 'POST';
const isPut = ({ operation }: Place): boolean => operation.api === 'workers' && operation.method === 'PUT';
const isHistory = (place: Place): boolean => isWorkers(place) && isRead(place);
const isStream = (place: Place): boolean => isWorkers(place) && isWrite(place);

type Message = Readonly<Record<string, unknown>>;

const inStream = (change: (text: string, broken: Broken) => string): Operator['wrap'] =>
  answering(
    (broken) => (response) => (response.ok ? withText(response, (text) => change(text, broken)) : response),
  );

const inLines = (change: (lines: readonly string[]) => readonly string[]): Operator['wrap'] =>
  inStream((text) => change(text.split('\n')).join('\n'));

const inHistory = (change: (messages: readonly unknown[]) => readonly unknown[]): Operator['wrap'] =>
  answering(() => (response) => withJson(response, (body) => inList(body, undefined, change)));

const eachMessage = (change: (message: Message) => unknown): Operator['wrap'] =>
  inHistory((all) => all.map((one) => (isRecord(one) ? change(one) : one)));

const isTool = (line: string): boolean => line.includes(tool.name) || line.includes(tool.output);

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
    at: whereever(isStart),
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
    at: whereever(isText),
    wrap: answering(() => async (response, request) => {
      const isCall = (await request.clone().text()).includes(tool.message);
      return isCall ? withText(response, (text) => `[${tool.name}] ${text}`) : response;
    }),
  },
  {
    name: 'text tells what the tool gave',
    class: 'stream',
    basis: 'stated',
    at: whereever(isText),
    wrap: answering(() => async (response, request) => {
      const isCall = (await request.clone().text()).includes(tool.message);
      return isCall ? withText(response, (text) => `${text} ${tool.output}`) : response;
    }),
  },
  {
    name: 'text comes as NDJSON',
    class: 'stream',
    basis: 'stated',
    at: whereever(isText),
    wrap: inStream((text) => `${JSON.stringify({ type: 'text', text })}\n`),
  },
  {
    name: 'NDJSON comes as text',
    class: 'stream',
    basis: 'stated',
    at: whereever(isNdjson),
    wrap: inStream((text) => text.replaceAll(/[{}":\n]/g, ' ')),
  },
  {
    name: 'NDJSON has a line that is no JSON',
    class: 'stream',
    basis: 'stated',
    at: whereever(isNdjson),
    wrap: inLines((lines) => ['data: [DONE', ...lines]),
  },
  {
    name: 'NDJSON lacks the calls of tools',
    class: 'stream',
    basis: 'stated',
    at: whereever(isNdjson),
    wrap: inLines((lines) => lines.filter((line) => !isTool(line))),
  },
  {
    name: 'NDJSON lacks what the tools gave',
    class: 'stream',
    basis: 'stated',
    at: whereever(isNdjson),
    wrap: inLines((lines) => lines.filter((line) => !line.includes(tool.output))),
  },
  {
    name: 'NDJSON only says that it is done',
    class: 'stream',
    basis: 'stated',
    at: whereever(isNdjson),
    wrap: inStream(() => '{"type":"done"}\n'),
  },
  {
    name: 'NDJSON lacks the output',
    class: 'stream',
    basis: 'stated',
    at: whereever(isNdjson),
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

export const historyOperators: readonly Operator[] = [
  history('history lacks its first message', (all) => all.slice(1)),
  history('history lacks its last message', (all) => all.slice(0, -1)),
  history('history shows the last message twice', (all) => [...all, ...all.slice(-1)]),
  history('history is turned round', (all) => all.toReversed()),
  history('history shows the last four messages only', (all) => all.slice(-4)),
  history('history lacks what the worker said', (all) =>
    all.filter((one) => Object(one).role !== 'assistant'),
  ),
  message('message has no role', ({ role: _, ...others }) => others),
  message('message has no content', ({ content: _, ...others }) => others),
  message('content is null', (one) => ({ ...one, content: null })),
  message('content is a list', (one) => ({ ...one, content: [one.content] })),
  message('every role is the same', (one) => ({ ...one, role: 'user' })),
  message('roles are exchanged', (one) => ({ ...one, role: one.role === 'user' ? 'assistant' : 'user' })),
  message('content is in small letters', (one) => ({ ...one, content: String(one.content).toLowerCase() })),
  message('content is cut at 200 characters', (one) => ({
    ...one,
    content: String(one.content).slice(0, 200),
  })),
  {
    name: 'history comes in an object',
    class: 'history',
    basis: 'stated',
    at: whereever(isHistory),
    wrap: answering(() => (response) => withJson(response, (body) => ({ messages: body }))),
  },
  {
    name: 'history is not found',
    class: 'history',
    basis: 'implied',
    at: whereever(isHistory),
    wrap: answering(() => (response) => withStatus(response, 404)),
  },
  {
    name: 'put begins a new conversation',
    class: 'history',
    basis: 'stated',
    at: whereever(isPut),
    wrap: reading(() => (request) => {
      const url = new URL(request.url);
      url.pathname = url.pathname.split('/').slice(0, -1).join('/');
      return new Request(url, new Request(request, { method: 'POST' }));
    }),
  },
  {
    name: 'starts at once share a run',
    class: 'at once',
    basis: 'stated',
    at: whereever(isStart),
    wrap: working(({ changed }, { fetch }) => {
      let open: string | undefined;
      return async (request) => {
        const response = await fetch(request);
        const own = response.headers.get(runId) ?? randomUUID();
        const shared = open ?? own;
        if (shared !== own) changed();
        open = own;
        await pause(3);
        open = undefined;
        return response.ok ? withHeader(response, runId, shared) : response;
      };
    }),
  },
];

export const jobOperators: readonly Operator[] = [
  {
    name: 'running job is not shown',
    class: 'job',
    basis: 'stated',
    at: whereever(isHistory),
    wrap: answering(() => (response) => withHeader(response, jobId, undefined)),
  },
  {
    name: 'job is shown where there is none',
    class: 'job',
    basis: 'stated',
    at: whereever(isHistory),
    wrap: answering(() => (response) => (response.ok ? withHeader(response, jobId, 'job-1') : response)),
  },
  {
    name: 'job is shown for ever',
    class: 'job',
    basis: 'stated',
    at: whereever(isHistory),
    wrap: answering(() => {
      const seen = new Set<string>();
      return (response, { url }) => {
        if (response.headers.has(jobId)) seen.add(url);
        return seen.has(url) ? withHeader(response, jobId, 'job-1') : response;
      };
    }),
  },
  {
    name: 'job header is called otherwise',
    class: 'job',
    basis: 'stated',
    at: whereever(isHistory),
    wrap: answering(() => (response) => {
      const id = response.headers.get(jobId);
      return id === null ? response : withHeader(withHeader(response, jobId, undefined), 'x-job-id', id);
    }),
  },
  {
    name: 'message during a job is refused with another status',
    class: 'job',
    basis: 'stated',
    at: (place) => (isPut(place) ? ['400', '403', '423', '202'] : []),
    wrap: answering(
      ({ detail }) =>
        (response) =>
          response.status === 409 ? withStatus(response, Number(detail)) : response,
    ),
  },
  {
    name: 'message during a job is taken',
    class: 'job',
    basis: 'stated',
    at: whereever(isPut),
    wrap: answering(() => (response, { url }) => {
      const id = new URL(url).pathname.split('/').at(-1) ?? '';
      const headers = { [runId]: id, 'content-type': 'text/plain' };
      return response.status === 409 ? new Response('"Fine."\n', { headers }) : response;
    }),
  },
  {
    name: 'refused message is kept all the same',
    class: 'job',
    basis: 'stated',
    at: whereever(isPut),
    wrap: working(({ changed }, { fetch, store }) => async (request) => {
      const sent = Object(parsed(await request.clone().text())).message;
      const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
      const response = await fetch(request);
      if (response.status !== 409) return response;
      changed();
      store.runs.get(id)?.messages.push({ role: 'user', content: sent });
      return response;
    }),
  },
  {
    name: 'start is refused while another run has a job',
    class: 'job',
    basis: 'stated',
    at: whereever(isStart),
    wrap: working(({ changed }, { fetch, store }) => async (request) => {
      const isBusy = [...store.runs.values()].some(({ job }) => job === 'running');
      if (!isBusy) return fetch(request);
      changed();
      return new Response(null, { status: 409 });
    }),
  },
  {
    name: 'run stays closed after its job',
    class: 'job',
    basis: 'stated',
    at: whereever(isPut),
    wrap: answering(() => {
      const closed = new Set<string>();
      return (response, { url }) => {
        if (response.status === 409) closed.add(url);
        return closed.has(url) ? new Response(null, { status: 409 }) : response;
      };
    }),
  },
  {
    name: 'run stays closed after a job that failed',
    class: 'job',
    basis: 'stated',
    at: whereever(isPut),
    wrap: working(({ changed }, { fetch, store }) => async (request) => {
      const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
      const said = store.runs.get(id)?.messages ?? [];
      const hasFailed = said.some(({ content }) => content === messages.backgroundErrorMessage);
      if (!hasFailed) return fetch(request);
      changed();
      return new Response(null, { status: 409 });
    }),
  },
];

function stream(
  name: string,
  basis: Operator['basis'],
  wrap: Operator['wrap'],
  kind: Operator['class'] = 'stream',
): Operator {
  return { name, class: kind, basis, at: whereever(isStream), wrap };
}

function history(name: string, change: (messages: readonly unknown[]) => readonly unknown[]): Operator {
  return { name, class: 'history', basis: 'stated', at: whereever(isHistory), wrap: inHistory(change) };
}

function message(name: string, change: (message: Message) => unknown): Operator {
  return { name, class: 'history', basis: 'stated', at: whereever(isHistory), wrap: eachMessage(change) };
}

function inMessage(body: unknown, change: (text: string) => string): unknown {
  return isRecord(body) && typeof body.message === 'string'
    ? { ...body, message: change(body.message) }
    : body;
}
