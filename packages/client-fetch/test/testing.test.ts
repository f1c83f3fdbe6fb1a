import { operationTable } from '@agent-workers/types';
import { operationSchemas } from '@agent-workers/types/zod/operations';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as client from '../src/gen/index.ts';
import { samples } from '../src/gen/samples.ts';
import type { AgentRequest, OperationSchemas } from '../src/index.ts';
import { type AnswerOf, type Answers, answerWith, createTestTransport, scriptRuns } from '../src/testing.ts';

describe('The test transport', () => {
  it('answers every operation with what the contract documents, as its schema demands', async () => {
    const schemas: Partial<Record<string, OperationSchemas>> = operationSchemas;
    for (const { id, streaming } of Object.values(operationTable)) {
      if (streaming) continue;
      const { status, body } = samples[id];
      const documented: string[] = operationTable[id].statuses.map((each) => each.status);
      expect(documented.includes(String(status)) || documented.includes('2XX'), id).toBe(true);
      const result = await schemas[id]?.answer?.['~standard'].validate(body);
      expect(result?.issues, id).toBeUndefined();
    }
  });

  it('puts the identifier of the path where the record has it', async () => {
    expect(await client.getAgentRun(createTestTransport(), 'run-7')).toEqual({ run_id: 'run-7' });
  });

  it('answers as the test says, and remembers what was sent', async () => {
    const transport = createTestTransport({
      getAgentRun: { run_id: 'mine' },
      deleteAgentFile: answerWith(403),
      searchTools: ({ query }) => [{ name: String(query?.q) }],
    });
    expect(await client.getAgentRun(transport, 'r')).toEqual({ run_id: 'mine' });
    expect(await client.searchTools(transport, { q: 'mail' })).toEqual([{ name: 'mail' }]);
    await expect(client.deleteAgentFile(transport, 'a', 'f')).rejects.toMatchObject({ status: 403 });
    expect(transport.requests.map(({ operation }) => operation)).toEqual([
      'getAgentRun',
      'searchTools',
      'deleteAgentFile',
    ]);
  });

  it('makes an answer from what was sent, which has its type', async () => {
    const transport = createTestTransport({
      upsertAgent: ({ body }) => {
        expectTypeOf(body).toEqualTypeOf<AgentRequest>();
        return { ...body, agent_id: 'new' };
      },
      cloneChat: ({ body }) => ({ chat_prompt: body?.chat_prompt ?? 'as it was' }),
    });
    const written = await client.upsertAgent(transport, { chat_prompt: 'p' }, { extra: { name: 'n' } });
    expect(written).toEqual({ chat_prompt: 'p', name: 'n', agent_id: 'new' });
    expect(await client.cloneChat(transport, 'c')).toEqual({ chat_prompt: 'as it was' });
  });

  it('types each answer by its operation', () => {
    expectTypeOf<AnswerOf<'startRun'>>().extract<{ pieces: unknown }>().toHaveProperty('pieces');
    expectTypeOf<{ getAgentRun: { run_id: string } }>().toExtend<Answers>();
    expectTypeOf<{ getAgentRun: { run_id: number } }>().not.toExtend<Answers>();
    expectTypeOf<{ getAgentRuns: object }>().not.toEqualTypeOf<Answers>();
  });

  it('streams pieces as a network would, and ends with the abort of the caller', async () => {
    const controller = new AbortController();
    const transport = createTestTransport({ startRun: { pieces: ['a', 'b'], runId: 'r' } });
    const options = { signal: controller.signal };
    const { text, runId } = await client.startRun(transport, 'agent', { message: 'hi' }, options);
    const pieces = text[Symbol.asyncIterator]();
    expect([runId, await pieces.next()]).toEqual(['r', { done: false, value: 'a' }]);
    controller.abort();
    await expect(pieces.next()).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('plays a job: 409 while it runs, then idle', async () => {
    const transport = createTestTransport(scriptRuns({ text: ['on it'], jobPolls: 1 }, { text: ['done'] }));
    const { runId } = await client.startRun(transport, 'agent', { message: 'work' });
    const again = () => client.continueRun(transport, 'agent', String(runId), { message: 'done?' });
    await expect(again()).rejects.toMatchObject({ status: 409 });
    const jobOf = async () =>
      (await client.getRunMessages(transport, 'agent', String(runId)).withResponse()).response.headers.get(
        'x-service-job-id',
      );
    expect([await jobOf(), await jobOf()]).toEqual(['job-1', null]);
    expect(await (await again()).text.join()).toBe('done');
    await expect(client.getRunMessages(transport, 'agent', 'other')).rejects.toMatchObject({ status: 404 });
  });
});
