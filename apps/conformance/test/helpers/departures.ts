import type { Condition } from '../../src/verdicts/findings/condition.ts';
import type { Departure } from '../../src/verdicts/findings/finding.ts';

const record = { family: 'bundle', id: 'b1' };
const text = { begins: 'Hello', length: 5 };

/** Every kind of condition. */
export const everyCondition: readonly Condition[] = [
  { kind: 'job-running', run: 'this' },
  { kind: 'job-running', run: 'another' },
  { kind: 'job-ended' },
  { kind: 'job-lasts', seconds: 30 },
  { kind: 'job-none' },
  { kind: 'run-read-before' },
  { kind: 'run-shown-later' },
  { kind: 'listed' },
  { kind: 'transport-changed', started: 'text', continued: 'ndjson' },
  { kind: 'made', record },
  { kind: 'removed', record },
  { kind: 'foreign', record },
  { kind: 'not-subject', record },
  { kind: 'public' },
  { kind: 'credential', identity: 'forged' },
  { kind: 'key-created' },
  { kind: 'jwt-attached' },
  { kind: 'jwt-read' },
  { kind: 'bounds', side: 'inside', parameter: 'limit' },
  { kind: 'bounds', side: 'past' },
  { kind: 'left-out', parameter: 'query' },
  { kind: 'unknown-id' },
  { kind: 'malformed-id' },
  { kind: 'mutation', mutation: { kind: 'twice', values: 'same', of: 'limit' }, parameter: 'limit' },
  {
    kind: 'tool-input',
    tool: 'NOTIFIER_LIST_CHATS',
    mutation: { kind: 'tool-input', about: 'too high a limit', input: { limit: 501 } },
  },
  { kind: 'repeated', of: 'existing' },
  { kind: 'repeated', of: 'unknown-id', parameter: 'bundle_id' },
  { kind: 'documented', rule: 'bundles.get-unknown-is-404', text: 'bundle not found' },
  { kind: 'sent' },
  { kind: 'written' },
  { kind: 'declared' },
  { kind: 'declared-bound', parameter: 'limit', keyword: 'maximum' },
];

/** Departures with every kind of expectation and of observation. */
export const everyDeparture: readonly Departure[] = [
  ...everyCondition.map(
    (because): Departure => ({
      expected: { kind: 'status', oneOf: ['refusal'], because },
      observed: { kind: 'status', status: 200, asked: { method: 'GET', path: '/me/bundles/b1', query: '' } },
    }),
  ),
  {
    expected: { kind: 'status', oneOf: [200], documented: ['200', '404'] },
    observed: { kind: 'status', status: 500, body: text },
  },
  {
    expected: { kind: 'status', noneOf: [401, 403], because: { kind: 'public' } },
    observed: { kind: 'status', status: 401, result: 'same-as-valid' },
  },
  {
    expected: { kind: 'answer' },
    observed: { kind: 'transport-error', error: 'timeout', message: 'no answer within 5 s' },
  },
  {
    expected: { kind: 'header', name: 'x-service-run-id', presence: 'present', format: 'uuid' },
    observed: { kind: 'header', name: 'x-service-run-id', value: 'one' },
  },
  {
    expected: { kind: 'header', name: 'x-service-job-id', presence: 'absent', because: { kind: 'job-none' } },
    observed: { kind: 'header', name: 'x-service-job-id', value: 'j1' },
  },
  { expected: { kind: 'body-kind', body: 'array' }, observed: { kind: 'body-kind', body: 'text', text } },
  {
    expected: { kind: 'field', path: ['items', 0, 'title'], oneOf: ['a', 'b'], because: { kind: 'written' } },
    observed: { kind: 'field', path: ['items', 0, 'title'], value: 'c' },
  },
  {
    expected: { kind: 'field', path: [2, 'content'], type: 'string' },
    observed: { kind: 'field', path: [2, 'content'] },
  },
  {
    expected: { kind: 'field', path: ['score'], must: 'begin-with-the-best' },
    observed: { kind: 'field', path: ['score'], value: 0.2 },
  },
  {
    expected: {
      kind: 'schema',
      schema: 'Bundle',
      schemaPath: ['properties', 'title'],
      keyword: 'type',
      path: ['title'],
    },
    observed: { kind: 'field', path: ['title'], value: 3 },
  },
  {
    expected: {
      kind: 'parameter',
      tool: 'NOTIFIER_LIST_CHATS',
      parameter: 'limit',
      aspect: 'maximum',
      value: 500,
    },
    observed: { kind: 'parameter', value: 1000 },
  },
  {
    expected: {
      kind: 'parameter',
      tool: 'NOTIFIER_LIST_CHATS',
      parameter: 'page',
      aspect: 'required',
      value: false,
    },
    observed: { kind: 'other-parameter', parameter: 'page' },
  },
  {
    expected: { kind: 'sum', path: ['total'], parts: [['free'], ['paid']], sum: 3 },
    observed: { kind: 'field', path: ['total'], value: 4 },
  },
  {
    expected: { kind: 'same-as', other: { by: 'parameter', name: 'limit', value: '20' } },
    observed: { kind: 'different' },
  },
  {
    expected: { kind: 'same-as', other: { by: 'exchange', exchange: 3 }, path: ['title'], value: 'a' },
    observed: { kind: 'field', path: ['title'], value: 'b' },
  },
  {
    expected: { kind: 'listed', record, times: 1, because: { kind: 'made', record } },
    observed: { kind: 'listed', times: 0, length: 3 },
  },
  {
    expected: { kind: 'absent', record, because: { kind: 'removed', record } },
    observed: { kind: 'listed', times: 1, length: 3 },
  },
  {
    expected: { kind: 'count', of: 'records', exactly: 4, because: { kind: 'sent' } },
    observed: { kind: 'count', count: 5, before: 3 },
  },
  { expected: { kind: 'count', of: 'jwt-reads', atMost: 1 }, observed: { kind: 'count', count: 2 } },
  { expected: { kind: 'count', of: 'successes', atMost: 1 }, observed: { kind: 'count', count: 3 } },
  {
    expected: { kind: 'order', by: 'position', ids: ['a', 'b'] },
    observed: { kind: 'order', ids: ['b', 'a'] },
  },
  {
    expected: { kind: 'pages', are: 'disjoint' },
    observed: { kind: 'pages', trouble: 'repeats', ids: ['a'] },
  },
  { expected: { kind: 'unique', what: 'run' }, observed: { kind: 'repeated', id: 'r1' } },
  {
    expected: { kind: 'unchanged', record, because: { kind: 'not-subject', record } },
    observed: { kind: 'field', path: ['title'], value: 'b', before: 'a' },
  },
  { expected: { kind: 'withheld', secret: 'api-key' }, observed: { kind: 'disclosed' } },
  {
    expected: { kind: 'message', which: 'accepted', presence: 'present', text },
    observed: { kind: 'message', presence: 'absent', length: 2 },
  },
  {
    expected: { kind: 'stream-line', holds: 'tool-call', words: 'search' },
    observed: { kind: 'stream-line', holds: 'nothing' },
  },
  {
    expected: { kind: 'timing', what: 'first-words', atMostMs: 100 },
    observed: { kind: 'timing', ms: 300 },
  },
  {
    expected: { kind: 'contract' },
    observed: { kind: 'mismatch', parts: ['StatusMismatch'], text: 'expected 200 but was 500' },
  },
];
