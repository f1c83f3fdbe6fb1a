/** The answer to a request that was passed on. Times are ms since 1970. */
export interface PassedAnswer {
  readonly status: number;
  /** Name and value in turn, one in each line. */
  readonly headers: string;
  readonly headersAt: number;
  readonly endedAt: number;
  /** As it came, a character for each byte; undefined where it was more than is kept. */
  readonly body: string | undefined;
  /** Whether the target sent all of it. */
  readonly isComplete: boolean;
  /** When a piece of it came and how many bytes it had, in turn. */
  readonly pieces: readonly number[];
}

/**
 * A request that was passed on, as it came: nothing is decoded, parsed or masked where the traffic would wait for it. A
 * thread that gets it copies each of these texts as a whole.
 */
export interface Passed {
  readonly method: string;
  /** As the deployment got it: behind its own address, not that of the proxy. */
  readonly url: string;
  readonly headers: string;
  readonly body: string | undefined;
  readonly sentAt: number;
  /** Undefined where no answer came. */
  readonly answer: PassedAnswer | undefined;
  /** Why there is no answer, or not all of it. */
  readonly trouble: string | undefined;
}

/** Raw headers as one text: no value holds a line's end. */
export function joinHeaders(raw: readonly string[]): string {
  return raw.join('\n');
}
