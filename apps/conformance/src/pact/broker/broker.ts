import { UsageError } from '../../deployment/errors.ts';
import { findPactProgram, pactEnvironment } from '../pact-program.ts';
import { type Ended, runProgram } from '../run-program.ts';

/** The broker can't be asked: nothing answers there, or it refuses the credentials. Exit code 4. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';
}

export interface Broker {
  readonly url: string;
  /** Its address and credentials, as Pact's programs take them. */
  readonly environment: NodeJS.ProcessEnv;
}

const answerWithinMs = 10_000;
const retries = '2';

/**
 * The broker that flag or environment name; credentials come from the environment alone.
 *
 * @throws UsageError when none is named
 */
export function findBroker(url: string | undefined, environment: NodeJS.ProcessEnv): Broker {
  const address = url ?? (environment.PACT_BROKER_BASE_URL || undefined);
  if (address === undefined || !URL.canParse(address))
    throw new UsageError('A broker is needed: --broker URL, or PACT_BROKER_BASE_URL in the environment.');
  // A secret that CI doesn't have is an empty variable there, and the programs refuse a token beside a password.
  const PACT_BROKER_TOKEN = environment.PACT_BROKER_TOKEN || undefined;
  const PACT_BROKER_USERNAME = environment.PACT_BROKER_USERNAME || undefined;
  const PACT_BROKER_PASSWORD = environment.PACT_BROKER_PASSWORD || undefined;
  const credentials =
    PACT_BROKER_TOKEN === undefined ? { PACT_BROKER_USERNAME, PACT_BROKER_PASSWORD } : { PACT_BROKER_TOKEN };
  const own = { PACT_BROKER_BASE_URL: address, PACT_BROKER_HTTP_RETRIES: retries, ...credentials };
  return { url: address, environment: own };
}

/**
 * Asks for the broker's index once, so that trouble gets one sentence instead of a program's retries.
 *
 * @throws BrokerError when it doesn't answer as a broker
 */
export async function requireBroker({ url, environment }: Broker): Promise<void> {
  const headers = { accept: 'application/hal+json', ...authorization(environment) };
  const signal = AbortSignal.timeout(answerWithinMs);
  const response = await fetch(url, { headers, signal }).catch((cause: unknown) => {
    throw new BrokerError(`No answer at the broker ${url}: ${reasonOf(cause)}.`, { cause });
  });
  await response.body?.cancel();
  if (response.status === 401 || response.status === 403)
    throw new BrokerError(`The broker ${url} refused the credentials with status ${response.status}.`);
  if (!response.ok) throw new BrokerError(`${url} is no broker: it answered with status ${response.status}.`);
}

function authorization(environment: NodeJS.ProcessEnv): Record<string, string> {
  const {
    PACT_BROKER_TOKEN: token,
    PACT_BROKER_USERNAME: name,
    PACT_BROKER_PASSWORD: password,
  } = environment;
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (name === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${name}:${password ?? ''}`).toString('base64')}` };
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}

export interface BrokerCommand {
  readonly broker: Broker;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Runs a command of the official client. @throws BrokerError when the broker can't be asked */
export async function runBrokerCommand({ broker, args, environment, signal }: BrokerCommand): Promise<Ended> {
  await requireBroker(broker);
  return runProgram(findPactProgram(), ['broker', ...args], {
    environment: pactEnvironment(environment, broker.environment),
    signal,
  });
}
