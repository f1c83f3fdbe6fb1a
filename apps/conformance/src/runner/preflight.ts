import type { Deployment } from '../deployment/deployment.ts';
import { TargetError, type Whose } from '../deployment/errors.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import type { Driver } from './driver.ts';
import { unjudged } from './judged-exchanges.ts';

interface PreflightOptions {
  readonly plan: Plan;
  readonly deployment: Deployment;
}

/**
 * Asks each API for the plainest thing first: a target that refuses it can't be judged, and it is worth a clear
 * sentence.
 *
 * @returns what was answered
 * @throws TargetError when it is refused
 */
export async function preflight(
  driver: Driver,
  { plan, deployment }: PreflightOptions,
): Promise<readonly Exchange[]> {
  const started = plan.scenarios.length > 0 ? await startRun(driver, deployment) : undefined;
  const read = plan.probes.length > 0 ? await readUser(driver, deployment) : undefined;
  return [started, read].filter((exchange) => exchange !== undefined);
}

async function startRun(
  driver: Driver,
  { agentsUrl = '', fixtures }: Deployment,
): Promise<Exchange | undefined> {
  const step = { action: 'start', run: 0, transport: 'text', message: 'plain', credential: 'own' } as const;
  const [exchange] = await driver.drive({ id: unjudged.preflight, steps: [{ ...step, alongside: false }] });
  const unknown = `${agentsUrl} knows no worker ${fixtures.agentId} (status 404). Are address and worker right?`;
  require(exchange, { address: agentsUrl, credential: 'API key', asked: 'a plain POST', unknown });
  return exchange;
}

async function readUser(driver: Driver, { baseUrl = '' }: Deployment): Promise<Exchange | undefined> {
  const probe = {
    operation: 'getCurrentUser',
    kind: 'valid',
    credential: 'own',
    path: {},
    query: {},
  } as const;
  const operation = { id: 'getCurrentUser', method: 'GET', path: '/me/', effect: 'read' } as const;
  const exchange = await driver.probe(probe, operation);
  const unknown = `${baseUrl} has no User API (GET /me/ answered 404). Is the address right?`;
  require(exchange, { address: baseUrl, credential: 'JWT', asked: 'GET /me/', unknown });
  return exchange;
}

interface Asked {
  readonly address: string;
  readonly credential: string;
  readonly asked: string;
  /** What to say of a 404. */
  readonly unknown: string;
}

/** Without an exchange the run was stopped before its first request, which is nobody's fault. */
function require(exchange: Exchange | undefined, asked: Asked): void {
  if (exchange === undefined) return;
  if (succeeded(exchange) && exchange.fault === undefined) return;
  throw new TargetError(`${explain(exchange, asked)} Nothing was judged.`, { whose: whoseFault(exchange) });
}

function explain({ fault, response }: Exchange, { address, credential, asked, unknown }: Asked): string {
  if (fault?.kind === 'refused')
    return `Nobody answers at ${address} (${fault.message}). Is the deployment running?`;
  if (fault?.kind === 'timeout')
    return `${address} did not answer in time (${fault.message}); see --timeout.`;
  if (response === undefined || fault !== undefined) {
    return `${address} broke the connection (${fault?.message ?? 'no answer'}).`;
  }
  const { status } = response;
  if (status === 401 || status === 403) {
    return `${address} refused the ${credential} with status ${status}. Is it the right one?`;
  }
  return status === 404
    ? unknown
    : `${address} answered ${asked} with status ${status}, so it can't be judged.`;
}

/** What is refused or unknown was configured so; all else is the target's doing. */
function whoseFault({ response, fault }: Exchange): Whose {
  if (fault !== undefined || response === undefined) return 'target';
  return [401, 403, 404].includes(response.status) ? 'set-up' : 'target';
}
