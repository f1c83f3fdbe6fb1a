import { readBody } from './read-body.ts';
import { ResponseFormatError } from './response-format-error.ts';
import { send } from './send.ts';
import type { CallOptions, OperationCall, Transport } from './transport.ts';

/** The data of an answer; `withResponse()` gives status and headers beside it. */
export interface ApiCall<T> extends Promise<T> {
  withResponse(): Promise<AnsweredCall<T>>;
}

export interface AnsweredCall<T> {
  data: T;
  /** Its body is read already. */
  response: Response;
}

/** A call whose answer comes in one piece: `json` unless the contract leaves the body open or has none. */
export interface WholeCall extends OperationCall {
  answer?: 'json' | 'any' | 'none';
}

/**
 * Calls an operation and reads its answer.
 * @throws {ApiError} outside 2XX.
 * @throws {ResponseFormatError} where JSON is documented and something else came.
 */
export function call<T>(transport: Transport, request: WholeCall, options?: CallOptions): ApiCall<T> {
  const answered = answerOf<T>(transport, request, options);
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
  { answer = 'json', ...request }: WholeCall,
  options?: CallOptions,
): Promise<AnsweredCall<T>> {
  const response = await send(transport, { ...request, accept: 'application/json' }, options);
  const { text, body, isJson, cause } = await readBody(response);
  const { status, headers } = response;
  if (
    !isJson &&
    status !== 204 &&
    (answer === 'json' || (answer === 'any' && cause !== undefined && text !== ''))
  ) {
    throw new ResponseFormatError({ operation: request.operation, status, headers, text }, { cause });
  }
  return { data: (answer === 'none' ? undefined : body) as T, response };
}
