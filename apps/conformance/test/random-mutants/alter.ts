import { isRecord, type JsonRecord } from '../../src/json/json-record.ts';

/** The same answer with another status. */
export function withStatus(response: Response, status: number): Response {
  return new Response(status === 204 ? null : response.body, { status, headers: response.headers });
}

/** The same answer with a header that is another, or gone. */
export function withHeader(response: Response, name: string, value: string | undefined): Response {
  if ((response.headers.get(name) ?? undefined) === value) return response;
  const headers = new Headers(response.headers);
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/** The same answer with another text. */
export async function withText(
  response: Response,
  change: (text: string) => string | Promise<string>,
): Promise<Response> {
  if (response.status === 204) return response;
  const before = await response.clone().text();
  const after = await change(before);
  return before === after
    ? response
    : new Response(after, { status: response.status, headers: response.headers });
}

/** The same success with another JSON body. */
export function withJson(response: Response, change: (body: unknown) => unknown): Promise<Response> {
  if (!response.ok) return Promise.resolve(response);
  return withText(response, (text) => {
    const body = parsed(text);
    return body === undefined ? text : JSON.stringify(change(body));
  });
}

/** Changes the records of an answer: the items of its list, or the one record that it is. */
export function inRecords(
  body: unknown,
  list: string | undefined,
  change: (record: JsonRecord) => unknown,
): unknown {
  const each = (one: unknown): unknown => (isRecord(one) ? change(one) : one);
  if (Array.isArray(body)) return body.map(each);
  if (list !== undefined) return inList(body, list, (items) => items.map(each));
  return each(body);
}

/** Changes the list of an answer, be it the whole body or one of its properties. */
export function inList(
  body: unknown,
  list: string | undefined,
  change: (items: readonly unknown[]) => readonly unknown[],
): unknown {
  if (Array.isArray(body)) return change(body);
  if (list === undefined || !isRecord(body)) return body;
  const items = body[list];
  return Array.isArray(items) ? { ...body, [list]: change(items) } : body;
}

/** Changes every text in a value. */
export function inTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => inTexts(one, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inTexts(one, change)]));
}

/** The same request with another JSON body. */
export async function withBody(request: Request, change: (body: unknown) => unknown): Promise<Request> {
  const text = await request.clone().text();
  const body = parsed(text);
  const changed = body === undefined ? text : JSON.stringify(change(body));
  return changed === text ? request : new Request(request, { body: changed });
}

/** The same request with other parameters of its query. */
export function withQuery(request: Request, change: (query: URLSearchParams) => void): Request {
  const url = new URL(request.url);
  const before = `${url.searchParams}`;
  change(url.searchParams);
  return `${url.searchParams}` === before ? request : new Request(url, request);
}

/** The same request with another bearer token. */
export function withToken(request: Request, token: string): Request {
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${token}`);
  return new Request(request.clone(), { headers });
}

export function tokenOf(request: Request): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
