import { UsageError } from '../../deployment/errors.ts';

/** The broker can't be asked, or does not do what it should, at whatever moment. Exit code 4. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';
}

export interface Broker {
  /** Without credentials. */
  readonly url: string;
  readonly authorization: string | undefined;
}

/**
 * The broker that flag or environment name; credentials come from the environment, or from the URL.
 *
 * @throws UsageError when none is named
 */
export function findBroker(url: string | undefined, environment: NodeJS.ProcessEnv): Broker {
  const address = url ?? (environment.PACT_BROKER_BASE_URL || undefined);
  if (address === undefined || !/^https?:/i.test(address) || !URL.canParse(address))
    throw new UsageError('A broker is needed: --broker URL, or PACT_BROKER_BASE_URL in the environment.');
  const place = new URL(address);
  const user = place.username === '' ? undefined : decodeURIComponent(place.username);
  const password = decodeURIComponent(place.password);
  place.username = '';
  place.password = '';
  const authorization =
    authorizationOf(environment) ?? (user === undefined ? undefined : basic(user, password));
  return { url: place.href.replace(/\/+$/, ''), authorization };
}

/** No request takes user info in its address, and no message may show it. */
export function withoutUser(url: string): string {
  return url.replace(/^(https?:\/\/)[^/?#]*@/i, '$1');
}

/** A secret that CI doesn't have is an empty variable there. */
function authorizationOf(environment: NodeJS.ProcessEnv): string | undefined {
  const {
    PACT_BROKER_TOKEN: token,
    PACT_BROKER_USERNAME: name,
    PACT_BROKER_PASSWORD: password,
  } = environment;
  if (token) return `Bearer ${token}`;
  return name ? basic(name, password ?? '') : undefined;
}

function basic(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}
