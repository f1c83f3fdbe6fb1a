import type { Deployment } from '../deployment/deployment.ts';
import type { Operation } from '../spec/spec.ts';
import type { Exchange } from './exchange.ts';
import type { Identity, LedgerCall } from './ledger.ts';
import type { Sender } from './send.ts';

export interface CallOptions {
  readonly deployment: Deployment;
  readonly sender: Sender;
  readonly nextId: () => number;
  readonly redact: (exchange: Exchange) => Exchange;
  readonly record: (exchange: Exchange) => void;
}

export type CallTarget = Pick<Operation, 'api' | 'method' | 'path'>;

/** A call as somebody, under the name of a scenario. */
export interface IdentifiedCall {
  readonly scenario: string;
  readonly call: LedgerCall;
  readonly identity: Identity;
}

/** Sends one call; undefined when no request is left for it. */
export async function sendCall(
  { scenario, call, identity }: IdentifiedCall,
  target: CallTarget,
  options: CallOptions,
): Promise<Exchange | undefined> {
  const { deployment, sender, nextId } = options;
  const url = urlOf(call, target, deployment);
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const token = tokenOf(identity, target, deployment);
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const id = nextId();
  const sent = await sender.send({ method: target.method, url, headers, body });
  if (sent === undefined) return undefined;
  const exchange = options.redact({
    id,
    scenario,
    step: 1,
    attempt: 1,
    startedBy: 0,
    operation: call.operation,
    transport: undefined,
    credential: 'own',
    request: { method: target.method, url, body },
    ...sent,
  });
  options.record(exchange);
  return exchange;
}

function urlOf(
  { path }: LedgerCall,
  target: CallTarget,
  { agentsUrl = '', baseUrl = '' }: Deployment,
): string {
  const filled = target.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  return `${(target.api === 'workers' ? agentsUrl : baseUrl).replace(/\/+$/, '')}${filled}`;
}

function tokenOf(identity: Identity, { api }: CallTarget, { credentials }: Deployment): string | undefined {
  const { apiKey, otherApiKey, jwt, otherJwt, sandboxJwt } = credentials;
  const keys = { own: apiKey, other: otherApiKey, sandbox: undefined };
  const tokens = { own: jwt, other: otherJwt, sandbox: sandboxJwt };
  return api === 'workers' ? keys[identity] : tokens[identity];
}
