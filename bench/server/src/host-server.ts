/** The server with its memory to be asked for, and a run that says one word and then nothing for ten minutes. */
import { startServer } from '@agent-workers/server';
import { answerWeighings } from './answer-weighings.ts';

const server = await startServer();
answerWeighings();
process.send?.({
  url: `${server.agentsUrl}/${server.fixtures.agentId}`,
  headers: { authorization: `Bearer ${server.credentials.apiKey}` },
  body: JSON.stringify({ message: '/stream 2 600000' }),
});
