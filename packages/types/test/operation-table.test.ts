import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import userApi from '../src/gen/openapi/user-api.json' with { type: 'json' };
import workersApi from '../src/gen/openapi/workers-api.json' with { type: 'json' };
import { type Operation, operationTable } from '../src/index.ts';

const operations: readonly Operation[] = Object.values(operationTable);
const interfaceText = readFileSync(
  fileURLToPath(new URL('../../../spec/interface.md', import.meta.url)),
  'utf8',
);

/** Rows of the endpoint tables, read from the interface itself and not from the contract. */
const rows = interfaceText
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(
    ([, method = '', path = '']) =>
      /^(GET|PUT|POST|DELETE|PATCH)$/.test(method) && /^(\/me|\{agents_url\})/.test(path),
  )
  .map(([, method = '', path = '', input = '', success = '', others = '']) => ({
    method,
    path,
    input,
    success,
    others,
  }));

describe('The operation table', () => {
  it('has the 5 operations of the Workers API and the 88 of the User API', () => {
    expect(operations.filter(({ api }) => api === 'workers')).toHaveLength(5);
    expect(operations.filter(({ api }) => api === 'user')).toHaveLength(88);
  });

  it('has the methods and paths that the interface lists, and no others', () => {
    const listed = rows.map(({ method, path }) => `${method} ${anonymous(path)}`);
    const documented = operations.map(({ method, path }) => `${method} ${anonymous(path)}`);
    expect(documented.sort()).toEqual(listed.sort());
  });

  it('declares no auth exactly where the interface declares none', () => {
    const open = rows.filter(({ path }) => path.includes('(no auth declared)'));
    const without = operations.filter(({ security }) => security === 'none');
    expect(names(without)).toEqual(open.map(({ method, path }) => `${method} ${anonymous(path)}`).sort());
  });

  it('marks as deprecated what the interface marks', () => {
    expect(names(operations.filter(({ deprecated }) => deprecated))).toEqual(['POST /me/chats']);
  });

  it('documents every status that the interface lists, and 422 wherever there is input', () => {
    for (const { method, path, success, others } of rows.filter((each) => each.path.startsWith('/me'))) {
      const operation = operations.find(
        (each) => `${each.method} ${anonymous(each.path)}` === `${method} ${anonymous(path)}`,
      );
      const listed = [success, ...others.split(';')].flatMap((cell) => /^\s*(\d{3})\b/.exec(cell)?.[1] ?? []);
      const hasInput =
        operation &&
        (operation.body || operation.pathParameters.length + operation.queryParameters.length > 0);
      const wanted = [...new Set([...listed, ...(hasInput ? ['422'] : [])])].sort();
      expect(
        operation?.statuses.map(({ status }) => status),
        `${method} ${path}`,
      ).toEqual(wanted);
    }
  });

  it('keeps each parameter of a path in its path', () => {
    for (const { id, path, pathParameters } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        pathParameters.map(({ name }) => name),
        id,
      ).toEqual(inPath);
      expect(
        pathParameters.every(({ required }) => required),
        id,
      ).toBe(true);
    }
  });

  it('gives bounds and defaults of query parameters as section 8 does', () => {
    const query = (id: keyof typeof operationTable) =>
      operations.find((each) => each.id === id)?.queryParameters;
    expect(query('searchTools')).toMatchObject([
      { name: 'q', required: true, minLength: 1 },
      { name: 'toolkit', required: false, nullable: true },
      { name: 'limit', type: 'integer', minimum: 1, maximum: 200, default: 20 },
      { name: 'min_score', type: 'number', minimum: 0, maximum: 1, default: 0.15 },
    ]);
    expect(query('listAgentRuns')).toMatchObject([
      { name: 'next_cursor', format: 'date-time', nullable: true },
      { name: 'limit', type: 'integer', default: 30 },
    ]);
  });

  it('streams what section 4.1 streams', () => {
    const streams = operations
      .filter(({ streaming }) => streaming)
      .map(({ id, streaming }) => [id, streaming]);
    expect(Object.fromEntries(streams)).toEqual({
      startRun: 'text',
      continueRun: 'text',
      startRunNdjson: 'ndjson',
      continueRunNdjson: 'ndjson',
    });
  });
});

describe('The bundled documents', () => {
  it.each([
    ['workers-api', workersApi],
    ['user-api', userApi],
  ])('%s refers to nothing outside itself', (_, document) => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(
      ([, target]) => target,
    );
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((each) => !each?.startsWith('#/components/'))).toEqual([]);
  });
});

/** A path without the names of its parameters, which the interface and the contract may choose apart. */
function anonymous(path: string): string {
  return path
    .replace('{agents_url}', '')
    .replace(/ \(.*\)$/, '')
    .replaceAll(/\{\w+\}/g, '{}');
}

function names(some: readonly Operation[]): string[] {
  return some.map(({ method, path }) => `${method} ${anonymous(path)}`).sort();
}
