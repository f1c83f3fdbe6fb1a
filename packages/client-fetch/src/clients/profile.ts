import type { Schema } from '../validation/schema.ts';

/** What the records of one deployment look like, where the interface leaves them open. */
export interface Profile {
  /** Schemas by operation id. An operation that isn't named keeps what the interface shows of it. */
  readonly operations?: Readonly<Record<string, ProfiledOperation>>;
  /** What one event of a run looks like. */
  readonly event?: Schema<unknown>;
}

/** What one operation takes and gives at a deployment. */
export interface ProfiledOperation {
  readonly body?: Schema<unknown>;
  readonly answer?: Schema<unknown>;
}

/** Without a profile, a client knows what the interface shows. */
export type NoProfile = Record<never, never>;

/** The answer of an operation by a profile, or else by the interface. */
export type AnswerIn<P, Id extends string, Shown> = P extends {
  readonly operations: { readonly [Name in Id]: { readonly answer: Schema<infer T> } };
}
  ? T
  : Shown;

/** The body of an operation by a profile, or else by the interface. */
export type BodyIn<P, Id extends string, Shown> = P extends {
  readonly operations: { readonly [Name in Id]: { readonly body: Schema<infer T> } };
}
  ? T
  : Shown;

/** One event of a run by a profile; without one nothing is known of it. */
export type EventIn<P> = P extends { readonly event: Schema<infer T> } ? T : unknown;
