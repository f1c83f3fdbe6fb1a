/** Timeouts in milliseconds; one that isn't given doesn't run. `Infinity` switches one off for a call. */
export interface Timeouts {
  /** One attempt: until its headers for a stream, until its whole body otherwise. */
  attempt?: number | undefined;
  /** The longest pause between two pieces of a stream. */
  idle?: number | undefined;
  /** The whole call with its retries, until the last byte of its body or stream. */
  total?: number | undefined;
}

/** When and how often a call is tried again. */
export interface RetryOptions {
  /** Tries after the first: 2 unless given, 0 for none, and Infinity for as many as the timeouts allow. */
  limit?: number;
  /** Longest wait in milliseconds, whatever Retry-After says: 20,000 unless given. */
  maxDelay?: number;
  /**
   * Wait in milliseconds without Retry-After, or what gives it for each retry (from 1): 500, doubling, unless given. Half to
   * all of it is kept at random.
   */
  delay?: number | ((retry: number) => number);
}
