import { ApiError } from './api-error.ts';
import { readBody } from './read-body.ts';
import type { CallOptions, OperationCall, Transport } from './transport.ts';

/**
 * Sends an operation's request and gives the answer as soon as its headers are there.
 * @throws {ApiError} outside 2XX.
 */
export async function send(
  transport: Transport,
  { accept, query, ...request }: OperationCall & { accept: string },
  { signal, headers }: CallOptions = {},
): Promise<Response> {
  const allHeaders = new Headers(headers);
  if (!allHeaders.has('accept')) allHeaders.set('accept', accept);
  const response = await transport({
    ...request,
    headers: allHeaders,
    ...(query && { query }),
    ...(signal && { signal }),
  });
  if (response.ok) return response;
  const { body } = await readBody(response);
  throw new ApiError({
    operation: request.operation,
    status: response.status,
    headers: response.headers,
    body,
  });
}
