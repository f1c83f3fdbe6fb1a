// Streams a run as events, and stops after the first few: leaving the loop hangs up.
import { createWorkersClient } from '@agent-workers/client-fetch';

const workers = createWorkersClient();
const run = await workers.startForEvents(process.env.AGENT_ID ?? '', '/tool lookup {"topic": "tides"}');
let count = 0;
for await (const event of run.events) {
  process.stdout.write(`event ${typeof event}\n`);
  count += 1;
  if (count === 2) break;
}
