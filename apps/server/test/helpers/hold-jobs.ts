import type { App } from '../../src/index.ts';

/** Token of the control surface of deployments that tests start. */
export const controlToken = 'a-token-of-the-tests';

const headers = { authorization: `Bearer ${controlToken}` };

/** Keeps background jobs from running until the test lets them go. */
export interface HeldJobs {
  release(): Promise<void>;
}

/** Holds the background jobs of all these processes of one deployment. */
export async function holdJobs(...apps: readonly App[]): Promise<HeldJobs> {
  await Promise.all(apps.map((app) => send(app, 'PUT')));
  return { release: async () => void (await Promise.all(apps.map((app) => send(app, 'DELETE')))) };
}

async function send({ control }: App, method: string): Promise<void> {
  const response = await control?.(new Request('http://control/jobs/hold', { method, headers }));
  if (response?.status !== 204) throw new Error(`The jobs were not held or let go: ${response?.status}.`);
}

/** Holds the background jobs of a server that was started with `controlArguments` and `controlEnvironment`. */
export async function holdJobsOf(control: string): Promise<void> {
  const response = await fetch(`${control}/jobs/hold`, { method: 'PUT', headers });
  if (response.status !== 204) throw new Error(`The jobs were not held: ${response.status}.`);
}

export const controlArguments = ['--control-port', '0'];
export const controlEnvironment = { CONTROL_TOKEN: controlToken };
