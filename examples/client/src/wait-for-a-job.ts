// Sends a message while a background job runs, waits for the job, and sends it again.
import { createWorkersClient, JobRunningError } from '@agent-workers/client-fetch';

const workers = createWorkersClient();
const run = await workers.start(process.env.AGENT_ID ?? '', process.env.MESSAGE ?? '');
await run.text.join();
try {
  await run.send('Are you done?');
} catch (error) {
  if (!(error instanceof JobRunningError)) throw error;
  process.stdout.write('A job is running.\n');
  await error.idle({ timeout: 60_000, poll: 100 });
}
const answer = await run.send('Are you done?');
process.stdout.write((await answer.text.join()) === '' ? 'It said nothing.\n' : 'It answered.\n');
