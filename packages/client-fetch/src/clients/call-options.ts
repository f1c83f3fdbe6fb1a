import type { NdjsonCallOptions } from '../transport/call-stream.ts';
import type { RetryOptions, Timeouts } from '../transport/limits.ts';
import type { CallOptions, WriteOptions } from '../transport/transport.ts';
import type { Report } from '../validation/contract-violation.ts';
import type { Schema } from '../validation/schema.ts';

/** What a client lets a caller set for one call; each wins over the client's own. */
export interface ClientCallOptions extends CallOptions {
  timeouts?: Timeouts;
  retry?: RetryOptions;
  /**
   * Sent as the header `idempotency-key`, which makes a POST one that is retried. Whether a deployment honours such a
   * key is not shown by the interface.
   */
  idempotencyKey?: string;
}

/** The same, of a call with a body. */
export interface ClientWriteOptions extends ClientCallOptions, WriteOptions {}

/** The same, of a call that streams NDJSON. */
export interface ClientNdjsonOptions extends ClientWriteOptions, NdjsonCallOptions {}

/** Options that say what comes. */
export interface Checked<T> {
  /**
   * Any Standard Schema: zod, valibot, arktype, … What it gives is what the call gives.
   * Of plain functions, a transport takes it that `withSchemas(transport)` or `clientTransport` made.
   */
  schema: Schema<T>;
  /**
   * Told of what doesn't match, and the call goes on: an answer stays as it came, an event is left out. Without it, a
   * mismatch is a ContractViolationError.
   */
  report?: Report;
}
