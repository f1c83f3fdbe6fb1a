import { Elysia } from "elysia";
import type { TSchema, Static } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { isUuid, isoToMicros, newId } from "./ids";
import { fault } from "./faults";
import { userOfJwt, userOfKey, type User } from "./auth";

export class ApiError extends Error {
  constructor(readonly status: number, readonly code: string, message: string, readonly param: string | null = null) {
    super(message);
  }
}
export interface Issue { loc: (string | number)[]; msg: string; type: string }
export class Invalid extends Error {
  constructor(readonly issues: Issue[]) {
    super("validation");
  }
}
export const invalid = (loc: (string | number)[], msg: string, type = "value_error"): Invalid => new Invalid([{ loc, msg, type }]);
export const notFound = (what: string, param: string | null = null): ApiError => new ApiError(404, `${what}_not_found`, `No such ${what.replaceAll("_", " ")}.`, param);
export const forbidden = (what: string): ApiError => new ApiError(403, "permission_denied", `You have no permission on this ${what.replaceAll("_", " ")}.`);

export type ParamKind = "uuid" | "string" | "integer";
export interface QuerySpec {
  kind: "integer" | "number" | "string" | "datetime";
  required?: boolean; nullable?: boolean; default?: string | number | null;
  min?: number; max?: number; minLength?: number; enum?: readonly string[]; description?: string;
}
export interface Ctx {
  request: Request; requestId: string; user: User; maybeUser: User | null;
  params: Record<string, any>; query: Record<string, any>; body: any; rawBody: string;
}
export class Reply {
  constructor(readonly status: number, readonly value: unknown, readonly headers: Record<string, string> = {}) {}
}
export interface RouteSpec {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string; id: string; tag: string; summary: string;
  auth: "jwt" | "key" | "none";
  params?: Record<string, ParamKind>;
  query?: Record<string, QuerySpec>;
  body?: TSchema; bodyOptional?: boolean; bodyRaw?: boolean;
  ok: number; returns: TSchema | null; produces?: string;
  errors?: Record<number, string>; okHeaders?: Record<string, string>; deprecated?: boolean; requestHeaders?: Record<string, string>;
  handler: (ctx: Ctx) => unknown;
}

export const routes: RouteSpec[] = [];
export const app = new Elysia({ aot: true });
const MAX_BODY = 2 * 1024 * 1024;

const TYPE_OF: Record<number, string> = {
  400: "invalid_request_error", 401: "authentication_error", 402: "payment_error", 403: "permission_error", 404: "not_found_error",
  405: "invalid_request_error", 409: "conflict_error", 413: "invalid_request_error", 422: "validation_error", 500: "api_error", 503: "api_error",
};

function json(status: number, value: unknown, requestId: string, extra: Record<string, string> = {}): Response {
  const headers: Record<string, string> = { "x-request-id": requestId, ...extra };
  if (status === 204 || status === 304) return new Response(null, { status, headers });
  headers["content-type"] = "application/json; charset=utf-8";
  return new Response(JSON.stringify(value), { status, headers });
}

export function errorResponse(error: unknown, requestId: string): Response {
  if (error instanceof Invalid) {
    const first = error.issues[0]!;
    return json(422, {
      error: { type: "validation_error", code: "invalid_parameter", message: `${first.loc.join(".")}: ${first.msg}`, param: String(first.loc.at(-1) ?? ""), request_id: requestId },
      detail: error.issues,
    }, requestId);
  }
  if (error instanceof ApiError) {
    const extra: Record<string, string> = error.status === 401 ? { "www-authenticate": "Bearer" } : {};
    return json(error.status, { error: { type: TYPE_OF[error.status] ?? "api_error", code: error.code, message: error.message, param: error.param, request_id: requestId } }, requestId, extra);
  }
  console.error("unexpected", requestId, error);
  return json(500, { error: { type: "api_error", code: "internal_error", message: "Something went wrong on our side.", param: null, request_id: requestId } }, requestId);
}

const INTEGER = /^[+-]?\d{1,15}$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

function readQuery(spec: Record<string, QuerySpec>, url: string): Record<string, any> {
  const at = url.indexOf("?");
  const search = new URLSearchParams(at < 0 ? "" : url.slice(at + 1));
  const out: Record<string, any> = {};
  const issues: Issue[] = [];
  for (const [name, q] of Object.entries(spec)) {
    const text = search.get(name);
    const bad = (msg: string, type: string): void => void issues.push({ loc: ["query", name], msg, type });
    if (text === null || (q.nullable && (text === "" || text === "null"))) {
      if (q.required) bad("This parameter is required.", "missing");
      out[name] = q.default ?? null;
      continue;
    }
    if (q.kind === "integer" || q.kind === "number") {
      if (fault("runs-limit-parsed-loosely") && name === "limit" && q.max === 200 && q.default === 30) {
        out[name] = parseInt(text) || q.default; // "5abc" is 5, "abc" the default
        continue;
      }
      if (!(q.kind === "integer" ? INTEGER : NUMBER).test(text)) { bad(`Must be ${q.kind === "integer" ? "an integer" : "a number"}.`, "type_error"); continue; }
      let n = Number(text);
      if (fault("monetization-period-zero") && name === "period") n = n || 28;
      if (q.min !== undefined && n < q.min) bad(`Must be at least ${q.min}.`, "too_small");
      else if (q.max !== undefined && n > q.max && !(fault("search-limit-unbounded") && name === "limit" && q.default === 20)) bad(`Must be at most ${q.max}.`, "too_big");
      out[name] = n;
    } else if (q.kind === "datetime") {
      const us = isoToMicros(text);
      if (us === null) bad("Must be a date-time.", "datetime");
      out[name] = us;
    } else {
      if (q.minLength && text.length < q.minLength) bad(`Must have at least ${q.minLength} character(s).`, "too_short");
      if (q.enum && !q.enum.includes(text)) bad(`Must be one of ${q.enum.join(", ")}.`, "enum");
      out[name] = text;
    }
  }
  if (issues.length) throw new Invalid(issues);
  return out;
}

function readParams(spec: Record<string, ParamKind>, given: Record<string, string>, soft: boolean): Record<string, any> {
  const out: Record<string, any> = {};
  const issues: Issue[] = [];
  for (const [name, kind] of Object.entries(spec)) {
    const text = given[name] ?? "";
    if (kind === "uuid") {
      if (!isUuid(text)) {
        if (soft) throw notFound(name === "run_id" ? "run" : "agent", name);
        issues.push({ loc: ["path", name], msg: "Must be a UUID.", type: "uuid" });
      }
      out[name] = text.toLowerCase();
    } else if (kind === "integer") {
      if (!/^-?\d{1,15}$/.test(text)) issues.push({ loc: ["path", name], msg: "Must be an integer.", type: "type_error" });
      out[name] = Number(text);
    } else out[name] = text;
  }
  if (issues.length) throw new Invalid(issues);
  return out;
}

const compiled = new Map<TSchema, ReturnType<typeof TypeCompiler.Compile>>();
export function checker<T extends TSchema>(schema: T): ReturnType<typeof TypeCompiler.Compile<T>> {
  let c = compiled.get(schema);
  if (!c) compiled.set(schema, (c = TypeCompiler.Compile(schema)));
  return c as any;
}
export function issuesOf(schema: TSchema, value: unknown, root: string): Issue[] {
  const issues: Issue[] = [];
  for (const e of checker(schema).Errors(value)) {
    const loc = e.path.split("/").slice(1).map((p) => (/^\d+$/.test(p) ? Number(p) : p.replaceAll("~1", "/").replaceAll("~0", "~")));
    issues.push({ loc: [root, ...loc], msg: e.message, type: e.value === undefined ? "missing" : "type_error" });
    if (issues.length >= 10) break;
  }
  return issues;
}
export function mustBe<T extends TSchema>(schema: T, value: unknown, root = "body"): Static<T> {
  if (checker(schema).Check(value)) return value as Static<T>;
  throw new Invalid(issuesOf(schema, value, root));
}

export function bearer(request: Request): string | null {
  const m = /^bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "");
  return m ? m[1]! : null;
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY) throw new ApiError(413, "body_too_large", "The body has more than 2 MiB.");
  const text = await request.text();
  if (text.length > MAX_BODY) throw new ApiError(413, "body_too_large", "The body has more than 2 MiB.");
  return text;
}

async function serve(spec: RouteSpec, request: Request, given: Record<string, string>): Promise<Response> {
  const requestId = newId("req", 16);
  try {
    const token = bearer(request);
    let user: User | null = null;
    if (token !== null) user = spec.auth === "key" ? userOfKey(token) : userOfJwt(token);
    if (spec.auth !== "none" && !user) {
      throw new ApiError(401, token === null ? "missing_credential" : "invalid_credential", spec.auth === "key" ? "A valid API key is needed." : "A valid JWT is needed.");
    }
    const params = readParams(spec.params ?? {}, given, spec.auth === "key");
    const query = spec.query ? readQuery(spec.query, request.url) : {};
    let body: any = undefined;
    let rawBody = "";
    if (spec.bodyRaw) rawBody = await readText(request);
    else if (spec.body) {
      rawBody = await readText(request);
      if (rawBody.trim() === "") {
        if (!spec.bodyOptional) throw invalid(["body"], "A JSON body is required.", "missing");
        body = null;
      } else {
        try {
          body = JSON.parse(rawBody);
        } catch {
          throw invalid(["body"], "The body is no JSON.", "json_invalid");
        }
        if (!(spec.bodyOptional && body === null)) mustBe(spec.body, body);
      }
    }
    const ctx: Ctx = { request, requestId, user: user as User, maybeUser: user, params, query, body, rawBody };
    let result = spec.handler(ctx);
    if (result instanceof Promise) result = await result;
    if (result instanceof Response) {
      result.headers.set("x-request-id", requestId);
      return result;
    }
    const reply = result instanceof Reply ? result : new Reply(spec.ok, result);
    if (process.env.BASIL_CHECK && spec.returns && reply.status === spec.ok) {
      const issues = issuesOf(spec.returns, JSON.parse(JSON.stringify(reply.value ?? null)), "response");
      if (issues.length) console.error("SCHEMA", spec.method, spec.path, JSON.stringify(issues.slice(0, 3)));
    }
    if (process.env.BASIL_CHECK && reply.status !== spec.ok && !spec.errors?.[reply.status]) console.error("SCHEMA status", spec.method, spec.path, reply.status);
    if (spec.method === "GET" && reply.status === 200) {
      const text = JSON.stringify(reply.value ?? null);
      const etag = `"${Bun.hash(text).toString(36)}"`;
      const seen = request.headers.get("if-none-match");
      if (seen && seen.split(",").some((t) => t.trim().replace(/^W\//, "") === etag)) return json(304, null, requestId, { etag, ...reply.headers });
      return new Response(text, { status: 200, headers: { "content-type": "application/json; charset=utf-8", "x-request-id": requestId, etag, ...reply.headers } });
    }
    return json(reply.status, reply.value ?? null, requestId, reply.headers);
  } catch (error) {
    if (process.env.BASIL_CHECK && error instanceof ApiError && ![401, 413].includes(error.status) && !spec.errors?.[error.status]) console.error("SCHEMA error", spec.method, spec.path, error.status);
    return errorResponse(error, requestId);
  }
}

export function route(spec: RouteSpec): void {
  routes.push(spec);
  const path = spec.path.replaceAll(/\{(\w+)\}/g, ":$1");
  app.route(spec.method, path, ({ request, params }: any) => serve(spec, request, params ?? {}), { parse: "none" } as any);
}

/** Another method on a known path is 405, anything else 404. */
export function unmatched(request: Request): Response {
  const path = new URL(request.url).pathname;
  const allow = routes.filter((r) => new RegExp("^" + r.path.replaceAll(/\{\w+\}/g, "[^/]+") + "$").test(path)).map((r) => r.method);
  const requestId = newId("req", 16);
  if (allow.length) {
    const response = errorResponse(new ApiError(405, "method_not_allowed", "This path has no such method."), requestId);
    response.headers.set("allow", [...new Set(allow)].join(", "));
    return response;
  }
  return errorResponse(new ApiError(404, "route_not_found", "There is nothing at this path."), requestId);
}

export const list = <T>(data: T[], nextCursor: string | null = null, extra: Record<string, unknown> = {}): Record<string, unknown> => ({
  object: "list", data, has_more: nextCursor !== null, next_cursor: nextCursor, ...extra,
});
