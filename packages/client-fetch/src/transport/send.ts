import { ApiError } from '../errors/api-error.ts';
import { pathOf } from './path-of.ts';
import { readBody } from './read-body.ts';
import type { CallOptions, OperationCall, Transport } from './transport.ts';

/**
 * Sends an operation's request and gives the answer as soon as its headers are there.
 * @throws {ApiError} outside 2XX.
 */
export async function send(
  transport: Transport,
  call: OperationCall,
  { headers: given, ...options }: CallOptions = {},
): Promise<Response> {
  const headers = new Headers({ accept: call.accept ?? 'application/json' });
  if (call.body !== undefined) headers.set('content-type', 'application/json');
  for (const name in given) headers.set(name, given[name] ?? '');
  const path = pathOf(call);
  const request = { api: 'user', method: 'GET', ...call, ...options, path, headers } as const;
  const response = await transport(request);
  if (response.ok) return response;
  const { operation, source } = call;
  const { status } = response;
  const { body } = await readBody(request, response);
  throw new ApiError(`was answered with status ${status}`, {
    operation,
    source,
    status,
    headers: response.headers,
    body,
  });
}
