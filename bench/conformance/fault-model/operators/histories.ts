import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isRecord } from '../../../../apps/conformance/src/json/json-record.ts';
import {
  inList,
  withHeader,
  withJson,
  withStatus,
} from '../../../../apps/conformance/test/random-mutants/alter.ts';
import { answering, type Operator, reading, wherever, working } from '../operator.ts';
import { isHistory, isPut, isStart, runId } from '../workers-place.ts';

type Message = Readonly<Record<string, unknown>>;

const inHistory = (change: (messages: readonly unknown[]) => readonly unknown[]): Operator['wrap'] =>
  answering(() => (response) => withJson(response, (body) => inList(body, undefined, change)));

const eachMessage = (change: (message: Message) => unknown): Operator['wrap'] =>
  inHistory((all) => all.map((one) => (isRecord(one) ? change(one) : one)));

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
    at: wherever(isHistory),
    wrap: answering(() => (response) => withJson(response, (body) => ({ messages: body }))),
  },
  {
    name: 'history is not found',
    class: 'history',
    basis: 'implied',
    at: wherever(isHistory),
    wrap: answering(() => (response) => withStatus(response, 404)),
  },
  {
    name: 'put begins a new conversation',
    class: 'history',
    basis: 'stated',
    at: wherever(isPut),
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
    at: wherever(isStart),
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

function history(name: string, change: (messages: readonly unknown[]) => readonly unknown[]): Operator {
  return { name, class: 'history', basis: 'stated', at: wherever(isHistory), wrap: inHistory(change) };
}

function message(name: string, change: (message: Message) => unknown): Operator {
  return { name, class: 'history', basis: 'stated', at: wherever(isHistory), wrap: eachMessage(change) };
}
