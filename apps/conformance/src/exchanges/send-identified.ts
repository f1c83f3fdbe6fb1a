import type { Deployment } from '../deployment/deployment.ts';
import type { Operation } from '../spec/spec.ts';
import type { Exchange } from './exchange.ts';
import type { Identity, LedgerCall } from './ledger.ts';
import { type CallOptions, sendCall } from './send-call.ts';

export type CallTarget = Pick<Operation, 'id' | 'api' | 'method' | 'path' | 'effect'>;

/** A call as somebody, under the name of a scenario. */
export interface IdentifiedCall {
  readonly scenario: string;
  readonly call: LedgerCall;
  readonly identity: Identity;
}

/** Sends one call; undefined when no request is left for it. */
export async function sendIdentified(
  { scenario, call, identity }: IdentifiedCall,
  target: CallTarget,
  options: CallOptions,
): Promise<Exchange | undefined> {
  const isWorkers = target.api === 'workers';
  const answered = await sendCall(
    {
      scenario,
      step: 1,
      attempt: 1,
      operation: target,
      origin: (isWorkers ? options.deployment.agentsUrl : options.deployment.baseUrl) ?? '',
      path: call.path,
      query: [],
      credential: isWorkers ? 'created' : identity,
      key: keyOf(identity, options.deployment),
      headers: {},
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      probe: { kind: 'valid', certain: true },
    },
    options,
  );
  // A key of the deployment's own stands for its user.
  return answered && { ...answered.exchange, credential: identity };
}

function keyOf(identity: Identity, { credentials }: Deployment): string | undefined {
  return { own: credentials.apiKey, other: credentials.otherApiKey, sandbox: undefined }[identity];
}
