import { ApiError } from '../errors/api-error.ts';
import { pathOf } from './path-of.ts';
import { readBody } from './read-body.ts';
import { setHeader } from './set-header.ts';
import type {
  CallOptions,
  CheckedResponse,
  OperationCall,
  Transport,
  TransportRequest,
} from './transport.ts';

/**
 * Sends an operation's request and gives the answer as soon as its headers are there.
 * @throws {ApiError} outside 2XX.
 */
export async function send(
  transport: Transport,
  call: OperationCall,
  { headers: given, ...options }: CallOptions = {},
): Promise<CheckedResponse> {
  const headers = new Headers({ accept: 'application/json' });
  // The queries of the contract hold nothing but named plain values.
  const request = {
    api: 'user',
    method: 'GET',
    ...call,
    ...options,
    headers,
    path: pathOf(call),
  } as TransportRequest;
  for (const name in given) setHeader(request, name, given[name] as string);
  const response = await transport(request);
  if (response.ok) return response;
  throw new ApiError(`was answered with status ${response.status}`, {
    operation: call.operation,
    source: call.source,
    status: response.status,
    headers: response.headers,
    body: (await readBody(request, response)).body,
  });
}
