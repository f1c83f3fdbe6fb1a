import { findFile } from '../../store/agent-file-repository.ts';
import { findVisibleAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok, refuse } from '../outcome.ts';
import { toWholeFileRecord } from './file-record.ts';

/** GET /me/agents/{agent_id}/files/{file_id} */
export const getAgentFile = defineOperation('getAgentFile', {
  isRepeatable: true,
  async answer({ caller, path }, { store: { db } }) {
    const agent = await findVisibleAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    const file = await findFile(db, { id: path.file_id, agentId: agent.id });
    return file ? ok(toWholeFileRecord(file)) : refuse('not-found', 'File not found.');
  },
});
