import { isRecord, type JsonRecord } from '../../src/json/json-record.ts';
import type { Operation } from '../../src/spec/spec.ts';
import type { Fetch, Mutant, Original } from './mutant.ts';
import { isFor } from './probe-mutants.ts';

/** The identifier of a record that is not there. */
export const ofNobody = '5eed0000-0000-4000-8000-000000000000';

/** Tells whether a request comes with the credential of some user. */
export function userTest(fetch: Fetch): (request: Request) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (request) => {
    const authorization = request.headers.get('authorization') ?? '';
    const answer =
      known.get(authorization) ??
      fetch(new Request(new URL('/me/', request.url), { headers: { authorization } })).then(({ ok }) => ok);
    known.set(authorization, answer);
    return answer;
  };
}

export function after(change: (response: Response, request: Request) => Promise<Response>): Mutant['wrap'] {
  return ({ fetch }: Original): Fetch =>
    async (request) =>
      change(await fetch(request), request);
}

/** Changes the successes of all operations that do this to a record. */
export function onAct(
  act: 'read' | 'list',
  contract: readonly Operation[],
  change: (response: Response, request: Request) => Promise<Response>,
): Mutant['wrap'] {
  const some = contract.filter(({ resource }) => resource?.act === act);
  return after(async (response, request) =>
    response.ok && isFor(some, request) ? change(response, request) : response,
  );
}

/** Changes the successes of one operation of the contract. */
export function onAnswersOf(
  operation: string,
  contract: readonly Operation[],
  change: (response: Response) => Promise<Response>,
): Mutant['wrap'] {
  const bound = contract.filter(({ id }) => id === operation);
  return after(async (response, request) =>
    response.ok && isFor(bound, request) ? change(response) : response,
  );
}

export function onOperation(
  beginning: string,
  method: string,
  change: (response: Response) => Promise<Response>,
): Mutant['wrap'] {
  return after(async (response, request) =>
    response.ok && request.method === method && new URL(request.url).pathname.startsWith(beginning)
      ? change(response)
      : response,
  );
}

export function changedQuery(
  bound: readonly Operation[],
  name: string,
  change: (value: string | null) => string | null,
): Mutant['wrap'] {
  return ({ fetch }) =>
    (request) => {
      const url = new URL(request.url);
      const value = change(url.searchParams.get(name));
      if (!isFor(bound, request)) return fetch(request);
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      return fetch(new Request(url, request));
    };
}

export async function withText(response: Response, change: (text: string) => string): Promise<Response> {
  // An answer without a body can't be given one.
  if (response.status === 204) return response;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(change(await response.text()), { status: response.status, headers });
}

export function withJson(response: Response, change: (body: unknown) => unknown): Promise<Response> {
  return withText(response, (text) => JSON.stringify(change(JSON.parse(text))));
}

export function emptied(body: unknown): unknown {
  return Array.isArray(body) ? [] : { ...(body as object), items: [] };
}

export function reversed(body: unknown): unknown {
  const { items } = body as { items?: unknown[] };
  return Array.isArray(items) ? { ...(body as object), items: items.toReversed() } : body;
}

export function changed(text: string): string {
  return text
    .replaceAll('conformance prompt', 'another prompt')
    .replaceAll('conformance name', 'another name')
    .replaceAll(/"(private|public)"/g, (_, word) => (word === 'private' ? '"public"' : '"private"'))
    .replaceAll(/(0 9|30 8) \* \* (1|2)/g, '1 1 1 1 1')
    .replaceAll(/#[0-9a-f]{6}/gi, '#000000');
}

export function isProbe(request: Request): boolean {
  return /nothing-is-called-this|b6a1d3f8|not-of-the|1987654321/.test(request.url);
}

/** Whether the user of a request is of the sandbox tier, as the user's own record says. */
export async function isSandbox({ url, headers }: Request, fetch: Fetch): Promise<boolean> {
  const authorization = headers.get('authorization') ?? '';
  const user = await fetch(new Request(new URL('/me/', url), { headers: { authorization } }));
  return (await user.text()).includes('sandbox');
}

/** A list with other entries, by itself or in an envelope. */
export function withItems(body: unknown, change: (items: readonly unknown[]) => readonly unknown[]): unknown {
  if (!isRecord(body)) return Array.isArray(body) ? change(body) : body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]): [string, JsonRecord[string]] => [
      name,
      Array.isArray(value) ? change(value) : value,
    ]),
  );
}
