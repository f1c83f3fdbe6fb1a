import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sandboxAgents } from '../../src/index.ts';
import type { Deployment } from '../helpers/deployment.ts';

/** What two processes of one deployment owe each other: nothing that was acknowledged is ever answered as it was before. */
export function defineFreshnessSuite(processes: () => readonly [Deployment, Deployment]): void {
  const process = fc.nat({ max: 1 });
  const write = fc.record({ kind: fc.constant('write' as const), process, name: fc.uuid() });
  const read = fc.record({ kind: fc.constant('read' as const), process });

  it('an agent that was changed through one is read as changed through both, however often it was read', async () => {
    const user = (index: number) => processes()[index === 0 ? 0 : 1].user;
    const body = { chat_prompt: 'Be brief.', name: 'first' };
    const { agent_id } = (await user(0).call('upsertAgent', { body })).body;
    let name = 'first';
    const property = fc.asyncProperty(fc.array(fc.oneof(write, read, read, read)), async (steps) => {
      for (const step of steps) {
        if (step.kind === 'write') {
          name = step.name;
          const change = { path: { chat_id: agent_id }, body: { name } };
          expect((await user(step.process).call('updateChat', change)).status).toBe(200);
        } else {
          const answer = await user(step.process).call('getAgent', { path: { agent_id } });
          expect(answer.body.name).toBe(name);
        }
      }
    });
    await fc.assert(property, { numRuns: 20 });
  });

  it('readers at the same time see a name at least as new as the last one acknowledged', async () => {
    const [first, second] = processes();
    const body = { chat_prompt: 'Be brief.', name: '0' };
    const { agent_id } = (await first.user.call('upsertAgent', { body })).body;
    let acknowledged = 0;
    const writer = async () => {
      for (let version = 1; version <= 30; version += 1) {
        await first.user.call('updateChat', { path: { chat_id: agent_id }, body: { name: `${version}` } });
        acknowledged = version;
      }
    };
    const reader = async () => {
      while (acknowledged < 30) {
        const least = acknowledged;
        const { name } = (await second.user.call('getAgent', { path: { agent_id } })).body;
        expect(Number(name)).toBeGreaterThanOrEqual(least);
      }
    };
    await Promise.all([writer(), reader(), reader(), reader()]);
  });

  it('a key that was deleted through one opens nothing in the other, however often it did before', async () => {
    const [first, second] = processes();
    const { key, api_key_id } = (await first.user.call('createApiKey', { body: { name: 'short-lived' } }))
      .body;
    const { runId } = await first.client.post('Hello');
    const get = async ({ client }: Deployment) =>
      (
        await client.request(`${sandboxAgents.demo}/${runId}`, {
          headers: { authorization: `Bearer ${key}` },
        })
      ).status;
    for (const one of [first, second, second, second]) expect(await get(one)).toBe(200);
    await first.user.call('deleteApiKey', { path: { api_key_id } });
    expect(await get(second)).toBe(401);
    expect(await get(first)).toBe(401);
  });
}
