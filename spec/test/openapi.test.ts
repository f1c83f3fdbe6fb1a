import { describe, expect, test } from 'vitest';
import { bodyOf, describeParameter, pathTypesOf, queryOf } from './input-cell.ts';
import { type OperationRow, tableRows, userApiRows } from './interface-document.ts';
import { type Operation, openApiOperations, operationOfRow } from './openapi-documents.ts';

const operations = openApiOperations();
const workers = operations.filter(({ document }) => document === 'workers-api');
const users = operations.filter(({ document }) => document === 'user-api');
const rows = userApiRows();

/** Rows call one session identifier by two names; OpenAPI needs one for one path. */
const oneName = new Map([['auth_id', 'cli_auth_id']]);

describe('The OpenAPI documents as a whole', () => {
  test('have 5 operations of the Workers API and 88 of the User API, each with its own name', () => {
    expect([workers.length, users.length]).toEqual([5, 88]);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(93);
  });

  test('document 293 operation-status pairs, success statuses of the Workers API left out', () => {
    const pairs = operations.flatMap(({ responses }) =>
      [...responses.keys()].filter((status) => /^\d{3}$/.test(status)),
    );
    expect(pairs.length).toBe(293);
  });

  test('class every operation by its effect and name its section', () => {
    const classless = operations.filter(
      ({ effect }) => !['read', 'create', 'change', 'delete', 'cost'].includes(String(effect)),
    );
    expect(classless).toEqual([]);
    expect(workers.map(({ section }) => section)).toEqual(Array(5).fill('4.1'));
    expect(users.map(({ section }) => section)).toEqual(Array(88).fill('4.2'));
  });

  test('have an operation for every endpoint row, and no other', () => {
    const described = rows.map((row) => operationOfRow(row)?.id);
    expect(new Set(described)).toEqual(new Set(users.map(({ id }) => id)));
    expect(described.length).toBe(88);
  });

  test('answer 422 exactly where there is path, query or body input', () => {
    const differing = users.filter(
      ({ parameters, body, responses }) =>
        responses.has('422') !== (parameters.length > 0 || body !== undefined),
    );
    expect(differing.map(({ id }) => id)).toEqual([]);
    expect(users.some(({ responses }) => responses.has('422'))).toBe(true);
  });

  test('give every 422 the body HTTPValidationError', () => {
    const bodies = users.flatMap(({ responses }) => responses.get('422')?.body ?? []);
    expect(new Set(bodies)).toEqual(new Set(['HTTPValidationError']));
  });

  test('link to operations that they have', () => {
    const links = operations.flatMap(({ responses }) =>
      [...responses.values()].flatMap((response) => response.links),
    );
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !operations.some(({ id }) => id === link))).toEqual([]);
  });

  test('name each path parameter as the path does', () => {
    const misnamed = operations.filter(({ path, parameters }) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      return (
        parameters
          .filter((each) => each.in === 'path')
          .map(({ name }) => name)
          .join() !== inPath.join()
      );
    });
    expect(misnamed.map(({ id }) => id)).toEqual([]);
  });
});

describe.each(rows)('$method $path in the OpenAPI document', (row) => {
  const operation = find(row);

  test('answers with the statuses of its row', () => {
    const input = row.path.includes('{') || !['none', 'no body'].includes(row.input);
    const statuses = [row.success, ...row.errors].map((status) => status.slice(0, 3));
    expect([...operation.responses.keys()].sort()).toEqual([...statuses, ...(input ? ['422'] : [])].sort());
  });

  test('answers success with the schema of its row', () => {
    const response = operation.responses.get(row.success.slice(0, 3));
    const schema = row.success.slice(4).replace(/ \(.*\)$/, '');
    const shape = schema === 'body unspecified' ? 'unspecified' : schema.replace('string JWT', 'string');
    expect(response?.body).toBe(shape);
  });

  test("describes each answer in the row's words", () => {
    const answers = [row.success, ...row.errors];
    const described = answers.map((error) => {
      const words = error.slice(4);
      const description = operation.responses.get(error.slice(0, 3))?.description ?? '';
      return description.includes(words) && description !== ''
        ? error
        : `${error}, described as ${description}`;
    });
    expect(described).toEqual(answers);
  });

  test('declares security and deprecation as its row does', () => {
    expect({ security: operation.security, deprecated: operation.deprecated }).toEqual({
      security: row.openAuth ? [] : [{ jwt: [] }],
      deprecated: row.deprecated,
    });
  });

  test('takes the query, path and body input of its row', () => {
    const { query, pathTypes } = parametersOf(operation);
    expect({ query, body: operation.body }).toEqual({ query: queryOf(row), body: bodyOf(row) });
    const stated = Object.entries(pathTypesOf(row)).map(([name, type]) => [oneName.get(name) ?? name, type]);
    expect(pathTypes).toMatchObject(Object.fromEntries(stated));
  });
});

describe.each(tableRows('4.1'))('$cells.0 $cells.1 in the OpenAPI document', ({ cells }) => {
  const [method = '', address = '', , output = ''] = cells;
  const operation = workers.find((each) => each.method === method && `{agents_url}${each.path}` === address);

  test('needs an API key, and documents 409 for a PUT alone', () => {
    expect(operation?.security).toEqual([{ apiKey: [] }]);
    expect(operation?.responses.has('409')).toBe(method === 'PUT');
  });

  test('carries the headers that its row or its text form names', () => {
    const header = method === 'GET' ? 'x-service-job-id' : 'X-Service-Run-ID';
    expect(output.includes(header) || output.startsWith('NDJSON')).toBe(true);
    expect(operation?.responses.get('2XX')?.headers).toContain(header);
  });
});

test('Section 4.1 has a row for each operation of the Workers API', () => {
  expect(tableRows('4.1').length).toBe(5);
});

function find(row: OperationRow): Operation {
  const operation = operationOfRow(row);
  if (!operation) throw new Error(`No operation in user-api.yaml for ${row.method} ${row.path}`);
  return operation;
}

function parametersOf({ parameters }: Operation) {
  const described = parameters.map((each) => ({ in: each.in, ...describeParameter(each) }));
  return {
    query: described.filter((each) => each.in === 'query').map(({ in: _, ...parameter }) => parameter),
    pathTypes: Object.fromEntries(
      described.filter((each) => each.in === 'path').map(({ name, type }) => [name, type]),
    ),
  };
}
