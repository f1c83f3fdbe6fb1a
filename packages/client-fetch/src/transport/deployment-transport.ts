import { variables } from '../clients/environment.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { addressOf, type KnownDeployment, optionsOf, wellFormed } from './address-of.ts';
import type { Credential, Deployment } from './deployment.ts';
import { type FetchTransportOptions, fetchFrom } from './fetch-transport.ts';
import { setHeader } from './set-header.ts';
import type { Transport, TransportRequest } from './transport.ts';

/**
 * Plain fetch, where an address or credential that is missing or wrong is an error before anything is sent, and an
 * answer that doesn't come is told with the address.
 */
export function deploymentTransport(options: FetchTransportOptions & KnownDeployment): Transport {
  return async (request) => {
    const base = await prepare(request, options);
    try {
      return await fetchFrom(base, request, options);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      const { operation, cause } = error;
      const problem = `got no answer from ${addressOf(request, options)}${codeOf(cause)}`;
      throw new ConnectionError(problem, { operation, cause });
    }
  };
}

async function prepare(request: TransportRequest, given: KnownDeployment): Promise<string> {
  const { operation, headers, open } = request;
  const { address, credential } = optionsOf(request, given);
  // The value itself may be a secret that stands in the wrong place.
  const refuse = (option: keyof Deployment, problem: string): never => {
    const variable = variables[option];
    throw new ConfigurationError(`${problem} ${option}, or set ${variable}`, { operation, option, variable });
  };
  const base = `${given[address] ?? ''}`;
  if (!base) refuse(address, 'needs an address: give');
  if (!wellFormed.test(base) || (base.startsWith('/') && !('location' in globalThis)))
    refuse(address, 'needs http:// or https://, a host, and neither user nor query: correct');
  if (headers.has('authorization')) return base;
  const secret = await secretOf(given[credential]);
  if (secret === false || (secret === undefined && open)) return base;
  if (secret === undefined && given[credential] === undefined)
    refuse(credential, 'needs a credential (false sends none): give');
  if (!/^[!-~]+$/.test(`${secret ?? ''}`))
    refuse(credential, 'needs a credential in ASCII without spaces, lines or "Bearer": correct');
  setHeader(request, 'authorization', `Bearer ${secret}`);
  return base;
}

/** A line's end after a secret is a file's; it was never part of a header. */
async function secretOf(given: Credential | false | undefined): Promise<string | false | undefined> {
  const secret: unknown = typeof given === 'function' ? await given() : given;
  return typeof secret === 'string' ? secret.trim() : secret === false ? false : undefined;
}

/** Such as ECONNREFUSED, which Node has two causes down. */
function codeOf(cause: unknown): string {
  const { code = Object(Object(cause).cause).code }: { code?: unknown } = Object(cause);
  return typeof code === 'string' ? ` (${code})` : '';
}
