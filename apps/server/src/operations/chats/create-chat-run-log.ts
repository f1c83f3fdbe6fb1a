import { toRunCreatedLog } from '../../domain/agent-runs/run-log.ts';
import { insertRun } from '../../store/run-repository.ts';
import { findVisibleAgent } from '../agents/find-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { isRefusal, ok } from '../outcome.ts';

/** POST /me/chats/{chat_id}/runs: opens a run of the chat, in which nothing has been said yet. */
export const createChatRunLog = defineOperation('createChatRunLog', {
  async answer({ caller, path }, { store: { db } }) {
    const agent = await findVisibleAgent(db, { id: path.chat_id, caller });
    if (isRefusal(agent)) return agent;
    const run = { id: crypto.randomUUID(), agentId: agent.id, userId: caller.userId };
    const { createdAt } = await db.transaction().execute((transaction) => insertRun(transaction, run));
    return ok(toRunCreatedLog({ runId: run.id, agentId: agent.id, createdAt }));
  },
});
