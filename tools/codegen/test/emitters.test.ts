import { describe, expect, it } from 'vitest';
import { emitFunctions } from '../src/emit/functions.ts';
import { emitMethods } from '../src/emit/methods.ts';
import { emitOperationSchemas } from '../src/emit/operation-schemas.ts';
import { emitRecords } from '../src/emit/records.ts';
import { emitSamples } from '../src/emit/samples.ts';
import { withTypeNames } from '../src/emit/type-names.ts';
import { emitTypes } from '../src/emit/types.ts';
import { emitZod } from '../src/emit/zod.ts';
import { listOperations } from '../src/read/list-operations.ts';
import type { Api } from '../src/read/load-apis.ts';
import type { OpenApiDocument } from '../src/read/openapi-document.ts';
import { tinyDocument } from './helpers/tiny-document.ts';

const tiny: Api = {
  name: 'user-api',
  document: tinyDocument(),
  operations: listOperations(tinyDocument(), 'user'),
};

describe('The operation list', () => {
  it('has everything that a caller must know about an operation', () => {
    expect(tiny.operations.find(({ id }) => id === 'updateRun')).toEqual({
      id: 'updateRun',
      api: 'user',
      method: 'PATCH',
      path: '/runs/{run_id}',
      tag: 'runs',
      summary: 'Update a run',
      section: '4.2',
      effect: 'change',
      security: 'bearer',
      deprecated: true,
      pathParameters: [{ name: 'run_id', required: true, type: 'string', nullable: false, format: 'uuid' }],
      queryParameters: [],
      body: { required: false, mediaTypes: ['application/json'], schema: null },
      streaming: null,
      statuses: [
        { status: '200', condition: 'body unspecified', mediaTypes: ['application/json'], notShown: 'body' },
        { status: '404', condition: 'run not found', mediaTypes: [] },
      ],
    });
  });
});

describe('The functions', async () => {
  const [file] = (await emitFunctions(tiny)).files;
  const source = file?.content ?? '';

  it('stand in one module per tag, which imports just what it names', () => {
    expect(file?.path).toBe('runs.ts');
    expect(source.split('\n\n')[0]).toBe(
      [
        "import type { ListRunsQuery, Run, UpdateRunBody } from '@agent-workers/types';",
        "import type { Checked } from '../clients/call-options.ts';",
        "import { call, type ApiCall } from '../transport/call.ts';",
        "import { callText, type StreamCall, type TextAnswer } from '../transport/call-stream.ts';",
        "import { search } from '../transport/search.ts';",
        "import type { CallOptions, SchemaTransport, Transport } from '../transport/transport.ts';",
        "import { withBody } from '../transport/with-body.ts';",
      ].join('\n'),
    );
  });

  it('take path, body and query, in this order, and the required before the optional', () => {
    expect(signatures(source)).toEqual(
      [
        'listRuns(transport: Transport, query?: ListRunsQuery, options?: CallOptions): ApiCall<Run>',
        'startRun(transport: Transport, body: Run, options?: CallOptions): StreamCall<TextAnswer>',
        'updateRun(transport: Transport, runId: string, body?: UpdateRunBody, options?: CallOptions): ApiCall<unknown, 404>',
        'deleteRun(transport: Transport, runId: string, options?: CallOptions): ApiCall<void>',
      ].map((each) => expect.stringContaining(each)),
    );
  });

  it('take a schema where something comes that it could say more of', () => {
    expect(source).toContain(
      'export function updateRun<T>(transport: SchemaTransport, runId: string, body: UpdateRunBody | undefined, options: CallOptions & Checked<T>): ApiCall<T, 404>;',
    );
    expect(source).not.toMatch(/(deleteRun|startRun)<T>/);
  });

  it('carry the words of the contract: summary, description, reading, and a condition per status', () => {
    const [, comment = ''] =
      /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\nexport function updateRun\(/.exec(source) ?? [];
    expect(comment).toBe(
      [
        '/**',
        ' * Update a run.',
        ' *',
        ' * Changes it.',
        ' * Reading: Either conforms.',
        ' *',
        ' * `PATCH /runs/{run_id}`',
        ' * - 200: body unspecified (not shown: body)',
        ' * - 404: run not found',
        ' *',
        ' * @throws {ApiError} on every status outside 2XX.',
        ' * @deprecated',
        ' */',
      ].join('\n'),
    );
  });

  it('say which answer is open and which is none', () => {
    const where = "route: '/runs/{run_id}', parameters: { run_id: runId }";
    expect(source).toContain(`method: 'PATCH', ${where}, body, answer: 'any' }`);
    expect(source).toContain(`method: 'DELETE', ${where}, answer: 'none' }`);
  });
});

describe('A list that a cursor continues', async () => {
  const [file] = (await emitFunctions(pagedApi())).files;
  const source = file?.content ?? '';

  it('is an operation with ways to follow the cursor, which knows the type of an item', () => {
    expect(source).toContain('export const listRuns: PagedOperation<ListRunsQuery, RunPage, Run> =');
    expect(source).toContain("/*#__PURE__*/ paged('listRuns', (transport: Transport");
    expect(source).toContain("import { paged, type PagedOperation } from '../paging/paged.ts';");
  });
});

describe('The types', () => {
  it('comment a field that is inferred and a record that is not shown, and keep the record open', async () => {
    const { content } = await emitTypes(tiny);
    expect(content.replaceAll(/\s+/g, ' ')).toContain(
      '/** * A run. * Not shown by the interface: fields. */ Run: { /** * Format: uuid * Its id. * Inferred: the interface names this in words only. */ id?: string; } & { [key: string]: unknown; };',
    );
  });

  it('keep a query parameter with a default optional', async () => {
    const { content } = await emitTypes(tiny);
    expect(content).toContain('limit?: number;');
  });

  it('name each schema, query and nameless body', () => {
    const { content } = emitRecords([tiny]);
    expect([...content.matchAll(/export (?:type|interface) (\w+)/g)].map(([, name]) => name)).toEqual([
      'Run',
      'ListRunsQuery',
      'UpdateRunBody',
    ]);
  });

  it('refuse two schemas of one name, because it is exported once', () => {
    expect(() => emitRecords([tiny, { ...tiny, name: 'workers-api' }])).toThrow('Two schemas are named Run.');
  });
});

describe('The records', () => {
  const declared = (document: OpenApiDocument) =>
    emitRecords([{ ...tiny, document, operations: listOperations(document, 'user') }]).content;

  it('are documented interfaces, open where they are answered with', () => {
    expect(declared(tinyDocument())).toContain(
      [
        'export interface Run {',
        '  /**',
        '   * Its id.',
        '   * Inferred: the interface names this in words only.',
        '   */',
        '  id?: string;',
        '  [field: string]: unknown;',
        '}',
      ].join('\n'),
    );
  });

  it('are closed where only a caller writes them, and take no field where none is shown', () => {
    const document = tinyDocument();
    const schemas = document.components?.schemas ?? {};
    schemas.Order = {
      type: 'object',
      properties: { place: { title: 'Place', type: 'object', properties: {} } },
    };
    schemas.Feedback = { type: 'object', additionalProperties: true };
    const post = document.paths['/runs']?.post;
    const refs = ['Order', 'Feedback'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    if (post) post.requestBody = { content: { 'application/json': { schema: { oneOf: refs } } } };
    const content = declared(document);
    expect(content).toContain('export interface Order {\n  place?: Place;\n}');
    expect(content).toContain('export interface Place {\n  [field: string]: never;\n}');
    expect(content).toContain('export interface Feedback {\n  [field: string]: never;\n}');
  });
});

describe('The record that the interface names AgentModel', () => {
  const named = (document: OpenApiDocument) =>
    JSON.parse(
      JSON.stringify(document).replaceAll('"Run"', '"AgentModel"').replaceAll('/Run"', '/AgentModel"'),
    );
  const agents: Api = { ...tiny, document: named(tinyDocument()) };

  it('is declared as Agent, with the other name beside it', () => {
    const { content } = emitRecords([agents]);
    expect(content).toContain('export interface Agent {');
    expect(content).toContain('export type AgentModel = Agent;');
  });

  it('is Agent in functions, their imports, methods and pages, and has its own name in zod', async () => {
    const { document } = pagedApi();
    const typed = withTypeNames(named(document));
    const api = { ...tiny, document: typed, operations: listOperations(typed, 'user') };
    const { files, operations } = await emitFunctions(api);
    const source = `${files[0]?.content}${emitMethods(api, operations).content}`;
    expect(source).toContain('PagedOperation<ListRunsQuery, RunPage, Agent>');
    expect(source).toMatch(/import type \{ Agent, /);
    expect(source).not.toContain('AgentModel');
    expect((await emitZod(agents)).content).toContain('export const AgentModel =');
  });

  it('keeps its name where another schema has the name Agent', () => {
    const both = tinyDocument();
    both.components = { schemas: { AgentModel: { type: 'object' }, Agent: { type: 'string' } } };
    expect(withTypeNames(both)).toBe(both);
  });
});

describe('The methods of a client', async () => {
  const { operations } = await emitFunctions(tiny);
  const { content, path } = emitMethods(tiny, operations);

  it('have the documentation of the function, and a form with a schema', () => {
    expect(path).toBe('user-api-methods.ts');
    expect(content).toContain(
      'listRuns<T>(query: ListRunsQuery | undefined, options: ClientCallOptions & Checked<T>): ApiCall<T>;',
    );
    expect(content).toContain(
      "listRuns(query?: ListRunsQuery, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'listRuns', Run>>;",
    );
    expect(content).toContain('deleteRun(runId: string, options?: ClientCallOptions): ApiCall<void>;');
    expect(content).toContain('   * `PATCH /runs/{run_id}`');
    expect(content).toContain('readonly runs: ProfiledRunsMethods<P>;');
  });

  it('are written once more without a profile, and then without any parameter', () => {
    expect(content).toContain('listRuns(query?: ListRunsQuery, options?: ClientCallOptions): ApiCall<Run>;');
    expect(content).toContain('export interface RunsMethods {');
    expect(content).toContain('readonly runs: RunsMethods;');
  });
});

describe('The zod schemas', () => {
  it('are open, lenient about GUIDs and without defaults; streams have none', async () => {
    const { content } = await emitZod(tiny);
    expect(content).toContain('export const Run = /*#__PURE__*/ zod.looseObject({');
    expect(content).toContain('zod.guid()');
    expect(content).toContain(
      '"limit": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.int().check(/*#__PURE__*/ zod.gte(1)))',
    );
    expect(content).not.toMatch(/StartRun|zod\.object\(|_default|describe/);
  });
});

describe('The schemas by operation', () => {
  it('name what the zod file has, and take a body that is a record from there', async () => {
    const { content } = emitOperationSchemas([tiny], [await emitZod(tiny)]);
    expect(content).toMatch(/^import \{\n(.*,\n)* {2}Run,\n(.*,\n)*\} from '\.\/user-api\.ts';/);
    expect(content).toContain('listRuns: { query: ListRunsQueryParams, answer: ListRunsResponse }');
    expect(content).toContain('startRun: { body: Run }');
  });
});

describe('The samples', () => {
  it('are what the contract documents of a success, and nothing that it does not show', () => {
    const { content } = emitSamples([tiny]);
    expect(content).toContain(
      'listRuns: { status: 200, body: { id: "00000000-0000-4000-8000-000000000001" } }',
    );
    expect(content).toContain('startRun: { status: 200 }');
    expect(content).toContain('updateRun: { status: 200, body: null }');
    expect(content).toContain('deleteRun: { status: 204 }');
  });
});

function pagedApi(): Api {
  const document = tinyDocument();
  const page = { $ref: '#/components/schemas/RunPage' };
  const operation = document.paths['/runs']?.get;
  if (!operation) throw new Error('The tiny document lists no runs.');
  operation.parameters = [{ name: 'next_cursor', in: 'query', schema: { type: 'string' } }];
  operation.responses = { 200: { description: 'a page', content: { 'application/json': { schema: page } } } };
  const items = { type: 'array', items: { $ref: '#/components/schemas/Run' } };
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, RunPage: { type: 'object', properties: { items } } },
  };
  return { name: 'user-api', document, operations: listOperations(document, 'user') };
}

function signatures(source: string): string[] {
  return [...source.matchAll(/export function (.*) \{$/gm)].map(([, signature = '']) => signature);
}
