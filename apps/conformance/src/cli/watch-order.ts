import type { Deployment } from '../deployment/deployment.ts';
import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { keepEarlier } from '../results/keep-earlier.ts';
import { readWaivers } from '../waivers/read-waivers.ts';
import type { JudgeOrder } from './judge-messages.ts';
import type { Values } from './options/option-table.ts';
import { toRedaction } from './redaction-options.ts';
import { repeatWatched, toWatchedTarget, withoutAddresses } from './target-options.ts';

/** What `proxy` or `record` is told. */
export interface Wanted {
  readonly values: Values<'record'> & Partial<Pick<Values<'proxy'>, 'waivers'>>;
  readonly environment: NodeJS.ProcessEnv;
}

/** What the files say that it names. */
export interface WatchOrder
  extends Pick<JudgeOrder, 'deployment' | 'redaction' | 'waivers' | 'targetOptions'> {
  /** Where an earlier recording is now. */
  readonly kept: string | undefined;
}

/**
 * Reads the files that the options name, and moves an earlier recording aside.
 *
 * @throws UsageError for what can't be read, and without a target
 */
export async function readWatchOrder({ values, environment }: Wanted): Promise<WatchOrder> {
  const waivers = values.waivers === undefined ? [] : await readWaivers(values.waivers);
  const redaction = toRedaction(values);
  const deployment = await targetOf(values, environment);
  const kept = values.results === undefined ? undefined : await keepEarlier(values.results);
  return { deployment, redaction, waivers, kept, targetOptions: repeatWatched(values) };
}

/** Without a target there is nothing to stand before: the embedded deployment has no clients. */
async function targetOf(values: Values<'record'>, environment: NodeJS.ProcessEnv): Promise<Deployment> {
  const named = toWatchedTarget(values);
  const { deployment } = await findDeployment(named, withoutAddresses(named, environment), () => {
    throw new UsageError(
      'The proxy needs a deployment to stand before: --config FILE, --base-url URL or --agents-url URL.',
    );
  });
  for (const address of [deployment.agentsUrl, deployment.baseUrl])
    if (address !== undefined && !/^https?:/i.test(address))
      throw new UsageError(`The proxy passes http and https on, and can't stand before ${address}.`);
  return deployment;
}
