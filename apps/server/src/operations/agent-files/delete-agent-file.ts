import { deleteFile, writeOrder } from '../../store/agent-file-repository.ts';
import { findOwnAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, noContent, refuse } from '../outcome.ts';
import { changeFiles, idsOf } from './change-files.ts';

/** DELETE /me/agents/{agent_id}/files/{file_id} */
export const deleteAgentFile = defineOperation('deleteAgentFile', {
  async answer({ caller, path }, { store: { db } }) {
    const agent = await findOwnAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    const id = path.file_id.toLowerCase();
    return await changeFiles(db, agent.id, async (transaction, files) => {
      if (!idsOf(files).includes(id)) return refuse('not-found', 'File not found.');
      await deleteFile(transaction, id);
      await writeOrder(
        transaction,
        idsOf(files).filter((other) => other !== id),
      );
      return noContent;
    });
  },
});
