import { place } from '../../domain/file-order.ts';
import { findFile, updateFile, writeOrder } from '../../store/agent-file-repository.ts';
import { findOwnAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok, refuse } from '../outcome.ts';
import { changeFiles, idsOf } from './change-files.ts';
import { filePartBody, toFileFields } from './file-body.ts';
import { toWholeFileRecord } from './file-record.ts';

/** PATCH /me/agents/{agent_id}/files/{file_id} */
export const updateAgentFile = defineOperation('updateAgentFile', {
  body: filePartBody,
  async answer({ caller, path, body }, { store: { db } }) {
    const agent = await findOwnAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    const key = { id: path.file_id, agentId: agent.id };
    const file = await changeFiles(db, agent.id, async (transaction, files) => {
      const known = await findFile(transaction, key);
      if (!known) return undefined;
      await updateFile(transaction, known.id, toFileFields(body));
      const { position = known.position } = body;
      await writeOrder(transaction, place(idsOf(files), { id: known.id, position }));
      return await findFile(transaction, key);
    });
    return file ? ok(toWholeFileRecord(file)) : refuse('not-found', 'File not found.');
  },
});
