import { createAgentFile } from './create-agent-file.ts';
import { deleteAgentFile } from './delete-agent-file.ts';
import { getAgentFile } from './get-agent-file.ts';
import { listAgentFiles } from './list-agent-files.ts';
import { reorderAgentFiles } from './reorder-agent-files.ts';
import { updateAgentFile } from './update-agent-file.ts';

export const agentFileOperations = [
  listAgentFiles,
  createAgentFile,
  getAgentFile,
  updateAgentFile,
  deleteAgentFile,
  reorderAgentFiles,
];
