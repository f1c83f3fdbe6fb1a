import type { IncomingHttpHeaders } from 'node:http';
import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange, RecordedResponse } from '../exchanges/exchange.ts';
import type { Sender } from '../exchanges/send.ts';
import type { Operation } from '../spec/spec.ts';
import { type CredentialSwap, swapCredentials } from './credential-swap.ts';
import type { Episode } from './episode.ts';
import type { FieldNames } from './field-names.ts';
import type { FindOperation } from './find-operation.ts';
import type { Platform } from './platform.ts';
import type { Provider } from './provider.ts';

export interface ForwardParts {
  readonly provider: Provider;
  readonly deployment: Deployment;
  readonly sender: Sender;
  readonly platform: Platform;
  readonly fieldNames: FieldNames;
  readonly operations: readonly Operation[];
  readonly findOperation: FindOperation;
  readonly redact: (exchange: Exchange) => Exchange;
  readonly nextId: () => number;
}

export interface ContractRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: string;
}

/** Begins the name of a header that stands for one whose own name is not shown; the state gives the real one. */
const exampleHeader = 'x-example-';

/** Belong to one connection, or are made again for the next one. */
const hopHeaders = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'keep-alive',
];

/** Sends an interaction's request on to the deployment, and notes what Pact can't see; undefined for no answer. */
export async function forward(
  request: ContractRequest,
  episode: Episode,
  parts: ForwardParts,
): Promise<Reply | undefined> {
  const operation = parts.findOperation(parts.provider, request.method, request.url);
  const swap = swapCredentials(episode.arranged, request.headers.authorization, parts);
  const body = bodyOf(request, episode, { operation, swap, parts });
  const url = addressOf(request.url, parts);
  const headers = headersOf(request, episode, swap);
  const raw = { method: request.method, url, headers, body };
  const sent = await parts.sender.send(raw);
  if (sent === undefined) return undefined;
  const { response, transportError, sentAt } = sent;
  episode.exchange = parts.redact({
    id: parts.nextId(),
    api: parts.provider === 'workers-api' ? 'workers' : 'user',
    origin: { phase: 'judged', case: { kind: 'traffic', id: 'pact' }, step: 1, attempt: 1 },
    operation,
    identity: swap.kind,
    request: { method: raw.method, url, ...(body === undefined ? {} : { body: swap.toExample(body) }) },
    sentAt,
    response:
      response &&
      recordable(
        response,
        parts.operations.find(({ id }) => id === operation),
        swap,
      ),
    transportError,
  });
  if (response === undefined || transportError !== undefined) {
    episode.problem = {
      expected: { kind: 'answer' },
      observed: {
        kind: 'transport-error',
        error: transportError?.kind,
        message: transportError?.message ?? 'no answer came',
      },
    };
    return undefined;
  }
  episode.doubt = await episode.arranged.doubt?.();
  return keepTo(episode, response, (text) => swap.toExample(text));
}

function recordable(
  response: RecordedResponse,
  operation: Operation | undefined,
  swap: CredentialSwap,
): RecordedResponse {
  const text = operation?.resource?.issues !== undefined ? '«secret»' : swap.toExample(response.body.text);
  const headers = response.headers.map(([name, value]) => [name, swap.toExample(value)] as const);
  return { ...response, headers, body: { ...response.body, text } };
}

function bodyOf(
  request: ContractRequest,
  { arranged }: Episode,
  { operation, swap, parts }: { operation: string; swap: CredentialSwap; parts: ForwardParts },
): string | undefined {
  if (arranged.request !== undefined) return arranged.request.body;
  if (request.body === '') return undefined;
  const text = swap.toReal(request.body);
  if (!/[/+]json\b/i.test(request.headers['content-type'] ?? '')) return text;
  return JSON.stringify(parts.fieldNames.toTheirs(operation, JSON.parse(text)));
}

function headersOf(
  { headers }: ContractRequest,
  { arranged }: Episode,
  swap: CredentialSwap,
): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || hopHeaders.includes(name) || name.startsWith(exampleHeader)
      ? []
      : [[name, [value].flat().join(', ')]],
  );
  return { ...Object.fromEntries(kept), ...swap.headers, ...arranged.request?.headers };
}

function addressOf(url: string, { provider, deployment }: ForwardParts): string {
  const base = (provider === 'workers-api' ? deployment.agentsUrl : deployment.baseUrl) ?? '';
  return `${base.replace(/\/+$/, '')}${url}`;
}

/** What the contract asks of an answer besides what Pact can express; a violation leaves the verifier without one. */
function keepTo(
  episode: Episode,
  response: RecordedResponse,
  toExample: (text: string) => string,
): Reply | undefined {
  const { omits = [], mediaType } = episode.arranged;
  const leaked = response.headers.find(([name]) => omits.includes(name));
  if (leaked !== undefined) {
    const [name, value] = leaked;
    episode.problem = {
      expected: { kind: 'header', name, presence: 'absent' },
      observed: { kind: 'header', name, value },
    };
    return undefined;
  }
  const kept = response.headers.filter(([name]) => !hopHeaders.includes(name));
  const headers: Record<string, string[]> = {};
  for (const [name, value] of kept) headers[name] = [...(headers[name] ?? []), toExample(value)];
  return {
    status: response.status,
    headers: { ...headers, ...(mediaType === undefined ? {} : { 'content-type': mediaType }) },
    body: toExample(response.body.text),
  };
}
