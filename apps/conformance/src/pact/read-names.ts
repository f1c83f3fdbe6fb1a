import type { Calling } from './call-deployment.ts';
import type { Platform } from './platform.ts';
import { StateTrouble } from './states/state-trouble.ts';

/** Reads whose answers show how a deployment calls things, before anything is written. */
const reads = ['getAgent', 'listAgents', 'listStudioChats', 'listSchedules', 'getAgentTheme'] as const;

/** Looks at records that are there, as `run` does: what they show is what requests are written by. */
export async function readNames(
  platform: Platform,
  { deployment, fieldMapping, operations }: Pick<Calling, 'deployment' | 'fieldMapping' | 'operations'>,
): Promise<void> {
  const { baseUrl, credentials, fixtures } = deployment;
  if (baseUrl === undefined || credentials.jwt === undefined) return;
  for (const id of reads) {
    const operation = operations.get(id);
    const needsAgent = operation?.path.includes('{agent_id}') ?? true;
    if (operation === undefined || (needsAgent && fixtures.agentId === undefined)) continue;
    const answer = await platform
      .ask(id, { path: { agent_id: fixtures.agentId ?? '' } })
      .catch(ignoreTrouble);
    if (answer !== undefined && answer.status < 300) fieldMapping.notice(operation, answer.body);
  }
}

/** Nothing hangs on these answers; where the target breaks down, the contracts will show it. */
function ignoreTrouble(error: unknown): undefined {
  if (!(error instanceof StateTrouble)) throw error;
}
