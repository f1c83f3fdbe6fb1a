import { wireOperations } from '../operations/wire-operations.ts';
import type { NotificationService } from '../service/create-notification-service.ts';
import type { Backend, PlannedRequest, ValidCall } from './backend.ts';
import { toToolError } from './to-tool-error.ts';
import { BadInput, UpstreamError } from './tool-error.ts';

export interface UpstreamOptions {
  /** Address of the push service, such as `https://push.example/v2`. Set by the operator, never by a model. */
  baseUrl: string;
  /** Sent as `Access-Token`. */
  token: string;
  /** Used in place of the global fetch. */
  fetch?: (request: Request) => Promise<Response>;
  /** Milliseconds until an answer must be there; 30 000 by default. */
  timeout?: number;
}

/** Calls go to a push service. Redirects aren't followed, because they could carry the token elsewhere. */
export function upstreamBackend(options: UpstreamOptions): Backend {
  const { baseUrl, token, fetch = globalThis.fetch, timeout = 30_000 } = options;
  const base = baseUrl.replace(/\/$/, '');
  return {
    name: base,
    async plan(call) {
      const request = planRequest(base, call);
      const send = async () =>
        readAnswer(() => fetch(buildRequest(request, { token, timeout, signal: call.signal })));
      return { request, send };
    },
    upload: (url, form) => fetch(new Request(url, { method: 'POST', body: form, redirect: 'manual' })),
  };
}

/** Calls go to a notification service in this process, without a socket. */
export function embeddedBackend({ service, token, basePath = '' }: EmbeddedOptions): Backend {
  return upstreamBackend({ baseUrl: `http://embedded.invalid${basePath}`, token, fetch: service.fetch });
}

export interface EmbeddedOptions {
  service: Pick<NotificationService, 'fetch'>;
  token: string;
  /** As the service was given it. */
  basePath?: string;
}

function planRequest(base: string, { tool, input }: ValidCall): PlannedRequest {
  const { method, path } = wireOperations[tool];
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/, (_all, name: string) => {
    const segment = pathSegment(name, String(rest[name]));
    delete rest[name];
    return segment;
  });
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  if (method === 'POST') return { method, url: base + filled, body: Object.fromEntries(given) };
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return { method, url: `${base}${filled}${query && `?${query}`}` };
}

/** Of these three an address would be made that means another operation. */
function pathSegment(name: string, value: string): string {
  if (value === '' || value === '.' || value === '..')
    throw new BadInput([{ path: name, message: `${name} must name something` }]);
  return encodeURIComponent(value);
}

interface Sending {
  token: string;
  timeout: number;
  signal: AbortSignal | undefined;
}

function buildRequest({ method, url, body }: PlannedRequest, { token, timeout, signal }: Sending): Request {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  return new Request(url, {
    method,
    headers: { 'access-token': token, ...(body !== undefined && { 'content-type': 'application/json' }) },
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
    ...json,
  });
}

async function readAnswer(fetch: () => Promise<Response>): Promise<unknown> {
  const { status, headers, text } = await fetch()
    .then(async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }))
    .catch((cause: unknown) => {
      throw new UpstreamError("The service can't be reached, or didn't answer in time.", { cause });
    });
  const body = parse(text);
  if (status < 200 || status > 299) throw toToolError(status, headers, body.value);
  if (!body.isJson)
    throw new UpstreamError(`The service answered with status ${status} and something else than JSON.`, {
      status,
    });
  return body.value;
}

/** A proxy's error page isn't JSON; nothing at all is fine. */
function parse(text: string): { isJson: boolean; value?: unknown } {
  if (text === '') return { isJson: true };
  try {
    return { isJson: true, value: JSON.parse(text) };
  } catch {
    return { isJson: false };
  }
}
