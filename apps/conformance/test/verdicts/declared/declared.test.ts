import { expect, test } from 'vitest';
import type { Declaration } from '../../../src/deployment/declaration/declaration.ts';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { loadSpec } from '../../../src/spec/load-spec.ts';
import { judge } from '../../../src/verdicts/judge.ts';
import { toRecording } from '../../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const { rules, operations } = await loadSpec();

const agent = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string', maxLength: 10 },
    kind: { $ref: '#/components/schemas/Kind' },
    parent: { $ref: '#/components/schemas/Agent' },
    secret: { type: 'string', writeOnly: true },
  },
};

function declarationOf(openapi: string, changes: Record<string, unknown> = {}): Declaration {
  const list = {
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } }],
    responses: {
      200: {
        headers: { 'X-Total': { required: true, schema: { type: 'integer' } } },
        content: {
          'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Agent' } } },
        },
      },
      '4XX': { description: 'Refused' },
    },
  };
  return {
    document: {
      openapi,
      paths: { '/v1/me/agents': { get: list } },
      components: { schemas: { Agent: agent, Kind: { type: 'string', enum: ['worker'] }, ...changes } },
    },
    operations: { listAgents: { path: '/v1/me/agents', method: 'get' } },
  };
}

interface Given extends Partial<Exchange> {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly query?: string;
}

const json: readonly [string, string] = ['content-type', 'application/json; charset=utf-8'];

function listed({ query = '', ...given }: Given = {}): Exchange {
  return exchangeOf({
    operation: 'listAgents',
    intent: { kind: 'valid', certain: true },
    request: { method: 'GET', url: `http://target.test/v1/me/agents${query}` },
    headers: [json, ['x-total', '0']],
    body: '[]',
    ...given,
  });
}

function verdictOf(kind: string, exchange: Exchange, declaration = declarationOf('3.1.0')) {
  const rule = rules.filter(({ id }) => id === `declared.${kind}`);
  const background = { toolCall: undefined, consistencyWindowMs: 0, operations, declaration };
  const [verdict] = judge(toRecording([exchange], background), rule);
  const { verdict: word, findings: [found] = [] } = verdict ?? { verdict: 'none' };
  return { verdict: word, expected: found?.expected, observed: found?.observed };
}

const uuid = 'b6a1d3f8-5c27-4e90-8a4d-2f7093c1e65b';
const bodyOf = (...records: readonly object[]): string => JSON.stringify(records);

test.each(['status', 'media-type', 'body', 'header', 'bounds'])(
  'an answer as the document has it keeps declared.%s',
  (kind) => {
    const body = bodyOf({ id: uuid, name: 'a', kind: 'worker', parent: { id: uuid, name: 'b' } });
    expect(verdictOf(kind, listed({ body, query: '?limit=50' })).verdict).toBe('passed');
  },
);

test.each(['status', 'media-type', 'body', 'header', 'bounds'])(
  'without a document, declared.%s has nothing to judge',
  (kind) => {
    const rule = rules.filter(({ id }) => id === `declared.${kind}`);
    const background = { toolCall: undefined, consistencyWindowMs: 0, operations };
    expect(judge(toRecording([listed()], background), rule)).toMatchObject([{ subjects: 0 }]);
  },
);

test('a status that the document does not list is found', () => {
  expect(verdictOf('status', listed({ status: 201 }))).toMatchObject({
    verdict: 'failed',
    expected: { kind: 'status', documented: ['200', '4XX'] },
    observed: { status: 201 },
  });
});

test('500 is found where the document does not list it', () => {
  expect(verdictOf('status', listed({ status: 500 })).verdict).toBe('failed');
});

test.each([429, 502, 503, 504])('status %i is of whatever stands before the deployment', (status) => {
  const strict = declarationOf('3.1.0');
  expect(verdictOf('status', listed({ status }), strict).verdict).not.toBe('failed');
});

test('bad credentials are refused whatever the document lists', () => {
  const document = declarationOf('3.1.0');
  const responses = { 200: {} };
  const bare: Declaration = {
    ...document,
    document: { openapi: '3.1.0', paths: { '/v1/me/agents': { get: { responses } } } },
  };
  expect(verdictOf('status', listed({ status: 401, identity: 'forged' }), bare).verdict).not.toBe('failed');
  expect(verdictOf('status', listed({ status: 401 }), bare).verdict).toBe('failed');
});

test('a media type that the document does not list is found', () => {
  expect(verdictOf('media-type', listed({ headers: [['content-type', 'text/html']] }))).toMatchObject({
    verdict: 'failed',
    expected: { kind: 'header', value: 'application/json' },
    observed: { kind: 'header', value: 'text/html' },
  });
});

test('a missing header that the document requires is found', () => {
  expect(verdictOf('header', listed({ headers: [json] }))).toMatchObject({
    verdict: 'failed',
    observed: { kind: 'header', name: 'x-total' },
  });
});

test.each<[string, string, object]>([
  [
    'is not JSON',
    '{',
    { expected: { kind: 'body-kind', body: 'json' }, observed: { kind: 'body-kind', body: 'text' } },
  ],
  [
    'is of another type',
    '{}',
    { expected: { kind: 'schema', keyword: 'type', path: [] }, observed: { kind: 'field', path: [] } },
  ],
  [
    'lacks a property',
    bodyOf({ id: uuid }),
    {
      expected: { kind: 'schema', schema: 'Agent', schemaPath: ['required'], path: [0, 'name'] },
      observed: { kind: 'field', path: [0, 'name'] },
    },
  ],
  [
    'has a value outside an enumeration, behind two references',
    bodyOf({ id: uuid, name: 'a', parent: { id: uuid, name: 'b', kind: 'boss' } }),
    {
      expected: { kind: 'schema', schema: 'Kind', schemaPath: ['enum'], path: [0, 'parent', 'kind'] },
      observed: { kind: 'field', value: 'boss' },
    },
  ],
  [
    'has an identifier of another form',
    bodyOf({ id: '7', name: 'a' }),
    { expected: { kind: 'schema', schemaPath: ['properties', 'id', 'format'], path: [0, 'id'] } },
  ],
])('a body that %s is found', (_, body, wanted) => {
  expect(verdictOf('body', listed({ body }))).toMatchObject({ verdict: 'failed', ...wanted });
});

test('a whole number of many digits is an integer', () => {
  const body = `[{"id":"${uuid}","name":"a","kind":90071992547409931}]`;
  const declaration = declarationOf('3.1.0', { Kind: { type: 'integer' } });
  expect(verdictOf('body', listed({ body }), declaration).verdict).toBe('passed');
});

test('what a mask stands for decides nothing', () => {
  const body = bodyOf({ id: '«secret»', name: 'a' });
  expect(verdictOf('body', listed({ body })).verdict).not.toBe('failed');
});

test('what only requests have is not required of an answer', () => {
  const required = { ...agent, required: ['id', 'name', 'secret'] };
  const body = bodyOf({ id: uuid, name: 'a' });
  expect(verdictOf('body', listed({ body }), declarationOf('3.1.0', { Agent: required })).verdict).toBe(
    'passed',
  );
});

test.each<[string, object, unknown, 'passed' | 'failed']>([
  ['null where it is nullable', { type: 'string', nullable: true }, null, 'passed'],
  ['a number where a text is nullable', { type: 'string', nullable: true }, 7, 'failed'],
  ['a bound that is excluded', { type: 'number', minimum: 3, exclusiveMinimum: true }, 3, 'failed'],
  ['a bound that is not', { type: 'number', minimum: 3, exclusiveMinimum: false }, 3, 'passed'],
  [
    'null beside a reference, which some generators mean',
    { $ref: '#/components/schemas/Agent', nullable: true },
    null,
    'passed',
  ],
  [
    'alternatives that a discriminator tells apart',
    { oneOf: [{ type: 'object' }, { type: 'object' }], discriminator: { propertyName: 'type' } },
    {},
    'passed',
  ],
  ['a pattern of another language', { type: 'string', pattern: '\\A\\d+\\Z' }, 'x', 'passed'],
])('OpenAPI 3.0: %s', (_, kind, value, verdict) => {
  const body = bodyOf({ id: uuid, name: 'a', kind: value });
  const reading = declarationOf('3.0.3', { Kind: kind });
  expect(verdictOf('body', listed({ body }), reading).verdict).toBe(verdict);
});

test('a schema of another dialect decides nothing', () => {
  const declaration = declarationOf('3.1.0');
  const foreign = { ...declaration.document, jsonSchemaDialect: 'https://example.com/dialect' };
  const verdict = verdictOf('body', listed({ body: '{}' }), { ...declaration, document: foreign });
  expect(verdict.verdict).not.toBe('failed');
});

test.each<[string, string, number, Partial<Exchange>, 'passed' | 'failed' | 'not-observed']>([
  ['a value past the bound is taken', '?limit=51', 200, {}, 'failed'],
  ['a text is taken where a number is due', '?limit=seven', 200, {}, 'failed'],
  ['a value past the bound is refused', '?limit=51', 422, {}, 'not-observed'],
  ['a number in words of its own is taken', '?limit=5.0', 200, {}, 'passed'],
  ['a parameter twice may mean anything', '?limit=1&limit=99', 200, {}, 'not-observed'],
])('bounds: %s', (_, query, status, given, verdict) => {
  expect(verdictOf('bounds', listed({ query, status, ...given })).verdict).toBe(verdict);
});

test('a value within the bounds that is refused, while the list is there without it, is found', () => {
  const rule = rules.filter(({ id }) => id === 'declared.bounds');
  const background = {
    toolCall: undefined,
    consistencyWindowMs: 0,
    operations,
    declaration: declarationOf('3.1.0'),
  };
  const plain = listed();
  const intent = { kind: 'declared-bound', parameter: 'limit', certain: true } as const;
  const refused = listed({ id: 2, status: 422, query: '?limit=50', intent });
  expect(judge(toRecording([plain, refused], background), rule)).toMatchObject([{ verdict: 'failed' }]);
  expect(judge(toRecording([refused], background), rule)).toMatchObject([{ verdict: 'not-observed' }]);
});
