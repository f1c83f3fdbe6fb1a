import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { messageText } from '../../cases/message-text.ts';
import { requireFixture, type Scene, type State } from './state.ts';
import { StateTrouble } from './state-trouble.ts';
import { Unreachable } from './unreachable.ts';

interface StartedRun {
  readonly agent_id: string;
  readonly run_id: string;
}

const pollMs = 25;
/** How long a job takes is not shown: a short one is no trouble. */
const jobIsOver = { isTrouble: false, why: 'the background job was over when the answer came' };
const mostAttempts = 5;

/** A message of the config, in words of its own. @throws Unreachable when the config has none */
function words(kind: Parameters<typeof messageText>[0], fixture: string, { deployment }: Scene): string {
  const marker = randomBytes(4).toString('hex');
  return requireFixture(messageText(kind, marker, deployment.fixtures), `fixtures.${fixture}`);
}

async function startRun(scene: Scene, agentId: string, message: string): Promise<StartedRun> {
  const answer = await scene.platform.succeed('startRun', { path: { agent_id: agentId }, body: { message } });
  const runId = answer.headers.get('x-service-run-id');
  if (runId === undefined) throw new Unreachable('startRun gave no X-Service-Run-ID');
  return { agent_id: agentId, run_id: runId };
}

async function jobOf({ platform }: Scene, run: StartedRun): Promise<string | undefined> {
  const { headers } = await platform.succeed('getRunMessages', { path: { ...run } });
  return headers.get('x-service-job-id');
}

/** Polls until the run shows a job, or shows none; false when that took too long. */
async function waitForJob(scene: Scene, run: StartedRun, wanted: { isRunning: boolean; withinMs: number }) {
  const deadline = performance.now() + wanted.withinMs;
  while (((await jobOf(scene, run)) !== undefined) !== wanted.isRunning) {
    if (performance.now() > deadline) return false;
    await pause(pollMs);
  }
  return true;
}

/** Asks for a background job; later attempts may ask for a longer one. */
type JobMessage = (attempt: number) => string;

/** A short job may be over before it is seen: then another run is started, and watched for longer. */
async function startJob(scene: Scene, message: JobMessage): Promise<StartedRun> {
  const { agentId, backgroundAgentId } = scene.deployment.fixtures;
  const worker = requireFixture(backgroundAgentId ?? agentId, 'fixtures.agentId');
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const run = await startRun(scene, worker, message(attempt));
    if (await waitForJob(scene, run, { isRunning: true, withinMs: attempt * 1_000 })) return run;
  }
  throw new Unreachable(`no background job was seen running in ${mostAttempts} runs`);
}

/** A run whose job is seen running, and that says whether it still is. */
export async function runWithJob(scene: Scene, message: JobMessage) {
  const run = await startJob(scene, message);
  return {
    values: { ...run, message: words('plain', 'message', scene) },
    doubt: async () => ((await jobOf(scene, run)) === undefined ? jobIsOver : undefined),
  };
}

/** A run whose job was seen running, and is over. */
export async function runAfterJob(scene: Scene, message: JobMessage) {
  const run = await startJob(scene, message);
  const { jobTimeout } = scene;
  const withinMs = jobTimeout.ms();
  if (!(await waitForJob(scene, run, { isRunning: false, withinMs }))) {
    jobTimeout.shorten();
    throw new StateTrouble(`the background job did not end within ${withinMs / 1000} s`);
  }
  return { values: { ...run, message: words('plain', 'message', scene) } };
}

const background = (scene: Scene): string => words('background', 'backgroundMessage', scene);
const failing = (scene: Scene): string => words('failing-background', 'backgroundErrorMessage', scene);

/** States of workers and their runs. */
export const runs: Readonly<Record<string, State>> = {
  'a worker': async (scene) => ({
    values: { agent_id: workerOf(scene), message: words('plain', 'message', scene) },
  }),
  'a worker that calls a tool': async (scene) => ({
    values: { agent_id: workerOf(scene), message: words('tool-call', 'toolCallMessage', scene) },
  }),
  'a run': async (scene) => {
    const message = words('plain', 'message', scene);
    return { values: { ...(await startRun(scene, workerOf(scene), message)), message } };
  },
  'a run whose background job is running': (scene) => runWithJob(scene, () => background(scene)),
  'a run whose background job has finished': (scene) => runAfterJob(scene, () => background(scene)),
  'a run whose background job has failed': (scene) => runAfterJob(scene, () => failing(scene)),
};

function workerOf({ deployment: { fixtures } }: Scene): string {
  return requireFixture(fixtures.agentId, 'fixtures.agentId');
}
