import { ConfigurationError } from '../errors/configuration-error.ts';
import { type ClientTransportOptions, clientTransport } from '../transport/client-transport.ts';
import type { Credential } from '../transport/deployment.ts';
import type { Transport } from '../transport/transport.ts';
import type { NoProfile, Profile } from './profile.ts';

/**
 * Options of both clients. What is missing is a ConfigurationError at the first call, not before, so that a program can
 * be built and loaded without any.
 */
export interface ClientOptions<P extends Profile = NoProfile>
  extends Omit<
    ClientTransportOptions,
    'agentsUrl' | 'baseUrl' | 'apiKey' | 'jwt' | 'acceptsApiKey' | 'profile'
  > {
  /** What this deployment's records look like: answers and events are held to it, and have its types. */
  profile?: P | undefined;
}

/** Options of a client of the Workers API. */
export interface WorkersClientOptions<P extends Profile = NoProfile> extends ClientOptions<P> {
  /** Base address of the Workers API: AGENT_WORKERS_AGENTS_URL unless given. */
  agentsUrl?: string | URL | undefined;
  /** AGENT_WORKERS_API_KEY unless given; `false` sends none, where a proxy adds it. */
  apiKey?: Credential | false | undefined;
}

/** Options of a client of the User API. */
export interface UserClientOptions<P extends Profile = NoProfile> extends ClientOptions<P> {
  /** Base address of the User API, whose paths begin with /me: AGENT_WORKERS_BASE_URL unless given. */
  baseUrl?: string | URL | undefined;
  /** AGENT_WORKERS_JWT unless given; `false` sends none, where a proxy adds it. */
  jwt?: Credential | false | undefined;
  /** The interface documents a JWT for the User API. A deployment that takes an API key there gets it with `acceptsApiKey`. */
  apiKey?: never;
}

/** Options of a client of the User API at a deployment that takes an API key there, which the interface doesn't show. */
export interface ApiKeyUserClientOptions<P extends Profile = NoProfile> extends ClientOptions<P> {
  baseUrl?: string | URL | undefined;
  apiKey: Credential;
  /** Says that this deployment takes an API key for the User API. */
  acceptsApiKey: true;
}

/** The transport of a client of the Workers API. */
export function workersTransport(options: WorkersClientOptions<Profile>): Transport {
  return clientTransport(options);
}

/** The transport of a client of the User API. @throws {ConfigurationError} on an API key that isn't declared. */
export function userTransport(
  options: UserClientOptions<Profile> | ApiKeyUserClientOptions<Profile>,
): Transport {
  if (options.apiKey !== undefined && !('acceptsApiKey' in options && options.acceptsApiKey)) {
    const problem = 'takes a JWT, and was given apiKey; give jwt, or say acceptsApiKey: true';
    throw new ConfigurationError(problem, { operation: 'createUserClient', option: 'apiKey' });
  }
  return clientTransport(options);
}
