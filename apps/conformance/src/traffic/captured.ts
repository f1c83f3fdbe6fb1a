export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The answer to a captured request. Times are ms since 1970. */
export interface CapturedResponse {
  readonly status: number;
  readonly headers: HeaderList;
  readonly headersAt: number;
  readonly endedAt: number;
  /** Decoded; undefined where the capture lacks it. */
  readonly body: string | undefined;
  /** Whether the body is all that was sent. */
  readonly isWhole: boolean;
  /** When a piece of it came, in ms since 1970, and how many bytes it had, in turn. */
  readonly pieces?: readonly number[] | undefined;
}

/** By whom a source says that a request was sent: by a name, or without a credential. */
export type ToldCaller = { readonly name: string } | 'anonymous';

/** One request that others sent and what came of it, as a proxy, a browser or a gateway captured it. */
export interface Captured {
  /** Where it comes from; only what one source captured has times that compare. */
  readonly source: string;
  readonly method: string;
  /** As the deployment got it: behind its own address, not that of a proxy. */
  readonly url: string;
  readonly requestHeaders: HeaderList;
  readonly requestBody: string | undefined;
  /** Whether it had a body that the capture lacks. */
  readonly lacksRequestBody?: boolean | undefined;
  /** Left out where only the credentials in its headers can tell. */
  readonly caller?: ToldCaller | undefined;
  /** ms since 1970. */
  readonly sentAt: number;
  /** Undefined where no answer came. */
  readonly response: CapturedResponse | undefined;
  /** Why there is no answer, or not all of it. */
  readonly trouble?: string | undefined;
  /** How often before that something of the same caller was left out: what is known from before it no longer holds. */
  readonly gaps?: number | undefined;
  /** Whether it never reached the deployment: answered by a cache, or shown twice. */
  readonly isCopy?: boolean | undefined;
}

/** The first value of a header, or undefined. Names compare without case. */
export function headerIn(headers: HeaderList, name: string): string | undefined {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1];
}

/** The source that `proxy` and `record` give. */
export const ownProxy = 'proxy';
