// Tests a program without a network: a scripted worker starts a job, and answers when it is done.
import assert from 'node:assert/strict';
import { createWorkersClient, type WorkersClient } from '@agent-workers/client-fetch';
import { createTestTransport, scriptRuns } from '@agent-workers/client-fetch/testing';

async function compute(workers: WorkersClient): Promise<string> {
  const run = await workers.start('calculator', 'Multiply 6 by 7.');
  await run.text.join();
  await run.idle({ poll: 1 });
  return (await run.send('What is it?')).text.join();
}

const transport = createTestTransport(scriptRuns({ text: ['On it.'], jobPolls: 2 }, { text: ['4', '2'] }));
assert.equal(await compute(createWorkersClient({ transport })), '42');
assert.deepEqual(
  transport.requests.map(({ operation }) => operation),
  ['startRun', 'getRunMessages', 'getRunMessages', 'getRunMessages', 'continueRun'],
);
process.stdout.write('It works.\n');
