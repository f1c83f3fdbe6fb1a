// app/api/chat/route.ts of Next.js: starts a run and relays its text as it comes. A browser that hangs up ends the relay.
import { createWorkersClient } from '@agent-workers/client-fetch';

const workers = createWorkersClient();

export async function POST(request: Request): Promise<Response> {
  const { agentId, message } = (await request.json()) as { agentId: string; message: string };
  const run = await workers.start(agentId, message, { signal: request.signal });
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-run-id': run.id };
  return new Response(run.text.readable().pipeThrough(new TextEncoderStream()), { headers });
}
