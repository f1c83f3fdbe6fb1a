import type { LoggedEvent } from '../domain/run-event.ts';
import type { InputIssue } from '../platform/errors.ts';

/** What an operation can come to, and the status that says so. */
export const outcomeStatuses = {
  ok: 200,
  stream: 200,
  created: 201,
  'no-content': 204,
  invalid: 400,
  unauthorized: 401,
  'payment-required': 402,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  unprocessable: 422,
  failed: 500,
  unavailable: 503,
} as const;

export type OutcomeTag = keyof typeof outcomeStatuses;
export type RefusalTag = Exclude<OutcomeTag, 'ok' | 'stream' | 'created' | 'no-content' | 'unprocessable'>;

export type Success<Tag extends 'ok' | 'created', Body> = {
  tag: Tag;
  body: Body;
  headers?: Record<string, string>;
  /** The users of whose rows the body is made, where the operation alone doesn't tell. */
  madeOf?: readonly string[];
};
export type Refusal<Tag extends RefusalTag> = {
  tag: Tag;
  detail: string;
  /** In how many seconds another try may succeed. */
  retryAfter?: number;
};
/** What is wrong with an input, issue by issue. */
export type Unprocessable = { tag: 'unprocessable'; issues: InputIssue[] };

export type AnyRefusal = Refusal<RefusalTag> | Unprocessable;

/** The events of a run, for a client to follow. */
export interface RunStream {
  runId: string;
  /** The background job that the run waits for, if the headers of the answer are to name one. */
  jobId: string | null;
  events: AsyncGenerator<LoggedEvent, void>;
  /** Called when the reader leaves, or after the last event. */
  stop?: () => void;
}

/** A tagged result; the HTTP layer alone knows how it becomes a response. */
export type Outcome<Result = unknown> =
  | Success<'ok', Result>
  | Success<'created', Result>
  | ({ tag: 'stream' } & RunStream)
  | { tag: 'no-content' }
  | Unprocessable
  | { [Tag in RefusalTag]: Refusal<Tag> }[RefusalTag];

/** What was asked for; its body has the shape of the operation's `result`. */
export function ok<Body>(body: Body, headers?: Record<string, string>): Success<'ok', Body> {
  return headers ? { tag: 'ok', body, headers } : { tag: 'ok', body };
}

/** What was asked for, made of rows of these users only. */
export function okOf<Body>(
  userIds: readonly string[],
  body: Body,
  headers?: Record<string, string>,
): Success<'ok', Body> {
  return { ...ok(body, headers), madeOf: userIds };
}

export function created<Body>(body: Body): Success<'created', Body> {
  return { tag: 'created', body };
}

export function stream(run: RunStream): { tag: 'stream' } & RunStream {
  return { tag: 'stream', ...run };
}

export const noContent = { tag: 'no-content' } as const;

/** An answer that says no, with a sentence for the person who reads it. */
export function refuse<Tag extends RefusalTag>(tag: Tag, detail: string): Refusal<Tag> {
  return { tag, detail };
}

/** A well-formed input that this operation can't take; `loc` begins with `path`, `query` or `body`. */
export function unprocessable(loc: InputIssue['loc'], msg: string): Unprocessable {
  return { tag: 'unprocessable', issues: [{ loc, msg, type: 'value_error' }] };
}

/** Tells what says no from what was looked for. */
export function isRefusal(found: unknown): found is AnyRefusal {
  return typeof found === 'object' && found !== null && 'tag' in found && refusals.has(found.tag);
}

const refusals = new Set<unknown>(
  Object.entries(outcomeStatuses).flatMap(([tag, status]) => (status < 400 ? [] : [tag])),
);
