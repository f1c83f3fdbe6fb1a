import type { Identity } from '../cases/scenario.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { FieldMapping, WireBody } from '../deployment/field-mapping/field-mapping.ts';
import { confirmNames } from '../exchanges/confirm-names.ts';
import { type Exchange, type Origin, succeeded } from '../exchanges/exchange.ts';
import { findIdentifier } from '../exchanges/find-identifier.ts';
import { keepInLedger } from '../exchanges/keep-in-ledger.ts';
import type { Ledger } from '../exchanges/ledger.ts';
import type { Redactor } from '../exchanges/redact.ts';
import type { Resolved } from '../exchanges/resolve-references.ts';
import type { Sender } from '../exchanges/send.ts';
import { sendCall } from '../exchanges/send-call.ts';
import { toldBy } from '../exchanges/subject-of.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Operation } from '../spec/spec.ts';

/** What every request of a verification is sent with, whether it is a contract's or makes a state. */
export interface Calling {
  readonly deployment: Deployment;
  /** By id. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly fieldMapping: FieldMapping;
  readonly sender: Sender;
  readonly redactor: Redactor;
  /** What was made on the target and has to be removed again. */
  readonly ledger: Ledger;
  readonly nextId: () => number;
}

/** Who a request is sent as: somebody of the config, no one, or the key's owner. */
export interface Caller {
  readonly identity: Identity;
  readonly key?: string | undefined;
}

export interface DeploymentCall extends Caller {
  readonly contract: Operation;
  readonly path: Readonly<Record<string, string>>;
  /** In place of the operation's own path: as it stands in a contract, with its query. */
  readonly target?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** As it is sent. */
  readonly body?: string | undefined;
  /** What the body means, where it was written by the field mapping. */
  readonly written?: WireBody | undefined;
}

export interface DeploymentAnswer {
  /** Without any secret. */
  readonly exchange: Exchange;
  /** The body as it came; undefined where there is none. */
  readonly text: string;
  /** Identifiers of the answer's record that were told, or seen to open it. */
  readonly opened: ReadonlyMap<string, Resolved>;
}

const origin: Origin = {
  phase: 'judged',
  case: { kind: 'traffic', id: 'pact' },
  step: 1,
  attempt: 1,
};

/** Sends one request, learns names from its answer, and enters what it made in the ledger. */
export async function callDeployment(
  call: DeploymentCall,
  calling: Calling,
): Promise<DeploymentAnswer | undefined> {
  const { contract, path, target, identity, key, headers = {}, body, written } = call;
  const { deployment, fieldMapping, redactor } = calling;
  const certain = written?.certain ?? true;
  const prepared = {
    contract,
    path,
    fields: written?.meaning ?? {},
    changed: undefined,
    attributes: {},
    told: [],
    probe: { kind: 'valid' as const, certain },
    origin,
    credential: identity,
    key,
  };
  if (key !== undefined) redactor.hide(key);
  const options = { ...calling, record: () => {} };
  const answered = await sendCall(
    {
      ...prepared,
      operation: target === undefined ? contract : { ...contract, path: target },
      address: (contract.api === 'workers' ? deployment.agentsUrl : deployment.baseUrl) ?? '',
      query: [],
      headers,
      body,
    },
    options,
    (answer, text) => {
      const input = { prepared, answer, body: parseJson(text), fieldMapping, redactor };
      confirmNames(input);
      return toldBy(input);
    },
  );
  if (answered === undefined) return undefined;
  const { exchange, text } = answered;
  if (!succeeded(exchange)) return { exchange, text, opened: new Map() };
  const isFollowed = contract.resource?.act === 'create' || contract.resource?.act === 'list';
  const opened = isFollowed ? await findIdentifier(prepared, parseJson(text), options) : new Map();
  keepInLedger({ as: identity, prepared, resource: exchange.resource, opened }, calling);
  return { exchange, text, opened };
}

/** Who of the config has this credential; somebody else is known by the key alone. */
export function callerWith(
  credential: string | null | undefined,
  { api, secured }: Pick<Operation, 'api' | 'secured'>,
  { credentials }: Deployment,
): Caller {
  const own = api === 'workers' ? credentials.apiKey : credentials.jwt;
  if (credential === null || (credential === undefined && (!secured || own === undefined)))
    return { identity: 'missing' };
  if (credential === undefined || credential === own) return { identity: 'own' };
  if (api === 'user' && credential === credentials.otherJwt) return { identity: 'other' };
  if (api === 'user' && credential === credentials.sandboxJwt) return { identity: 'sandbox' };
  return { identity: 'created', key: credential };
}
