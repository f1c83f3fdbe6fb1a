import { type AgentFile, listFiles } from '../../store/agent-file-repository.ts';
import { lockAgent } from '../../store/agent-record-repository.ts';
import type { Database, Store } from '../../store/store.ts';

/** Changes the files of an agent while nobody else does, so that positions stay 0, 1, 2, … without a gap. */
export async function changeFiles<Result>(
  db: Store['db'],
  agentId: string,
  change: (transaction: Database, files: AgentFile[]) => Promise<Result>,
): Promise<Result> {
  return await db.transaction().execute(async (transaction) => {
    await lockAgent(transaction, agentId);
    return await change(transaction, await listFiles(transaction, agentId));
  });
}

export function idsOf(files: readonly AgentFile[]): string[] {
  return files.map(({ id }) => id);
}
