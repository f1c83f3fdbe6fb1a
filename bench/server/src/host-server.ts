/** The server with its memory to be asked for. `followers` listen to a run whose job sleeps; `runs` speak one word, `long` ones a million. */
import { startServer } from '@agent-workers/server';
import { answerWeighings } from './answer-weighings.ts';

const server = await startServer();
const url = `${server.agentsUrl}/${server.fixtures.agentId}`;
const headers = { authorization: `Bearer ${server.credentials.apiKey}` };
const start = (message: string) => ({ url, method: 'POST', headers, body: JSON.stringify({ message }) });

async function followJob() {
  const { method, body } = start('/background await sleep(590000)');
  const response = await fetch(url, { method, headers, body });
  await response.text();
  const runId = response.headers.get('x-service-run-id');
  return { url: `${server.agentsUrl}/ndjson/${server.fixtures.agentId}/${runId}`, method: 'GET', headers };
}

const kinds: Record<string, () => object | Promise<object>> = {
  followers: followJob,
  runs: () => start('/stream 2 600000'),
  long: () => start('/stream 1000000 0'),
};
answerWeighings();
process.send?.(await kinds[process.argv[2] ?? '']?.());
