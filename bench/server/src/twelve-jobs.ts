import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { atMost, type Figure } from './figure.ts';
import { type User, withUsers } from './users.ts';

const jobs = 12;
const jobMilliseconds = 15_000;
const askEveryMilliseconds = 50;

/** How long a job of one user takes that does nothing, while twelve long ones of another are there. Budget: the time of one job. */
export async function measureTwelveJobs(): Promise<Figure[]> {
  return await withUsers(async (server, addUser) => {
    const [busy, quiet] = [await addUser(), await addUser()];
    // The first program of a process also starts what runs programs.
    await timeOfJob(server, quiet);
    const alone = await timeOfJob(server, quiet);
    for (let count = 0; count < jobs; count += 1)
      await startJob(server, busy, `await sleep(${jobMilliseconds})`);
    const beside = await timeOfJob(server, quiet);
    const text = `a job beside ${jobs} of ${jobMilliseconds / 1_000} s each of another user: ${beside.toFixed(0)} ms, alone ${alone.toFixed(0)} ms`;
    return [
      { text, budget: atMost({ value: beside, limit: jobMilliseconds, unit: ' ms, the time of one job' }) },
    ];
  });
}

async function timeOfJob(server: ServerProcess, user: User): Promise<number> {
  const began = performance.now();
  const runId = await startJob(server, user, '1 + 1');
  while (await isBusy(server, user, runId)) await pause(askEveryMilliseconds);
  return performance.now() - began;
}

async function startJob({ ready }: ServerProcess, { apiKey, agentId }: User, code: string): Promise<string> {
  const response = await fetch(`${ready.agentsUrl}/${agentId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: `/background ${code}` }),
  });
  await response.text();
  const runId = response.headers.get('x-service-run-id');
  if (runId === null || !response.headers.has('x-service-job-id'))
    throw new Error(`No job was started: ${response.status}.`);
  return runId;
}

async function isBusy({ ready }: ServerProcess, { apiKey, agentId }: User, runId: string): Promise<boolean> {
  const response = await fetch(`${ready.agentsUrl}/${agentId}/${runId}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  await response.text();
  return response.headers.has('x-service-job-id');
}
