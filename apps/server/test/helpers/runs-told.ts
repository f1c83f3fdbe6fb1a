import type { Deployment } from './deployment.ts';

/** The runs in which the user's chat was told this. */
export async function runsTold(deployment: Deployment, message: string): Promise<string[]> {
  const { body } = await deployment.user.call('listAgentRuns', { query: { limit: 100 } });
  const ids: string[] = body.items.map((run: { run_id: string }) => run.run_id);
  const conversations = await Promise.all(ids.map((id) => deployment.client.get(id)));
  return ids.filter((_, index) => conversations[index]?.messages[0]?.content === message);
}
