import { ResponseFormatError } from '../errors/response-format-error.ts';
import { readBody } from './read-body.ts';
import { send } from './send.ts';
import type {
  CallOptions,
  CheckedResponse,
  DocumentsStatuses,
  OperationCall,
  Transport,
} from './transport.ts';

/** The data of an answer; `withResponse()` gives status and headers beside it, `asResponse()` the answer itself. */
export interface ApiCall<T, Status extends number = never> extends Promise<T>, DocumentsStatuses<Status> {
  withResponse(): Promise<AnsweredCall<T>>;
  /** The answer with its body unread, where it is called at once: before anything is awaited. */
  asResponse(): Promise<Response>;
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
  const sent = send(transport, operation, options);
  let instead: unknown;
  // Read beside the answer that was asked for unread.
  const answered = sent.then((response) =>
    read<T>({ ...operation, ...options }, instead === sent ? response.clone() : response),
  );
  const data = answered.then((answer) => answer.data);
  const give = <Other>(other: Other): Other => {
    // Who takes the answer in another way won't look at the bare promise.
    data.catch(() => undefined);
    instead = other;
    return other;
  };
  return Object.assign(data, { withResponse: () => give(answered), asResponse: () => give(sent) });
}

async function read<T>(
  call: OperationCall & CallOptions,
  response: CheckedResponse,
): Promise<AnsweredCall<T>> {
  const { text, body, cause } = await readBody(call, response);
  const { answer } = call;
  const { status, headers, data = answer === 'none' ? undefined : body } = response;
  if (answer ? answer === 'any' && text && cause : !text || body === text) {
    throw new ResponseFormatError(`was answered without JSON (${headers.get('content-type')})`, {
      operation: call.operation,
      status,
      headers,
      start: text.slice(0, 200),
      cause,
    });
  }
  return { data: data as T, response };
}
