import { Agent, errors } from 'undici';
import type { Fault, RecordedResponse } from './exchange.ts';

export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
}

export interface SendOptions {
  /** How long one exchange may take, from sending to the end of the body, in ms. */
  readonly timeoutMs: number;
  /** Milliseconds since the run began. */
  readonly now: () => number;
}

export type Sent = { readonly sentAt: number } & (
  | { readonly response: RecordedResponse; readonly fault?: Fault }
  | { readonly response?: undefined; readonly fault: Fault }
);

export interface Sender {
  /** Gives undefined for a request that was not sent, since the run is to send no more. */
  readonly send: (request: RawRequest) => Promise<Sent | undefined>;
  readonly close: () => Promise<void>;
}

/** Sends raw requests over warm connections and notes when headers and each chunk arrived. Follows no redirect. */
export function createSender(options: SendOptions): Sender {
  const agent = new Agent({ connections: 64, pipelining: 1, keepAliveTimeout: 30_000 });
  return {
    send: (request) => sendOne(agent, request, options),
    close: () => agent.destroy(),
  };
}

async function sendOne(agent: Agent, request: RawRequest, { timeoutMs, now }: SendOptions): Promise<Sent> {
  const { origin, pathname, search } = new URL(request.url);
  const sentAt = now();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await agent.request({
      origin,
      path: `${pathname}${search}`,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      signal,
    });
    const headersAt = now();
    const body = await readBody(answer.body, now);
    const headers = flattenHeaders(answer.headers);
    const { fault, ...recorded } = body;
    const response = { status: answer.statusCode, headers, headersAt, endedAt: now(), body: recorded };
    return fault === undefined ? { sentAt, response } : { sentAt, response, fault };
  } catch (error) {
    return { sentAt, fault: toFault(error, now()) };
  }
}

async function readBody(
  stream: AsyncIterable<Buffer>,
  now: () => number,
): Promise<RecordedResponse['body'] & { readonly fault?: Fault }> {
  const chunks: { at: number; bytes: number }[] = [];
  const parts: Buffer[] = [];
  try {
    for await (const part of stream) {
      chunks.push({ at: now(), bytes: part.byteLength });
      parts.push(part);
    }
    return { text: Buffer.concat(parts).toString('utf8'), chunks, ended: 'complete' };
  } catch (error) {
    const text = Buffer.concat(parts).toString('utf8');
    return { text, chunks, ended: 'cut', fault: toFault(error, now()) };
  }
}

function flattenHeaders(headers: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name.toLowerCase(), one]),
  );
}

function toFault(error: unknown, at: number): Fault {
  const message = error instanceof Error ? describe(error) : String(error);
  if (isTimeout(error)) return { kind: 'timeout', message, at };
  return { kind: isRefused(error) ? 'refused' : 'broken', message, at };
}

function describe(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return error.message === '' ? code : error.message;
}

function isTimeout(error: unknown): boolean {
  return (
    (error instanceof DOMException && error.name === 'TimeoutError') ||
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError
  );
}

function isRefused(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EHOSTUNREACH';
}
