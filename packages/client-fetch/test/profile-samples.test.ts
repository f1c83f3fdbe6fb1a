import { defineProfile } from '@agent-workers/types/profiles';
import { reference } from '@agent-workers/types/profiles/reference';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as zod from 'zod/mini';
import {
  type Agent,
  createUserClient,
  createWorkersClient,
  type Run,
  type WorkersClient,
} from '../src/index.ts';
import { createTestTransport, scriptRuns } from '../src/testing.ts';

const uuid = '00000000-0000-4000-8000-0000000000aa';

describe('The test transport with a profile', () => {
  const user = createUserClient({
    transport: createTestTransport({}, { profile: reference }),
    profile: reference,
  });

  it('gives samples that the profile takes, of every operation that it describes', async () => {
    const transport = createTestTransport({}, { profile: reference });
    for (const [operation, parts] of Object.entries(reference.operations)) {
      if (!('answer' in parts)) continue;
      const request = { api: 'user', method: 'GET', path: '/', route: '/', headers: new Headers() } as const;
      const body: unknown = await (await transport({ ...request, operation })).json();
      expect(await parts.answer['~standard'].validate(body), operation).toHaveProperty('value');
    }
  });

  it('keeps an identifier of the path, where the profile takes it for one', async () => {
    expect((await user.agents.getAgent(uuid)).agent_id).toBe(uuid);
    expect((await user.agents.getAgent('a')).agent_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('fills up records that a test says in part, alone, in lists and in pages', async () => {
    const transport = createTestTransport(
      {
        getAgent: { chat_prompt: 'Be kind.' },
        listAgents: [{ name: 'Ann' }, { name: 'Sam' }],
        listAgentRuns: { items: [{ state: 'idle' }, { state: 'answering' }] },
      },
      { profile: reference },
    );
    const { agents, agentRuns } = createUserClient({ transport, profile: reference });
    expect((await agents.getAgent(uuid)).chat_prompt).toBe('Be kind.');
    expect((await agents.listAgents()).map(({ name }) => name)).toEqual(['Ann', 'Sam']);
    const runs = await agentRuns.listAgentRuns.all().toArray();
    expect(runs.map(({ state }) => state)).toEqual(['idle', 'answering']);
  });

  it('keeps an identifier of the path in a record that a test says in part', async () => {
    const transport = createTestTransport({ getAgent: { name: 'Sam' } }, { profile: reference });
    const { agents } = createUserClient({ transport, profile: reference });
    expect(await agents.getAgent(uuid)).toMatchObject({ agent_id: uuid, name: 'Sam' });
  });

  it('gives lists of one page', async () => {
    const runs = await user.agentRuns.listAgentRuns.all().toArray();
    expect(runs).toHaveLength(1);
  });

  it('lends a client its types alone, where it is imported as a type', async () => {
    const { agents } = createUserClient<typeof reference>({ transport: createTestTransport() });
    const { agent_id } = await agents.getAgent('a');
    expectTypeOf(agent_id).toEqualTypeOf<string>();
    expect(agent_id).toBe('a');
  });

  it('has records and runs that fit where those of the interface are taken', async () => {
    expectTypeOf(await user.agents.getAgent(uuid)).toExtend<Agent>();
    expectTypeOf<WorkersClient<typeof reference>['resume']>().returns.toExtend<Run>();
  });

  it('types answers by the profile', () => {
    // @ts-expect-error the profile says that a prompt is text
    createTestTransport({ getAgent: { chat_prompt: 7 } }, { profile: reference });
    // @ts-expect-error and which states a run has
    createTestTransport({ listAgentRuns: { items: [{ state: 'gone' }] } }, { profile: reference });
    expect(
      createTestTransport({ getAgent: () => ({ name: 'Ann' }) }, { profile: reference }).requests,
    ).toEqual([]);
  });

  it('plays scripted runs as without one', async () => {
    const transport = createTestTransport(scriptRuns({ text: ['4', '2'] }), { profile: reference });
    const workers = createWorkersClient({ transport, profile: reference });
    const run = await workers.start('a', '6 times 7');
    expect(await run.text.join()).toBe('42');
    expect(await run.messages()).toHaveLength(2);
  });

  it('says where an answer breaks the profile', async () => {
    const transport = createTestTransport(
      { getAgent: { agent_id: 'a', name: 7 as never } },
      { profile: reference },
    );
    const { agents } = createUserClient({ transport, profile: reference });
    await expect(agents.getAgent(uuid)).rejects.toThrow(
      'getAgent breaks its schema in its answer, at agent_id and 1 more.',
    );
  });

  it("takes the contract's samples where a profile says nothing as JSON Schema", async () => {
    const profile = { operations: { getAgent: { answer: zod.object({ agent_id: zod.string() }) } } };
    const given = createTestTransport({}, { profile });
    expect(await createUserClient({ transport: given, profile }).agents.getAgent('a')).toEqual({
      agent_id: 'a',
    });
  });

  it('makes a sample of each form of schema', async () => {
    const answer = {
      allOf: [
        { type: 'object', required: ['n', 'low', 'most', 'when', 'choice'], properties: schemas() },
        { type: 'object', required: ['more'], properties: { more: { $ref: '#/$defs/More' } } },
      ],
    };
    const $defs = { More: { type: 'array', items: { $ref: '#/$defs/More' } } };
    const profile = defineProfile<{ getAgent: { answer: object } }, unknown>({
      $defs,
      operations: { getAgent: { answer } },
    });
    const response = await createUserClient({
      transport: createTestTransport({}, { profile }),
    }).agents.getAgent('a');
    expect(response).toMatchObject({
      n: 3,
      low: 0,
      most: -7,
      when: '2026-01-01',
      choice: 'b',
      more: [expect.anything()],
    });
  });
});

function schemas() {
  return {
    n: { type: ['null', 'integer'], exclusiveMinimum: 2 },
    low: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    most: { type: 'number', maximum: -7 },
    when: { type: 'string', format: 'date' },
    choice: { anyOf: [{ type: 'null' }, { const: 'b' }] },
  };
}
