import type { AgentFile } from '../../store/agent-file-repository.ts';

/** A file as it stands in a list: without its content. */
export function toFileRecord(file: AgentFile) {
  return {
    file_id: file.id,
    agent_id: file.agentId,
    name: file.name,
    media_type: file.mediaType,
    size: file.size,
    position: file.position,
    created_at: file.createdAt.toISOString(),
    updated_at: file.updatedAt.toISOString(),
  };
}

/** A file by itself: with its content. */
export function toWholeFileRecord(file: AgentFile & { content: string }) {
  return { ...toFileRecord(file), content: file.content };
}
