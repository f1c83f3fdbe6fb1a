import type { Fault } from '../http/api-error.ts';

/** What an operation can come to, and the status that says so. */
export const outcomeStatuses = {
  ok: 200,
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
type RefusalTag = Exclude<OutcomeTag, 'ok' | 'created' | 'no-content' | 'unprocessable'>;

export type Success<Tag extends 'ok' | 'created'> = { tag: Tag; body: unknown };
export type Refusal<Tag extends RefusalTag> = { tag: Tag; detail: string };

/** A tagged result; the HTTP layer alone knows how it becomes a response. */
export type Outcome =
  | Success<'ok'>
  | Success<'created'>
  | { tag: 'no-content' }
  | { tag: 'unprocessable'; faults: Fault[] }
  | { [Tag in RefusalTag]: Refusal<Tag> }[RefusalTag];

export function ok(body: unknown): Success<'ok'> {
  return { tag: 'ok', body };
}

export function created(body: unknown): Success<'created'> {
  return { tag: 'created', body };
}

export const noContent = { tag: 'no-content' } as const;

/** An answer that says no, with a sentence for the person who reads it. */
export function refuse<Tag extends RefusalTag>(tag: Tag, detail: string): Refusal<Tag> {
  return { tag, detail };
}

/** A well-formed input that this operation can't take; `loc` begins with `path`, `query` or `body`. */
export function unprocessable(loc: Fault['loc'], msg: string): { tag: 'unprocessable'; faults: Fault[] } {
  return { tag: 'unprocessable', faults: [{ loc, msg, type: 'value_error' }] };
}

/** Tells a refusal from the record that was looked for. */
export function isRefusal<Found extends object, Tag extends RefusalTag>(
  found: Found | Refusal<Tag>,
): found is Refusal<Tag> {
  return 'tag' in found;
}
