import { describe, expect, it } from 'vitest';
import { parse, safeParse } from 'zod/mini';
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
