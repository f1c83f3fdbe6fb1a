import type { Credential } from '../cases/scenario.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Operation } from '../spec/spec.ts';
import { addressOf } from './address-of.ts';
import type { Exchange, Subject, Trial } from './exchange.ts';
import { forgedToken, malformedToken, unknownToken } from './invalid-tokens.ts';
import { issuers } from './issuers.ts';
import type { Redactor } from './redact.ts';
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
  readonly scenario: string;
  readonly step: number;
  readonly attempt: number;
  readonly operation: Pick<Operation, 'id' | 'method' | 'path' | 'effect'>;
  /** What stands before the path. */
  readonly origin: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly credential: Credential;
  /** The API key of the credential `created`. */
  readonly key?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly probe: Trial;
}

export interface Answered {
  /** As it is recorded: without any secret. */
  readonly exchange: Exchange;
  /** The body as it came, secrets included; it must not leave the driver. */
  readonly text: string;
}

/**
 * Sends one call; `subject` tells by the answer's body which record it was about. Undefined when the run is to
 * send no more.
 */
export async function sendCall(
  call: PreparedCall,
  options: CallOptions,
  subject?: (answer: Pick<Exchange, 'response'>, text: string) => Subject | undefined,
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
  if (response !== undefined && response.status < 300)
    for (const secret of issuedSecrets(call.operation.id, text)) redactor.hide(secret);
  const about = subject?.({ response }, text);
  const exchange = redactor.redact({
    id,
    scenario: call.scenario,
    step: call.step,
    attempt: call.attempt,
    startedBy: 0,
    operation: call.operation.id,
    transport: undefined,
    credential: call.credential,
    request: { method, url, body: call.body, contentType: call.headers['content-type'] },
    probe: call.probe,
    about,
    ...sent,
  });
  options.record(exchange);
  return { exchange, text };
}

function urlOf({ origin, operation, path, query }: PreparedCall): string {
  const search = new URLSearchParams(
    query.map(([name, value]): [string, string] => [name, value]),
  ).toString();
  return `${addressOf(origin, operation.path, path)}${search === '' ? '' : `?${search}`}`;
}

function bodyHeaders({ body }: PreparedCall): Record<string, string> {
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

function credentialOf(
  { credential, key }: PreparedCall,
  { credentials }: Deployment,
): Record<string, string> {
  if (credential === 'missing') return {};
  const tokens = {
    own: credentials.jwt,
    other: credentials.otherJwt,
    sandbox: credentials.sandboxJwt,
    created: key,
    forged: forgedToken(credentials.jwt),
    malformed: malformedToken,
  };
  const token = credential === 'unknown' ? unknownToken() : tokens[credential];
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** Texts in an answer that may be a key or token: long, without white space, neither a UUID nor a time. */
function issuedSecrets(operation: string, text: string): string[] {
  if (!issuers.includes(operation)) return [];
  return (
    textsIn(parseJson(text))
      .filter((one) => /^\S{12,}$/.test(one) && !/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(one))
      .filter((one) => !/^\d{4}-\d\d-\d\d/.test(one))
      // A number of many digits names the record.
      .filter((one) => text.includes(JSON.stringify(one)))
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
