import { CallError } from '../errors/call-error.ts';
import type { TransportRequest } from './transport.ts';

/** A secret, or what fetches it for each request. */
export type Credential = string | (() => string | Promise<string>);

/** Where requests go, and what they carry. */
export interface Deployment {
  /** Base address of the Workers API. */
  agentsUrl?: string | URL | undefined;
  /** Base address of the User API; its paths begin with /me. */
  baseUrl?: string | URL | undefined;
  /** Bearer credential of the Workers API; `false` sends none, where a proxy adds it. */
  apiKey?: Credential | false | undefined;
  /** Bearer credential of the User API; `false` sends none, where a proxy adds it. */
  jwt?: Credential | false | undefined;
}

/** The address of a request at a deployment. @throws {CallError} where the deployment has none. */
export function urlOf(request: TransportRequest, deployment: Deployment): string {
  const { query } = request;
  const option = request.api === 'user' ? 'baseUrl' : 'agentsUrl';
  const base = deployment[option];
  if (!base) throw new CallError(`needs ${option}`, { operation: request.operation });
  let rest = `${request.path}?`;
  for (const name in query) if (query[name] != null) rest += `${name}=${encodeURIComponent(query[name])}&`;
  return `${base}`.replace(/\/+$/, '') + rest.slice(0, -1);
}
