import { type KyTransportOptions, kyTransport } from '../transport/ky-transport.ts';
import type { Transport } from '../transport/transport.ts';
import { environmentDeployment } from './environment.ts';

/**
 * Options of a client. Addresses and credentials that aren't given come from AGENT_WORKERS_AGENTS_URL,
 * AGENT_WORKERS_BASE_URL, AGENT_WORKERS_API_KEY and AGENT_WORKERS_JWT. What is missing is an error at the first call,
 * not before, so that a program can be built and loaded without any.
 */
export interface ClientOptions extends KyTransportOptions {
  /** Used in place of ky, with none of the other options. */
  transport?: Transport | undefined;
}

/** The transport of a client. */
export function clientTransport({ transport, ...options }: ClientOptions): Transport {
  if (transport) return transport;
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return kyTransport({ ...environmentDeployment(), ...given });
}
