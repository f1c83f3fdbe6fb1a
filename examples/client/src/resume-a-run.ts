// Goes on with a run from its id alone, as another process would.
import { createWorkersClient } from '@agent-workers/client-fetch';

const agentId = process.env.AGENT_ID ?? '';
const { id, text } = await createWorkersClient().start(agentId, 'Remember the number 42.');
await text.join();

const run = createWorkersClient().resume(agentId, id);
const answer = await run.send('Which number?');
await answer.text.join();
for (const { role } of await run.messages()) process.stdout.write(`${role}\n`);
