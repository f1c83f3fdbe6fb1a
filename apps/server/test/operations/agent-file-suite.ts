import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Deployment } from '../helpers/deployment.ts';
import type { UserClient } from '../helpers/user-client.ts';
import { addAgent } from './agent-suite.ts';

interface FileRecord {
  file_id: string;
  name: string;
  position: number;
}

type Step =
  | { kind: 'create'; position: number | undefined }
  | { kind: 'move'; index: number; position: number }
  | { kind: 'delete'; index: number }
  | { kind: 'reorder'; seed: number };

const small = fc.nat({ max: 6 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), position: fc.option(small, { nil: undefined }) }),
  fc.record({ kind: fc.constant('move' as const), index: small, position: small }),
  fc.record({ kind: fc.constant('delete' as const), index: small }),
  fc.record({ kind: fc.constant('reorder' as const), seed: fc.nat() }),
);

/** Files and their order, told on any database. */
export function defineAgentFileSuite(get: () => Deployment, numRuns: number): void {
  const list = async (user: UserClient, path: { agent_id: string }): Promise<FileRecord[]> =>
    (await user.call('listAgentFiles', { path })).body.items;

  describe('agent files', () => {
    it('have the positions 0, 1, 2, … in the order of the list, whatever is done to them', async () => {
      const { user } = get();
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
          const path = await addAgent(user);
          let expected: string[] = [];
          for (const one of steps) expected = await take(user, { path, order: expected, step: one });
          const files = await list(user, path);
          expect(files.map(({ file_id }) => file_id)).toEqual(expected);
          expect(files.map(({ position }) => position)).toEqual(files.map((_, index) => index));
        }),
        { numRuns },
      );
    });

    it('added and moved at once by many still have positions without a gap, and no more than the limit', async () => {
      const { user } = get();
      const path = await addAgent(user);
      const body = { name: 'x', position: 0 };
      const answers = await Promise.all(
        Array.from({ length: 23 }, () => user.call('createAgentFile', { path, body })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array(20).fill(201), 400, 400, 400]);
      const positions = (await list(user, path)).map(({ position }) => position);
      expect(positions).toEqual(Array.from({ length: 20 }, (_, index) => index));
    });

    it('keep what an update leaves out, and give their content back by themselves only', async () => {
      const { user } = get();
      const agent = await addAgent(user);
      const body = { name: 'notes.md', media_type: 'text/markdown', content: '# Día 😀' };
      const { body: file } = await user.call('createAgentFile', { path: agent, body });
      expect(file).toMatchObject({ ...body, size: 11, position: 0 });
      const path = { agent_id: agent.agent_id, file_id: file.file_id };
      const { body: renamed } = await user.call('updateAgentFile', { path, body: { name: 'log.md' } });
      expect(renamed).toEqual({ ...file, name: 'log.md', updated_at: renamed.updated_at });
      expect((await user.call('getAgentFile', { path })).body).toEqual(renamed);
      expect(JSON.stringify(await list(user, agent))).not.toContain('Día');
    });

    it('are gone when they are deleted, and the others move up', async () => {
      const { user } = get();
      const agent = await addAgent(user);
      const { body: file } = await user.call('createAgentFile', { path: agent, body: {} });
      const { body: other } = await user.call('createAgentFile', { path: agent, body: {} });
      const path = { agent_id: agent.agent_id, file_id: file.file_id };
      expect(await user.call('deleteAgentFile', { path })).toMatchObject({ status: 204, body: undefined });
      expect((await user.call('getAgentFile', { path })).status).toBe(404);
      expect(await list(user, agent)).toMatchObject([{ file_id: other.file_id, position: 0 }]);
    });

    it('take no order in which two files want one place, or a place is not there', async () => {
      const { user } = get();
      const path = await addAgent(user);
      const { body: file } = await user.call('createAgentFile', { path, body: {} });
      const { body: other } = await user.call('createAgentFile', { path, body: {} });
      const ask = async (...positions: [string, number][]) => {
        const body = { positions: positions.map(([file_id, position]) => ({ file_id, position })) };
        return (await user.call('reorderAgentFiles', { path, body })).status;
      };
      expect(await ask([file.file_id, 1], [other.file_id, 1])).toBe(422);
      expect(await ask([file.file_id, 2])).toBe(422);
      expect(await ask([file.file_id, 0], [file.file_id, 1])).toBe(422);
      expect(await ask([crypto.randomUUID(), 0])).toBe(404);
      expect(await ask([file.file_id, 1])).toBe(200);
      expect((await list(user, path)).map(({ file_id }) => file_id)).toEqual([other.file_id, file.file_id]);
    });

    it('are read by everybody who sees the agent and changed by its owner only', async () => {
      const { user, otherUser } = get();
      for (const [visibility, reading] of [
        ['public', 200],
        ['private', 403],
      ] as const) {
        const agent = await addAgent(user, { visibility });
        const { body: file } = await user.call('createAgentFile', { path: agent, body: {} });
        const path = { agent_id: agent.agent_id, file_id: file.file_id };
        const body = { positions: [] };
        const answers = await Promise.all([
          otherUser.call('listAgentFiles', { path }),
          otherUser.call('getAgentFile', { path }),
          otherUser.call('createAgentFile', { path, body: {} }),
          otherUser.call('updateAgentFile', { path, body: {} }),
          otherUser.call('reorderAgentFiles', { path, body }),
          otherUser.call('deleteAgentFile', { path }),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([reading, reading, 403, 403, 403, 403]);
      }
    });

    it('are not found under another agent, nor under none', async () => {
      const { user } = get();
      const agent = await addAgent(user);
      const { body: file } = await user.call('createAgentFile', { path: agent, body: {} });
      const elsewhere = await addAgent(user);
      for (const agent_id of [elsewhere.agent_id, crypto.randomUUID()]) {
        const path = { agent_id, file_id: file.file_id };
        const answers = await Promise.all([
          user.call('getAgentFile', { path }),
          user.call('updateAgentFile', { path, body: {} }),
          user.call('deleteAgentFile', { path }),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      }
      const path = { agent_id: crypto.randomUUID() };
      expect((await user.call('listAgentFiles', { path })).status).toBe(404);
      expect((await user.call('createAgentFile', { path, body: {} })).status).toBe(404);
    });
  });
}

/** Takes a step and says in which order the files must be then. */
async function take(
  user: UserClient,
  { path, order, step: one }: { path: { agent_id: string }; order: string[]; step: Step },
): Promise<string[]> {
  if (one.kind === 'create') {
    const { body } = await user.call('createAgentFile', { path, body: { position: one.position } });
    return order.toSpliced(one.position ?? order.length, 0, body.file_id);
  }
  if (one.kind === 'reorder') return await reverse(user, { path, order });
  const file_id = order[one.index];
  if (!file_id) return order;
  const file = { agent_id: path.agent_id, file_id };
  const others = order.filter((id) => id !== file_id);
  if (one.kind === 'delete') {
    expect((await user.call('deleteAgentFile', { path: file })).status).toBe(204);
    return others;
  }
  await user.call('updateAgentFile', { path: file, body: { position: one.position } });
  return others.toSpliced(one.position, 0, file_id);
}

async function reverse(
  user: UserClient,
  { path, order }: { path: { agent_id: string }; order: string[] },
): Promise<string[]> {
  const reversed = order.toReversed();
  const positions = reversed.map((file_id, position) => ({ file_id, position }));
  const { body } = await user.call('reorderAgentFiles', { path, body: { positions } });
  expect(body.items.map(({ file_id }: FileRecord) => file_id)).toEqual(reversed);
  return reversed;
}
