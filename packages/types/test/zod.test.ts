import { describe, expect, it } from 'vitest';
import { parse, safeParse } from 'zod/mini';
import { operationSchemas } from '../src/gen/zod/operations.ts';
import { type Operation, type OperationId, operationTable } from '../src/index.ts';
import { GetAgentRunParams, GetRunMessagesResponse, Message, SearchToolsQueryParams } from '../src/zod.ts';

describe('The zod schemas', () => {
  it('keep fields that the interface does not show', () => {
    const message = { role: 'tool', content: 'done', cost: 3 };
    expect(parse(Message, message)).toEqual(message);
  });

  it('refuse a message without content', () => {
    expect(safeParse(GetRunMessagesResponse, [{ role: 'user' }]).error?.issues[0]?.path).toEqual([
      0,
      'content',
    ]);
  });

  it('hold query parameters to their bounds, and invent no defaults', () => {
    expect(parse(SearchToolsQueryParams, { q: 'mail' })).toEqual({ q: 'mail' });
    expect(safeParse(SearchToolsQueryParams, { q: '' }).success).toBe(false);
    expect(safeParse(SearchToolsQueryParams, { q: 'mail', limit: 201 }).success).toBe(false);
  });

  it('accept a GUID of any version', () => {
    expect(safeParse(GetAgentRunParams, { run_id: '00000000-0000-0000-0000-00000000000a' }).success).toBe(
      true,
    );
    expect(safeParse(GetAgentRunParams, { run_id: 'run-1' }).success).toBe(false);
  });
});

const operations = Object.values(operationTable) as readonly (Operation & { id: OperationId })[];

describe('The schemas by operation', () => {
  it('are of operations that exist, and hold what each takes and answers with', () => {
    expect(Object.keys(operationSchemas).filter((id) => !(id in operationTable))).toEqual([]);
    for (const { id, pathParameters, queryParameters, body, streaming } of operations) {
      const schemas: Partial<Record<string, object>> = operationSchemas[id] ?? {};
      expect('query' in schemas, id).toBe(queryParameters.length > 0);
      if (!streaming) expect('parameters' in schemas, id).toBe(pathParameters.length > 0);
      if (body?.schema) expect(schemas, id).toHaveProperty('body');
    }
  });
});
