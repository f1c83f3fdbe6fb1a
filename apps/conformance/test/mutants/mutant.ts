/** Answers a request as a deployment does. */
export type Fetch = (request: Request) => Promise<Response>;

/** What a mutant may know of the deployment that it wraps. */
export interface Original {
  readonly fetch: Fetch;
  readonly apiKey: string;
  readonly jwt: string;
  readonly backgroundMessage: string;
  readonly backgroundErrorMessage: string;
  readonly toolCall: { readonly message: string; readonly name: string; readonly output: string };
}

/** The reference deployment with one rule broken, and nothing else as far as that goes. */
export interface Mutant {
  readonly rule: string;
  /** The check that finds it, where the rule has several. */
  readonly check?: string;
  /** Of the second and further ways to break the rules of one check: the how many-th it is. */
  readonly way?: number;
  /** How it breaks the rule, in a few words. */
  readonly breaks: string;
  readonly wrap: (original: Original) => Fetch;
  /** The operations at which it shows; all that the rule binds by default. */
  readonly operations?: string;
  /** Other rules that can't be kept while this one is broken. */
  readonly alsoBreaks?: readonly string[];
}

export interface WorkersCall {
  readonly method: string;
  readonly transport: 'text' | 'ndjson';
  readonly runId: string | undefined;
  readonly message: string | undefined;
}

/** What a request asks of the Workers API. */
export async function callOf(request: Request): Promise<WorkersCall> {
  const [, , ...path] = new URL(request.url).pathname.split('/');
  const transport = path[0] === 'ndjson' ? 'ndjson' : 'text';
  const runId = transport === 'ndjson' ? path[2] : path[1];
  const message = request.method === 'GET' ? undefined : messageOf(await request.clone().json());
  return { method: request.method, transport, runId, message };
}

function messageOf(body: unknown): string | undefined {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' ? message : undefined;
}

/** The same request of the own user, whoever sends it. */
export function asOwn(request: Request, { jwt }: Pick<Original, 'jwt'>): Request {
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${jwt}`);
  return new Request(request, { headers });
}

/** The same deployment with other texts in the NDJSON streams that it accepts. */
export function withNdjson({ fetch }: Original, change: (text: string, call: WorkersCall) => string): Fetch {
  return async (request) => {
    const call = await callOf(request);
    const response = await fetch(request);
    if (call.transport !== 'ndjson' || !response.ok) return response;
    return withText(response, (text) => change(text, call));
  };
}

export const runIdHeader = 'x-service-run-id';
export const jobHeader = 'x-service-job-id';

/** The same answer with some headers replaced, or removed where the new value is undefined. */
export function withHeaders(response: Response, changes: Record<string, string | undefined>): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, headers });
}

/** The same answer with another body. */
export async function withText(response: Response, change: (text: string) => string): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(change(await response.text()), { status: response.status, headers });
}

export interface Message {
  readonly role: string;
  readonly content: string;
}

/** The same answer to a GET of a run with other messages. */
export function withMessages(
  response: Response,
  change: (messages: readonly Message[]) => unknown,
): Promise<Response> {
  if (!response.ok) return Promise.resolve(response);
  return withText(response, (text) => JSON.stringify(change(JSON.parse(text))));
}

export function refuse(status: number): Response {
  return Response.json({ detail: 'refused by the mutant' }, { status });
}

/** Whether the original shows a job on this run just now. */
export async function hasJob(original: Original, request: Request, runId: string): Promise<boolean> {
  const url = new URL(request.url);
  const agentId = url.pathname.split('/').filter((part) => part !== 'ndjson')[2];
  url.pathname = `/agents/${agentId}/${runId}`;
  const response = await original.fetch(new Request(url, { headers: request.headers }));
  await response.text();
  return response.headers.has(jobHeader);
}
