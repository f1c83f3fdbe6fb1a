import type { Deployment } from '../deployment/deployment.ts';
import type { Operation } from '../spec/spec.ts';
import type { Exchange, Origin } from './exchange.ts';
import type { LedgerCall, LedgerIdentity } from './ledger.ts';
import { type CallOptions, sendCall } from './send-call.ts';

export type CallTarget = Pick<Operation, 'id' | 'api' | 'method' | 'path' | 'effect' | 'resource'>;

/** A call as somebody, and what it is sent for. */
export interface IdentifiedCall {
  readonly origin: Origin;
  readonly call: LedgerCall;
  readonly query?: readonly (readonly [string, string])[];
  readonly identity: LedgerIdentity;
}

/** Sends one call; undefined when no request is left for it. */
export async function sendIdentified(
  { origin, call, identity, query = [] }: IdentifiedCall,
  target: CallTarget,
  options: CallOptions,
): Promise<Exchange | undefined> {
  const isWorkers = target.api === 'workers';
  const answered = await sendCall(
    {
      origin,
      operation: target,
      address: (isWorkers ? options.deployment.agentsUrl : options.deployment.baseUrl) ?? '',
      path: call.path,
      query,
      credential: isWorkers ? 'created' : identity,
      key: keyOf(identity, options.deployment),
      headers: {},
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      probe: { kind: 'valid', certain: true },
    },
    options,
  );
  // A key of the deployment's own stands for its user.
  return answered && { ...answered.exchange, identity: identity };
}

function keyOf(identity: LedgerIdentity, { credentials }: Deployment): string | undefined {
  return { own: credentials.apiKey, other: credentials.otherApiKey, sandbox: undefined }[identity];
}
