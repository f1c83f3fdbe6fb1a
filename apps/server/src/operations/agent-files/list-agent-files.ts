import { listFiles } from '../../store/agent-file-repository.ts';
import { findVisibleAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok } from '../outcome.ts';
import { toFileRecord } from './file-record.ts';

/** GET /me/agents/{agent_id}/files */
export const listAgentFiles = defineOperation('listAgentFiles', {
  isRepeatable: true,
  async answer({ caller, path }, { store: { db } }) {
    const agent = await findVisibleAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    return ok({ items: (await listFiles(db, agent.id)).map(toFileRecord) });
  },
});
