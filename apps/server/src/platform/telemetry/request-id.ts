import { currentLogContext } from './log-context.ts';

const name = 'x-request-id';
const identified = new WeakSet<Response>();

/** The client's own id where that has a decent form, else a new one. */
export function requestIdOf({ headers }: Request): string {
  const given = headers.get(name);
  return given && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}

/** A response that names its request from the start: to add a header later costs a fifth of what the fastest take. */
export function identifiedResponse(text: string, headers: Record<string, string>): Response {
  const requestId = currentLogContext()?.requestId;
  if (requestId === undefined) return new Response(text, { headers });
  const response = new Response(text, { headers: { ...headers, [name]: requestId } });
  identified.add(response);
  return response;
}

/** Names the request in a response that doesn't yet. */
export function identify(response: Response, requestId: string): Response {
  if (!identified.has(response)) response.headers.set(name, requestId);
  return response;
}
