import type * as operations from '../gen/index.ts';
import type { NdjsonAnswer, TextAnswer } from '../transport/call-stream.ts';
import type { TransportRequest } from '../transport/transport.ts';

type Operations = typeof operations;

/** Id of an operation. */
export type OperationName = keyof Operations;

/** A streamed answer of a test: its pieces, in the chunks that a client will see. */
export interface StreamAnswer<Piece> {
  pieces: readonly Piece[];
  /** Sent as X-Service-Run-ID. */
  runId?: string;
  /** Sent as x-service-job-id. */
  jobId?: string;
}

/** An answer with a status or headers of its own. */
export class StatusAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** An answer with this status: `answerWith(404, { detail: 'gone' })`. */
export function answerWith(
  status: number,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): StatusAnswer {
  return new StatusAnswer(status, body, headers);
}

type Success<Answer> = Answer extends TextAnswer
  ? StreamAnswer<string>
  : Answer extends NdjsonAnswer
    ? StreamAnswer<unknown>
    : Answer;

/** What one operation may answer in a test. */
export type AnswerOf<Name extends OperationName> =
  | Success<Awaited<ReturnType<Operations[Name]>>>
  | StatusAnswer;

/** An answer, or what makes one for each request. */
export type Answers = {
  [Name in OperationName]?:
    | AnswerOf<Name>
    | ((request: TransportRequest) => AnswerOf<Name> | Promise<AnswerOf<Name>>);
};
