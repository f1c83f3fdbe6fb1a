import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';

const agentId = '5a9db0c5-0000-4000-8000-000000000001';

/** Starts a run. @throws when it isn't accepted. */
export async function startRun({ ready }: ServerProcess, message: string): Promise<Response> {
  const response = await fetch(`${ready.agentsUrl}/${agentId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ready.credentials.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  });
  if (response.status !== 200) throw new Error(`A run was answered with ${response.status}.`);
  return response;
}

/** What is stored of a run. */
export async function readMessages(
  { ready }: ServerProcess,
  runId: string,
): Promise<{ role: string; content: string }[]> {
  const response = await fetch(`${ready.agentsUrl}/${agentId}/${runId}`, {
    headers: { authorization: `Bearer ${ready.credentials.apiKey}` },
  });
  return JSON.parse(await response.text());
}
