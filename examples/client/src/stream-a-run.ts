// Starts a run and prints its answer as it comes.
import { createWorkersClient } from '@agent-workers/client-fetch';

const workers = createWorkersClient();
const run = await workers.start(process.env.AGENT_ID ?? '', 'Hello, what can you do?');
process.stdout.write(`run ${run.id}\n`);
for await (const text of run.text) process.stdout.write(text);
process.stdout.write('\n');
