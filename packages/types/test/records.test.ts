import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type {
  Agent,
  AgentModel,
  AgentRequest,
  components,
  ListAgentRunsQuery,
  Message,
  operations,
  paths,
  Schedule,
  SearchToolsQuery,
  StartRunRequest,
  UserFeedbackRequest,
} from '../src/index.ts';

describe('The records', () => {
  it('stay open, because the interface does not show all of their fields', () => {
    expectTypeOf<Message['role']>().toEqualTypeOf<string>();
    expectTypeOf<Message['anything_else']>().toEqualTypeOf<unknown>();
    expectTypeOf<{ message: string }>().toExtend<StartRunRequest>();
  });

  it('are checked where a caller writes them, and name what the interface names in passing only', () => {
    expectTypeOf<AgentRequest>().not.toHaveProperty('anything_else');
    expectTypeOf<{ text: string }>().not.toExtend<UserFeedbackRequest>();
    expectTypeOf<Schedule['cron']>().toEqualTypeOf<string | undefined>();
  });

  it('have the name of the interface too where people type another word', () => {
    expectTypeOf<Agent>().toEqualTypeOf<AgentModel>();
  });

  it('keep a query parameter with a default optional', () => {
    expectTypeOf<Record<never, never>>().toExtend<ListAgentRunsQuery>();
    expectTypeOf<{ q: string }>().toExtend<SearchToolsQuery>();
    expectTypeOf<{ limit: number }>().not.toExtend<SearchToolsQuery>();
  });

  it('are reachable by path, operation and schema of both documents', () => {
    expectTypeOf<paths>().toHaveProperty('/me/agent-runs');
    expectTypeOf<paths>().toHaveProperty('/ndjson/{agent_id}');
    expectTypeOf<operations['startRun']>().toHaveProperty('requestBody');
    expectTypeOf<components['schemas']['Message']>().toExtend<Message>();
  });
});

describe('The doc comments', () => {
  const source = readFileSync(new URL('../src/gen/user-api.ts', import.meta.url), 'utf8');

  it('say on hover what is inferred, not shown, nullable or bounded', () => {
    expect(commentAbove('run_id?: string;')).toContain('Inferred: the interface names this in words only.');
    expect(commentAbove('AgentRunView: {')).toContain('Not shown by the interface: fields.');
    expect(commentAbove('next_cursor?: string | null;')).toContain('May be null.');
    expect(commentAbove('min_score?: number;')).toMatch(/At least 0\.\s+\* +At most 1\./);
  });

  function commentAbove(declaration: string): string {
    const [before = ''] = source.split(declaration);
    return before.slice(before.lastIndexOf('/**'));
  }
});
