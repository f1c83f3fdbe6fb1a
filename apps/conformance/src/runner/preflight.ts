import type { Deployment } from '../deployment/deployment.ts';
import { TargetError } from '../deployment/errors.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import type { Driver } from './driver.ts';
import { unjudged } from './judged-exchanges.ts';

/**
 * Sends one plain message first: a target that takes none can't be judged, and it is worth a clear sentence.
 *
 * @throws TargetError when the message isn't accepted
 */
export async function preflight(driver: Driver, deployment: Deployment): Promise<void> {
  const step = { action: 'start', run: 0, transport: 'text', message: 'plain', credential: 'own' } as const;
  const [exchange] = await driver.drive({ id: unjudged.preflight, steps: [{ ...step, alongside: false }] });
  if (exchange !== undefined && succeeded(exchange) && exchange.fault === undefined) return;
  throw new TargetError(`${explain(exchange, deployment)} Nothing was judged.`);
}

function explain(exchange: Exchange | undefined, { agentsUrl, fixtures }: Deployment): string {
  const { fault, response } = exchange ?? {};
  if (fault?.kind === 'refused')
    return `Nobody answers at ${agentsUrl} (${fault.message}). Is the deployment running?`;
  if (fault?.kind === 'timeout')
    return `${agentsUrl} did not answer in time (${fault.message}); see --timeout.`;
  if (response === undefined || fault !== undefined)
    return `${agentsUrl} broke the connection (${fault?.message ?? 'no answer'}).`;
  const { status } = response;
  if (status === 401 || status === 403)
    return `${agentsUrl} refused the API key with status ${status}. Is it the right one?`;
  if (status === 404)
    return `${agentsUrl} knows no worker ${fixtures.agentId} (status 404). Are address and worker right?`;
  return `${agentsUrl} answered a plain POST with status ${status}, so no run could be started.`;
}
