import { place } from '../../domain/file-order.ts';
import { findFile, insertFile, writeOrder } from '../../store/agent-file-repository.ts';
import { findOwnAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { created, isRefusal, refuse } from '../outcome.ts';
import { changeFiles, idsOf } from './change-files.ts';
import { newFileBody } from './file-body.ts';
import { toWholeFileRecord } from './file-record.ts';

const maximumFiles = 20;

/** POST /me/agents/{agent_id}/files */
export const createAgentFile = defineOperation('createAgentFile', {
  body: newFileBody,
  async answer({ caller, path, body }, { store: { db } }) {
    const agent = await findOwnAgent(db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return agent;
    const { name, content, media_type: mediaType } = body;
    const key = { id: crypto.randomUUID(), agentId: agent.id };
    const file = await changeFiles(db, agent.id, async (transaction, files) => {
      if (files.length >= maximumFiles) return undefined;
      await insertFile(transaction, { ...key, name, content, mediaType, position: files.length });
      const position = body.position ?? files.length;
      await writeOrder(transaction, place(idsOf(files), { id: key.id, position }));
      return await findFile(transaction, key);
    });
    if (!file) return refuse('invalid', `An agent can have ${maximumFiles} files. Delete one first.`);
    return created(toWholeFileRecord(file));
  },
});
