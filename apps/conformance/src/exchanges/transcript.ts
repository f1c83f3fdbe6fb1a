import type { Dispatcher } from 'undici';
import type { RecordedResponse, TransportError } from './exchange.ts';
import { HungUpError, transportErrorOf } from './transport-error.ts';

/** What came of a request: an answer, whole or cut, or none. */
export type Taken =
  | { readonly response: RecordedResponse; readonly transportError?: TransportError }
  | { readonly response?: undefined; readonly transportError: TransportError };

/** Notes an answer while it comes. */
export interface Transcript {
  readonly handler: Dispatcher.DispatchHandler;
  readonly ended: Promise<Taken>;
  /** Ends the exchange from this side, also before it has begun. */
  readonly giveUp: (error: Error) => void;
}

/**
 * @param now milliseconds since the run began
 * @param hangsUp whether the exchange is given up as soon as the answer begins
 */
export function createTranscript(now: () => number, hangsUp = false): Transcript {
  const { promise, resolve } = Promise.withResolvers<Taken>();
  const parts: Buffer[] = [];
  const chunks: { at: number; bytes: number }[] = [];
  let head: Pick<RecordedResponse, 'status' | 'headers' | 'headersAt'> | undefined;
  let underWay: Dispatcher.DispatchController | undefined;
  let givenUp: Error | undefined;
  const end = (error?: unknown): void => {
    const endedAt = now();
    const transportError = error === undefined ? undefined : transportErrorOf(error, endedAt);
    if (head === undefined) {
      resolve({ transportError: transportError ?? transportErrorOf(new Error('no answer'), endedAt) });
      return;
    }
    const body = {
      text: textOf(parts),
      chunks,
      ended: transportError === undefined ? 'complete' : 'cut',
    } as const;
    const response = { ...head, endedAt, body };
    resolve(transportError === undefined ? { response } : { response, transportError });
  };
  const giveUp = (error: Error): void => {
    givenUp = error;
    underWay?.abort(error);
    end(error);
  };
  return {
    ended: promise,
    giveUp,
    handler: {
      onRequestStart: (controller) => {
        underWay = controller;
        if (givenUp !== undefined) controller.abort(givenUp);
      },
      onResponseStart: (_, status, headers) => {
        // Whatever is below 200 only announces the answer.
        if (status >= 200) head = { status, headers: listOf(headers), headersAt: now() };
      },
      onResponseData: (_, chunk) => {
        chunks.push({ at: now(), bytes: chunk.byteLength });
        parts.push(chunk);
        if (hangsUp) giveUp(new HungUpError());
      },
      onResponseEnd: () => end(),
      onResponseError: (_, error) => end(error),
    },
  };
}

function textOf(parts: readonly Buffer[]): string {
  const [only] = parts;
  return parts.length === 1 && only !== undefined
    ? only.toString('utf8')
    : Buffer.concat(parts).toString('utf8');
}

function listOf(headers: Readonly<Record<string, string | string[] | undefined>>): readonly HeaderPair[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => pairOf(name, one)),
  );
}

type HeaderPair = readonly [name: string, value: string];

/** Most answers have the same few headers; kept once, they take a third of the memory of a recording less. */
const lately = new Map<string, HeaderPair>();
const mostKept = 500;

function pairOf(name: string, value: string): HeaderPair {
  const key = `${name}:${value}`;
  const pair = lately.get(key) ?? [name.toLowerCase(), value];
  if (lately.size >= mostKept) lately.clear();
  lately.set(key, pair);
  return pair;
}
