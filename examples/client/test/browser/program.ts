import {
  createWorkersClient,
  fetchTransport,
  getAgentRun,
  isError,
  listAgentRuns,
  withTimeouts,
} from '@agent-workers/client-fetch';

const origin = location.origin;
const transport = fetchTransport({ agentsUrl: origin, baseUrl: origin, jwt: 'jwt', apiKey: 'key' });

async function nameOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
  );
}

/** What the page found out, for the test to compare. */
async function findOut(): Promise<Record<string, unknown>> {
  const workers = createWorkersClient({ agentsUrl: origin, apiKey: 'key' });
  const run = await workers.start('agent', 'hi');
  const events = await (await workers.startForEvents('agent', 'hi')).events.toArray();
  const left = await workers.startForEvents('endless', 'hi');
  for await (const _ of left.events) break;
  const missing = await getAgentRun(transport, 'missing').catch((error: unknown) => error);
  return {
    id: run.id,
    text: await run.text.join(),
    events,
    page: await listAgentRuns.all(transport, { limit: 2 }).toArray(),
    notFound: isError(missing, getAgentRun, 404),
    html: await nameOf(getAgentRun(transport, 'html')),
    reset: await nameOf(getAgentRun(transport, 'reset')),
    redirect: await nameOf(getAgentRun(transport, 'redirect')),
    stalled: await nameOf(getAgentRun(withTimeouts(transport, { attempt: 50 }), 'stalled')),
  };
}

findOut().then(
  (found) => Object.assign(globalThis, { found }),
  (error: unknown) => Object.assign(globalThis, { found: { failed: String(error) } }),
);
