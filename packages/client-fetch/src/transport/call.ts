import { ResponseFormatError } from '../errors/response-format-error.ts';
import { readBody } from './read-body.ts';
import { send } from './send.ts';
import type { CallOptions, DocumentsStatuses, OperationCall, Transport } from './transport.ts';

/** The data of an answer; `withResponse()` gives status and headers beside it. */
export interface ApiCall<T, Status extends number = never> extends Promise<T>, DocumentsStatuses<Status> {
  withResponse(): Promise<AnsweredCall<T>>;
}

export interface AnsweredCall<T> {
  data: T;
  /** Its body is read already. */
  response: Response;
}

/**
 * Calls an operation and reads its answer.
 * @throws {ApiError} outside 2XX.
 * @throws {ResponseFormatError} where JSON is documented and something else came.
 * @throws {ConnectionError} without a whole answer.
 */
export function call<T>(transport: Transport, operation: OperationCall, options?: CallOptions): ApiCall<T> {
  const answered = answerOf<T>(transport, operation, options);
  const data = answered.then((answer) => answer.data);
  const withResponse = () => {
    // Whoever takes the answer with its response won't look at the bare promise.
    data.catch(() => undefined);
    return answered;
  };
  return Object.assign(data, { withResponse });
}

async function answerOf<T>(
  transport: Transport,
  call: OperationCall,
  options?: CallOptions,
): Promise<AnsweredCall<T>> {
  const response = await send(transport, call, options);
  const { text, body, isJson, cause } = await readBody({ ...call, ...options }, response);
  const { operation, answer } = call;
  const { status, headers } = response;
  const broken = answer ? answer === 'any' && text && cause : status !== 204;
  if (broken && !isJson) {
    const start = text.slice(0, 200);
    const problem = `was answered with status ${status} and no valid JSON (${headers.get('content-type')})`;
    throw new ResponseFormatError(problem, { operation, status, headers, start, cause });
  }
  return { data: (answer === 'none' ? undefined : body) as T, response };
}
