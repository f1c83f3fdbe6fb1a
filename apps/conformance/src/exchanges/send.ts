import type { Dispatcher } from 'undici';
import type { Deployment } from '../deployment/deployment.ts';
import { headersFor, openConnection } from '../deployment/open-connection.ts';
import type { RecordedResponse, TransportError } from './exchange.ts';
import { createTranscript } from './transcript.ts';
import { TimeLimitError, transportErrorOf } from './transport-error.ts';

export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
  /** Whether sending it twice changes nothing. */
  readonly isRead?: boolean | undefined;
  /** Whether to hang up as soon as the answer begins. */
  readonly hangsUp?: boolean | undefined;
}

export interface SendOptions {
  /** How long one exchange may take, from sending to the end of the body, in ms. */
  readonly timeoutMs: number;
  /** Milliseconds since the run began. */
  readonly now: () => number;
  /** Called when a read is sent again, since its connection was closed before an answer. */
  readonly onResend?: (() => void) | undefined;
  /** Where the requests go, and how these are reached; plainly without it. */
  readonly deployment?: Pick<Deployment, 'connection' | 'agentsUrl' | 'baseUrl'> | undefined;
}

export type Sent = { readonly sentAt: number } & (
  | { readonly response: RecordedResponse; readonly transportError?: TransportError }
  | { readonly response?: undefined; readonly transportError: TransportError }
);

export interface Sender {
  /** Gives undefined for a request that was not sent, since the run is to send no more. */
  readonly send: (request: RawRequest) => Promise<Sent | undefined>;
  readonly close: () => Promise<void>;
}

/** Sends raw requests over warm connections and notes when headers and each chunk arrived. Follows no redirect. */
export function createSender(options: SendOptions): Sender {
  // This program has a time limit of its own for the whole of an exchange.
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  // A connection that was idle for long may be closed by the target in the moment that it is used again.
  const idle = { keepAliveTimeout: 4_000, keepAliveTimeoutThreshold: 3_000 };
  const { connection = plain, agentsUrl, baseUrl } = options.deployment ?? {};
  const agent = openConnection(connection, { connections: 64, pipelining: 1, ...limits, ...idle });
  return {
    send: async (given) => {
      const ours = headersFor(given.url, connection, [agentsUrl, baseUrl]);
      const request = { ...given, headers: { ...ours, ...given.headers } };
      const sent = await sendOne(agent, request, options);
      if (!request.isRead || !isClosedBefore(sent)) return sent;
      options.onResend?.();
      return sendOne(agent, request, options);
    },
    close: () => agent.destroy(),
  };
}

const plain = { headers: {}, proxies: {} };

/** A target may close a connection at any time between two answers, which says nothing of the request on it. */
function isClosedBefore({ response, transportError }: Sent): boolean {
  return response === undefined && transportError.kind === 'broken';
}

async function sendOne(
  agent: Dispatcher,
  request: RawRequest,
  { timeoutMs, now }: SendOptions,
): Promise<Sent> {
  const { origin, pathname, search } = new URL(request.url);
  const { method, headers, body = null } = request;
  const transcript = createTranscript(now, request.hangsUp);
  const sentAt = now();
  const timer = setTimeout(() => transcript.giveUp(new TimeLimitError(timeoutMs)), timeoutMs);
  const options = { origin, path: `${pathname}${search}`, method, headers, body };
  try {
    agent.dispatch(options satisfies Dispatcher.DispatchOptions, transcript.handler);
    return { sentAt, ...(await transcript.ended) };
  } catch (error) {
    return { sentAt, transportError: transportErrorOf(error, now()) };
  } finally {
    clearTimeout(timer);
  }
}
