import { arrange } from '../../domain/file-order.ts';
import { listFiles, writeOrder } from '../../store/agent-file-repository.ts';
import { findOwnAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok, refuse, unprocessable } from '../outcome.ts';
import { changeFiles, idsOf } from './change-files.ts';
import { positionsBody } from './file-body.ts';
import { toFileRecord } from './file-record.ts';

const expected =
  'Expected for each file at most one position, from 0 to the number of files less one, all different.';

/** PUT /me/agents/{agent_id}/files/positions */
export const reorderAgentFiles = defineOperation('reorderAgentFiles', {
  body: positionsBody,
  async answer({ caller, path, body }, { store: { db } }) {
    const agent = await findOwnAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    const placements = body.positions.map(({ file_id, position }) => ({
      id: file_id.toLowerCase(),
      position,
    }));
    return await changeFiles(db, agent.id, async (transaction, files) => {
      const known = new Set(idsOf(files));
      if (placements.some(({ id }) => !known.has(id))) return refuse('not-found', 'File not found.');
      const order = arrange(idsOf(files), placements);
      if (!order) return unprocessable(['body', 'positions'], expected);
      await writeOrder(transaction, order);
      return ok({ items: (await listFiles(transaction, agent.id)).map(toFileRecord) });
    });
  },
});
