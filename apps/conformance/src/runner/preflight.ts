import type { Deployment } from '../deployment/deployment.ts';
import { TargetError, type Whose } from '../deployment/errors.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import type { Operation } from '../spec/spec.ts';
import { checkUsers } from './check-users.ts';
import type { Driver } from './driver.ts';

interface PreflightOptions {
  readonly plan: Plan;
  readonly deployment: Deployment;
  /** The contract's operations. */
  readonly operations: readonly Operation[];
}

/**
 * Asks each API for the plainest thing first: a target that refuses it can't be judged, and it is worth a clear
 * sentence.
 *
 * @returns what was answered
 * @throws TargetError when it is refused, or the credential of another user is; UsageError when two are the same user
 */
export async function preflight(
  driver: Driver,
  { plan, deployment, operations }: PreflightOptions,
): Promise<readonly Exchange[]> {
  const started = plan.scenarios.length > 0 ? await startRun(driver, deployment) : undefined;
  const asksUserApi = plan.probes.length + plan.sequences.length > 0;
  const read = asksUserApi ? await readUser(driver, deployment) : undefined;
  const target = operations.find(({ id }) => id === read?.operation);
  if (read !== undefined && target !== undefined) await checkUsers(driver, read, { deployment, target });
  return [started, read].filter((exchange) => exchange !== undefined);
}

async function startRun(
  driver: Driver,
  { agentsUrl = '', fixtures }: Deployment,
): Promise<Exchange | undefined> {
  const step = { action: 'start', run: 0, transport: 'text', message: 'plain', credential: 'own' } as const;
  const [exchange] = await driver.drive(
    { id: 'preflight', steps: [{ ...step, alongside: false }] },
    'preflight',
  );
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
  const operation = {
    id: 'getCurrentUser',
    api: 'user',
    method: 'GET',
    path: '/me/',
    effect: 'read',
    resource: undefined,
  } as const;
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

/** Without an exchange the run was stopped before its first request, for which the target is not responsible. */
function require(exchange: Exchange | undefined, asked: Asked): void {
  if (exchange === undefined) return;
  if (succeeded(exchange) && exchange.transportError === undefined) return;
  throw new TargetError(`${explain(exchange, asked)} Nothing was judged.`, {
    whose: responsibleFor(exchange),
  });
}

function explain(
  { transportError, response }: Exchange,
  { address, credential, asked, unknown }: Asked,
): string {
  if (transportError?.kind === 'refused')
    return `No answer at ${address} (${transportError.message}). Is the deployment running?`;
  if (transportError?.kind === 'timeout')
    return `${address} did not answer in time (${transportError.message}); see --timeout.`;
  if (response === undefined || transportError !== undefined) {
    return `${address} broke the connection (${transportError?.message ?? 'no answer'}).`;
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
function responsibleFor({ response, transportError }: Exchange): Whose {
  if (transportError !== undefined || response === undefined) return 'target';
  return [401, 403, 404].includes(response.status) ? 'set-up' : 'target';
}
