import { type Identity, invalidTokens } from '../cases/scenario.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { holdsSecrets } from '../spec/resources.ts';
import type { Operation } from '../spec/spec.ts';
import { addressOf } from './address-of.ts';
import type { Exchange, Intent, Origin } from './exchange.ts';
import { invalidAuthorization } from './invalid-tokens.ts';
import { issuedSecrets } from './issued-secrets.ts';
import type { Redactor } from './redact.ts';
import { looksSecret } from './secret-shape.ts';
import type { Sender } from './send.ts';

export interface CallOptions {
  readonly deployment: Deployment;
  readonly sender: Sender;
  readonly nextId: () => number;
  readonly redactor: Redactor;
  readonly record: (exchange: Exchange) => void;
}

/** One request of the User API with nothing left to find out. */
export interface PreparedCall {
  readonly origin: Origin;
  readonly operation: Pick<Operation, 'id' | 'api' | 'method' | 'path' | 'effect' | 'resource'>;
  /** What stands before the path. */
  readonly address: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** How spaces of the query are written; `+` by default. */
  readonly spaces?: '%20' | undefined;
  readonly credential: Identity;
  /** The API key of the credential `created`. */
  readonly key?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly probe: Intent;
}

export interface Answered {
  /** As it is recorded: without any secret. */
  readonly exchange: Exchange;
  /** The body as it came, secrets included; it must not leave the driver. */
  readonly text: string;
}

/** What the answer's body tells of the record that the call was about. */
export type Told = Pick<Exchange, 'resource' | 'has'>;

/** Sends one call; `tell` reads the answer's body. Undefined when the run is to send no more. */
export async function sendCall(
  call: PreparedCall,
  options: CallOptions,
  tell?: (answer: Pick<Exchange, 'response'>, text: string) => Told,
): Promise<Answered | undefined> {
  const { sender, nextId, redactor } = options;
  const id = nextId();
  const { method } = call.operation;
  const url = urlOf(call);
  const headers = { ...credentialOf(call, options.deployment), ...bodyHeaders(call), ...call.headers };
  const isRead = call.operation.effect === 'read';
  const sent = await sender.send({ method, url, headers, body: call.body, isRead });
  if (sent === undefined) return undefined;
  const { response } = sent;
  const text = response?.body.text ?? '';
  if (response !== undefined && response.status < 300) hideSecretsIn(text, call.operation, redactor);
  const told = tell?.({ response }, text);
  const exchange = redactor.redact({
    id,
    api: call.operation.api,
    origin: call.origin,
    operation: call.operation.id,
    identity: call.credential,
    request: {
      method,
      url,
      body: call.body,
      contentType: call.headers['content-type'],
      ...furtherHeaders(call),
    },
    intent: call.probe,
    resource: undefined,
    ...told,
    ...sent,
  });
  options.record(exchange);
  return { exchange, text };
}

function urlOf({ address, operation, path, query, spaces }: PreparedCall): string {
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))
    .toString()
    .replaceAll('+', spaces ?? '+');
  return `${addressOf(address, operation.path, path)}${search === '' ? '' : `?${search}`}`;
}

function bodyHeaders({ body }: PreparedCall): Record<string, string> {
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

/** Tokens open the User API, keys the Workers API. */
function credentialOf(
  { credential, key, operation: { api } }: PreparedCall,
  { credentials }: Deployment,
): Record<string, string> {
  const isUser = api === 'user';
  const own = isUser ? credentials.jwt : credentials.apiKey;
  const tokens = {
    own,
    other: isUser ? credentials.otherJwt : credentials.otherApiKey,
    sandbox: isUser ? credentials.sandboxJwt : undefined,
    created: key,
    missing: undefined,
  };
  const invalid = invalidTokens.find((one) => one === credential);
  const token = invalid === undefined ? tokens[credential as keyof typeof tokens] : undefined;
  const authorization =
    invalid === undefined ? token && `Bearer ${token}` : invalidAuthorization(invalid, own);
  return authorization === undefined ? {} : { authorization };
}

/** Those that it issues, and those of a family that has secrets: a list may show the keys of before the run. */
function hideSecretsIn(text: string, { resource }: PreparedCall['operation'], redactor: Redactor): void {
  if (resource === undefined || !holdsSecrets(resource)) return;
  const shown = issuedSecrets(text);
  const hide = resource.issues === 'JWT' ? redactor.hideIssued : redactor.hide;
  for (const secret of resource.issues === undefined ? shown.filter(looksSecret) : shown) hide(secret);
}

function furtherHeaders({ headers }: PreparedCall): Pick<Exchange['request'], 'furtherHeaders'> {
  const names = Object.keys(headers).filter((name) => name !== 'content-type');
  return names.length === 0 ? {} : { furtherHeaders: names };
}
