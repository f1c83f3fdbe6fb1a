import type { BodyIn, NoProfile, Profile } from '../clients/profile.ts';
import type * as operations from '../gen/index.ts';
import type { UserApiBodies } from '../gen/user-api-methods.ts';
import type { WorkersApiBodies } from '../gen/workers-api-methods.ts';
import type { NdjsonAnswer, TextAnswer } from '../transport/call-stream.ts';
import type { TransportRequest } from '../transport/transport.ts';
import type { Schema } from '../validation/schema.ts';

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

/** Of a record that a profile describes, alone or in a list, a test says what it is about; the sample has the rest. */
type PartOf<T> = T extends readonly unknown[]
  ? PartsIn<T>
  : T extends object
    ? { [Field in keyof T]?: PartsIn<T[Field]> }
    : T;

type PartsIn<T> = T extends readonly (infer Item)[] ? PartOf<Item>[] : T;

type SuccessIn<P, Name extends OperationName> = P extends {
  readonly operations: { readonly [Id in Name]: { readonly answer: Schema<infer T> } };
}
  ? PartOf<T>
  : Success<Awaited<ReturnType<Operations[Name]>>>;

/** What one operation may answer in a test: by a profile, or else by the interface. */
export type AnswerOf<Name extends OperationName, P extends Profile = NoProfile> =
  | SuccessIn<P, Name>
  | StatusAnswer;

/** A request with its body, as the program under test has sent it. */
export interface BodyRequest<Body> extends TransportRequest {
  /** Has what the program gave as `extra`, too. */
  body: Body;
}

interface Bodies extends UserApiBodies, WorkersApiBodies {}

/** The request that an answer is made from: by a profile, or else by the interface. */
export type RequestOf<Name extends OperationName, P extends Profile = NoProfile> = Name extends keyof Bodies
  ? BodyRequest<BodyIn<P, Name, Bodies[Name]>>
  : TransportRequest;

/** An answer, or what makes one for each request. */
export type Answers<P extends Profile = NoProfile> = {
  [Name in OperationName]?:
    | AnswerOf<Name, P>
    | ((request: RequestOf<Name, P>) => AnswerOf<Name, P> | Promise<AnswerOf<Name, P>>);
};
