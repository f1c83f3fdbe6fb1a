import type { StudioChat } from '../../store/studio-chat-repository.ts';

/** An AgentStudioChat. */
export function toStudioChatRecord(chat: StudioChat) {
  return {
    run_id: chat.runId,
    title: chat.title,
    agent_id: chat.agentId,
    visibility: chat.visibility,
    created_at: chat.createdAt.toISOString(),
    updated_at: chat.updatedAt.toISOString(),
    deleted_at: chat.deletedAt?.toISOString() ?? null,
  };
}
