import { operationTable } from '@agent-workers/types/operations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import * as client from '../src/index.ts';
import type { Transport, TransportRequest } from '../src/transport/transport.ts';

type AnyFunction = (...values: unknown[]) => Promise<unknown>;

const functions = new Map(
  Object.entries(client).filter(([name]) => name in operationTable) as [string, AnyFunction][],
);
const operations = Object.values(operationTable);

describe('The exports of the package', () => {
  it('are a module for each family of operations, and nothing by accident', () => {
    const families = new Set(operations.map(({ tag }) => `./${tag}`));
    const others = ['.', './plain', './testing', './react-query', './node', './package.json'];
    expect(Object.keys(manifest.exports).sort()).toEqual([...families, ...others].sort());
    expect(Object.keys(manifest.publishConfig.exports)).toEqual(Object.keys(manifest.exports));
  });
});

describe('The generated functions', () => {
  it('are one per operation of the contract', () => {
    expect([...functions.keys()].sort()).toEqual(Object.keys(operationTable).sort());
  });

  it('send the method and the path of their operation, with each identifier encoded in its place', async () => {
    const cases = fc.record({ operation: fc.constantFrom(...operations), id: fc.string({ minLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(cases, async ({ operation, id }) => {
        const request = await requestOf(
          operation.id,
          operation.pathParameters.map(() => id),
        );
        const path = operation.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(id));
        expect(request).toMatchObject({
          operation: operation.id,
          api: operation.api,
          method: operation.method,
          route: operation.path,
          path,
        });
      }),
    );
  });

  it('send each query parameter so that it comes back unchanged', async () => {
    const withQuery = operations.filter(({ queryParameters }) => queryParameters.length > 0);
    const cases = fc.record({
      operation: fc.constantFrom(...withQuery),
      value: fc.string({ unit: 'grapheme' }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ operation, value }) => {
        const query = Object.fromEntries(operation.queryParameters.map(({ name }) => [name, value]));
        const path = operation.pathParameters.map(() => 'some-id');
        const body = operation.body?.required ? [{}] : [];
        const request = await requestOf(operation.id, [...path, ...body, query]);
        const { searchParams } = new URL(`http://host${request.path}${request.search?.(request.query)}`);
        expect(Object.fromEntries(searchParams)).toEqual(query);
      }),
    );
  });

  it('reject a dot segment before anything is sent', async () => {
    const withPath = operations.filter(({ pathParameters }) => pathParameters.length > 0);
    for (const { id, pathParameters } of withPath) {
      const call = functions.get(id)?.(neverCalled, ...pathParameters.map(() => '..'));
      await expect(call, id).rejects.toThrow(new RegExp(`^${id} needs .*, not "\\.\\."\\.$`));
    }
  });

  it('ask for JSON, text or NDJSON as their operation answers', async () => {
    for (const { id, streaming, pathParameters } of operations) {
      const { headers } = await requestOf(
        id,
        pathParameters.map(() => 'some-id'),
      );
      const wanted = { text: 'text/plain', ndjson: 'application/x-ndjson' };
      expect(headers.get('accept'), id).toContain(streaming ? wanted[streaming] : 'application/json');
    }
  });
});

async function requestOf(id: string, path: unknown[]): Promise<TransportRequest> {
  const seen: TransportRequest[] = [];
  const transport: Transport = async (request) => {
    seen.push(request);
    return Response.json(null);
  };
  await functions.get(id)?.(transport, ...path);
  const [request] = seen;
  if (!request) throw new Error(`${id} sent nothing.`);
  return request;
}

const neverCalled: Transport = () => {
  throw new Error('A request was sent.');
};
