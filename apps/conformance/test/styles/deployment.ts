import type { Context } from './context.ts';
import { refusedAtTheDoor } from './door.ts';
import { refusalBody, validationBody } from './errors.ts';
import { immediate, lateReads } from './late-reads.ts';
import { createProjections, projectionLagOf } from './projections.ts';
import { readCall } from './read-call.ts';
import type { Answer, Call, Route, Success } from './route.ts';
import { findRoute } from './routes.ts';
import { type Seeds, seed } from './seed.ts';
import { createStore, type Store, type User } from './store.ts';
import type { Style } from './style.ts';
import { encode, encodeRecord, fillingOf, nameOf, type StoredList, type StoredRecord } from './wire.ts';
import { answerWorkers } from './workers/answer-workers.ts';

export interface StyledDeployment {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly seeds: Seeds;
  readonly store: Store;
}

/** A whole deployment in memory that keeps every sentence of the interface and fills all unspecified behavior by its style. */
export function createStyledDeployment(style: Style): StyledDeployment {
  const store = createStore(style);
  const seeds = seed(style, store);
  const { readsLag, lagsAs } = style.choices;
  const projections = createProjections(store, projectionLagOf(style.choices));
  const answer = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname.slice(style.basePath.length);
    const isLate = request.method === 'GET' && !immediate.test(path);
    const seen = isLate ? projections.shown() : store;
    const answered = await answerUser(request, path, { style, store: seen, seeds });
    if (!isLate) projections.wrote();
    return answered;
  };
  const user = lateReads(answer, lagsAs === 'cache' ? readsLag : 0);
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(style.workers.path)) {
      const answered = await answerWorkers(request, { style, store, seeds });
      projections.wrote();
      return answered;
    }
    if (!pathname.startsWith(style.basePath)) return new Response(null, { status: 404 });
    return user(request);
  };
  return { fetch, seeds, store };
}

const guest: User = { id: '', tier: 'guest' };

async function answerUser(request: Request, pathname: string, context: Context): Promise<Response> {
  const { style } = context;
  const found = findRoute(request.method, pathname);
  if (found === undefined) return refusal(style, 404, 'No such path');
  const { route } = found;
  const user = userOf(request, context);
  const needsUser = !route.open && user === undefined;
  const { refusal: status, inputFirst } = style.choices.credentials;
  const refused = refusal(style, route.path.startsWith('/me/tools/run') ? 401 : status, 'Who are you?');
  if (needsUser && !inputFirst) return refused;
  const url = new URL(request.url);
  const query = Object.fromEntries(url.searchParams);
  const input = { path: found.path, query, raw: await request.text() };
  const atTheDoor = refusedAtTheDoor(style, request, input.raw);
  if (atTheDoor === 422) return respond(422, validationBody(style, []));
  if (atTheDoor !== undefined) return refusal(style, atTheDoor, 'Not like this');
  const body = readCall(style, route, input);
  if ('problems' in body) {
    if (body.status !== 422) return refusal(style, body.status, 'Not valid');
    return respond(422, validationBody(style, body.problems));
  }
  if (needsUser) return refused;
  if (route.path === style.choices.failing && route.statuses.includes(500))
    return refusal(style, 500, 'Sorry');
  const call: Call = { ...context, ...input, body, user: user ?? guest, headers: request.headers };
  return toResponse(style, route, route.handle(call));
}

function userOf(request: Request, { style, store, seeds }: Context): User | undefined {
  const token = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined) return undefined;
  const id = seeds.tokens.get(token);
  if (id !== undefined) return store.users.get(id);
  const key = [...store.keys.values()].find((one) => one.key === token);
  return style.choices.credentials.apiKeyOpensUserApi ? store.users.get(key?.owner ?? '') : undefined;
}

function refusal(style: Style, status: number, words: string): Response {
  return respond(status, refusalBody(style, status, words));
}

function respond(status: number, { text, contentType }: { text: string; contentType: string }): Response {
  return new Response(text, { status, headers: { 'content-type': contentType } });
}

function toResponse(style: Style, route: Route, answer: Answer): Response {
  if ('refusal' in answer) {
    if (answer.status !== 422) return refusal(style, answer.status, answer.refusal);
    return respond(422, validationBody(style, [{ at: 'body', name: answer.refusal, what: 'invalid' }]));
  }
  if (!('value' in answer || 'unspecified' in answer || 'plain' in answer))
    return new Response(null, { status: 204 });
  return Response.json(bodyOf(style, route, answer), { status: answer.status });
}

function bodyOf(style: Style, route: Route, answer: Success): unknown {
  if ('plain' in answer) return answer.plain;
  if ('unspecified' in answer) return unspecified(style, route.unspecified ?? '', answer.unspecified);
  if (answer.value === null) return null;
  const { value } = answer;
  const schema = route.answer ?? '';
  if (Array.isArray(value)) return value.map((one: StoredRecord) => encode(style, schema, one));
  return encode(style, schema, value as StoredRecord | StoredList);
}

function unspecified(style: Style, schema: string, record: StoredRecord): unknown {
  switch (fillingOf(style, schema)) {
    case 'record':
      return encode(style, schema, record);
    case 'wrapped':
      return { [nameOf(style, schema, 'items')]: encode(style, schema, record) };
    case 'words':
      return Object.values(encodeRecord(style, schema, record)).join(' ');
    case 'null':
      return null;
  }
}
