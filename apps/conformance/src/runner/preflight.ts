import type { Deployment } from '../deployment/deployment.ts';
import { type Exchange, header, isInTrouble, isInternalError, succeeded } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import type { Operation } from '../spec/spec.ts';
import { askAgain } from './ask-again.ts';
import { checkUsers } from './check-users.ts';
import type { Driver } from './driver.ts';
import { isServed, requireServed } from './require-served.ts';
import { tryApiKeys } from './try-api-keys.ts';

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
  // The first one has just started a run.
  const { agentId = '' } = deployment.fixtures;
  if (started !== undefined)
    await tryApiKeys(driver, { deployment, operations, agentId, names: ['otherApiKey'] });
  const asksUserApi = plan.probes.length + plan.sequences.length > 0;
  const read = asksUserApi ? await tryUserApi(driver, { deployment, operations }) : undefined;
  return [started, read].filter((exchange) => exchange !== undefined);
}

/**
 * Asks the User API for the plainest thing, and who each of the users is.
 *
 * @returns what the user was answered; undefined where nothing more is to be sent
 * @throws as `preflight` does
 */
export async function tryUserApi(
  driver: Pick<Driver, 'probe' | 'control'>,
  { deployment, operations }: Pick<PreflightOptions, 'deployment' | 'operations'>,
): Promise<Exchange | undefined> {
  if (deployment.credentials.jwt === undefined) return await readOpenly(driver, { deployment, operations });
  const asked = await readUserApi(driver, { deployment, operations });
  if (asked !== undefined) await checkUsers(driver, asked.read, { deployment, target: asked.target });
  return asked?.read;
}

/** What needs no credential tells whether the User API is there; a deployment that wants one all the same is there. */
async function readOpenly(
  driver: Pick<Driver, 'probe'>,
  {
    deployment: { baseUrl = '', connection },
    operations,
  }: Pick<PreflightOptions, 'deployment' | 'operations'>,
): Promise<Exchange | undefined> {
  const target = operations.find(({ id }) => id === 'listPublicTools');
  if (target === undefined) return undefined;
  const probe = {
    operation: target.id,
    kind: 'valid',
    credential: 'missing',
    path: {},
    query: {},
  } as const;
  const read = await askAgain(() => driver.probe(probe, target), patience);
  const asked = `${target.method} ${target.path}`;
  const unknown = `${baseUrl} has no User API (${asked} answered 404). Is the address right?`;
  if (read?.response?.status !== 401)
    requireServed(read, { address: baseUrl, connection, credential: 'missing credential', asked, unknown });
  return read;
}

/** An internal error of one form is judged like every other mistake, where the other form works. */
async function startRun(
  driver: Driver,
  { agentsUrl = '', fixtures, connection }: Deployment,
): Promise<Exchange | undefined> {
  let first: Exchange | undefined;
  for (const transport of ['text', 'ndjson'] as const) {
    const step = { action: 'start', run: 0, transport, message: 'plain', credential: 'own' } as const;
    const steps = [{ ...step, alongside: false }];
    const exchange = await askAgain(async () => {
      const [started] = await driver.drive({ id: 'preflight', steps }, 'preflight');
      return started;
    }, patience);
    if (exchange === undefined || isServed(exchange) || isBegun(exchange)) return exchange;
    first ??= exchange;
    if (!isInternalError(exchange)) break;
  }
  const unknown = `${agentsUrl} knows no worker ${fixtures.agentId} (status 404). Are address and worker right?`;
  requireServed(first, {
    address: agentsUrl,
    connection,
    credential: 'API key',
    asked: 'a plain POST',
    unknown,
  });
  return undefined;
}

/** Whether a run was started, be it that its stream doesn't come to its end: that is judged. */
function isBegun(exchange: Exchange): boolean {
  return succeeded(exchange) && header(exchange, 'x-service-run-id') !== undefined;
}

/** Any of these tells that the User API is there, so that a mistake in the first one is judged like every other. */
export const plainReads: readonly string[] = ['getCurrentUser', 'listAgents', 'listBundles'];

interface PlainRead {
  readonly read: Exchange;
  readonly target: Operation;
}

async function readUserApi(
  driver: Pick<Driver, 'probe'>,
  { deployment, operations }: Pick<PreflightOptions, 'deployment' | 'operations'>,
): Promise<PlainRead | undefined> {
  const { baseUrl = '', connection } = deployment;
  const targets = plainReads.flatMap((id) => operations.find((one) => one.id === id) ?? []);
  let first: Exchange | undefined;
  for (const target of targets) {
    const probe = { operation: target.id, kind: 'valid', credential: 'own', path: {}, query: {} } as const;
    const read = await askAgain(() => driver.probe(probe, target), patience);
    if (read === undefined) return undefined;
    if (isServed(read)) return { read, target };
    first ??= read;
    if (isInTrouble(read) && !isInternalError(read)) break;
  }
  const unknown = `${baseUrl} has no User API (GET /me/ answered 404). Is the address right?`;
  requireServed(first, { address: baseUrl, connection, credential: 'JWT', asked: 'GET /me/', unknown });
  return undefined;
}

/** The first things are asked for again where the way to the target is in trouble. */
const patience = { tries: 4, firstPauseMs: 100, isEnough: (answer: Exchange) => !isHiccup(answer) };

/** A target that refuses the connection, or says nothing for as long as it may, is not asked again. */
function isHiccup(exchange: Exchange): boolean {
  const { kind } = exchange.transportError ?? {};
  return isInTrouble(exchange) && !isInternalError(exchange) && kind !== 'refused' && kind !== 'timeout';
}
