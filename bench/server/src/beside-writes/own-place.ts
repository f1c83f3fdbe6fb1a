import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { readMessages, startRun } from '../conversation.ts';
import { type Place, readsOf, sendJson } from './place.ts';

const agent = '5a9db0c5-0000-4000-8000-000000000001';
const othersChat = '5a9db0c5-0000-4000-8000-000000000003';

/** The server: read through one process, and written to through this or another one. */
export async function ownPlace(name: string, server: ServerProcess, writer: ServerProcess): Promise<Place> {
  const { baseUrl: origin, credentials } = server.ready;
  const reads = await readsOf({
    origin,
    headers: { ofRuns: bearer(credentials.apiKey), ofAgent: bearer(credentials.jwt) },
    agentPath: `/me/agents/${agent}`,
    async makeRun() {
      const response = await startRun(server, 'Hello');
      await response.text();
      const runId = response.headers.get('x-service-run-id') ?? '';
      await readMessages(server, runId);
      return `/agents/${agent}/${runId}`;
    },
  });
  return { name, reads, write: (index) => writeAsOther(writer, index) };
}

/** A change of a chat and a run of it in turn. */
export async function writeAsOther({ ready }: ServerProcess, index: number): Promise<Response> {
  const { otherJwt, otherApiKey } = ready.credentials;
  return index % 2 === 0
    ? await sendJson(
        'PATCH',
        `${ready.baseUrl}/me/chats/${othersChat}`,
        { name: 'Meanwhile' },
        bearer(otherJwt),
      )
    : await sendJson(
        'POST',
        `${ready.agentsUrl}/${othersChat}`,
        { message: 'Meanwhile' },
        bearer(otherApiKey),
      );
}

function bearer(credential: string): Record<string, string> {
  return { authorization: `Bearer ${credential}` };
}
