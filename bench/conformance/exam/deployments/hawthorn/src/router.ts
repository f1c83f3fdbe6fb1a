import { z } from 'zod';
import { HttpError, UUID_RE } from './lib.js';

export interface Ctx {
  id: number; rid: string; method: string; url: URL; headers: Record<string, string>; raw: Buffer;
  user: any; path: any; query: any; body: any; token: string | null; aborted: () => boolean;
  head: (status: number, headers: Record<string, string>) => void;
  chunk: (data: string | Uint8Array) => void; end: () => void;
}
export class Reply {
  constructor(public status: number, public body?: unknown, public headers: Record<string, string> = {}) {}
}
export const STREAMED = Symbol('streamed');
export interface Op {
  method: string; path: string; auth: 'jwt' | 'none' | 'opt' | 'key'; params: Record<string, 'uuid' | 'int' | 'str'>;
  query?: z.ZodObject<any>; kinds: Record<string, string>; body?: z.ZodType; bodyOptional?: boolean; anyBody?: boolean;
  ok: number; errs: number[]; res: string; etag?: boolean; re: RegExp; names: string[]; weight: number;
  fn: (c: Ctx) => Promise<any>; base: '' | '/run';
}
export const ops: Op[] = [];
type Opt = Partial<Pick<Op, 'auth' | 'params' | 'query' | 'body' | 'bodyOptional' | 'anyBody' | 'ok' | 'errs' | 'res' | 'etag' | 'base'>>;
export function op(method: string, path: string, o: Opt, fn: (c: Ctx) => Promise<any>) {
  const names: string[] = [];
  const base = o.base ?? '';
  const re = new RegExp('^' + (base + path).replace(/\{(\w+)\}/g, (_, n) => (names.push(n), '([^/]+)')) + '$');
  const kinds: Record<string, string> = {};
  if (o.query) {
    const js: any = z.toJSONSchema(o.query, { io: 'input', unrepresentable: 'any' });
    for (const [k, v] of Object.entries<any>(js.properties ?? {})) kinds[k] = v.type ?? v.anyOf?.[0]?.type ?? 'string';
  }
  ops.push({ method, path, auth: 'jwt', params: {}, kinds, ok: 200, errs: [], res: 'any', re, names, fn, base, ...o, weight: names.length });
}
export function match(method: string, pathname: string): { op?: Op; args?: string[]; allow: string[] } {
  const allow: string[] = [];
  let best: { op: Op; args: string[] } | undefined;
  for (const o of ops) {
    const m = o.re.exec(pathname);
    if (!m) continue;
    allow.push(o.method);
    if (o.method === method && (!best || o.weight < best.op.weight)) best = { op: o, args: m.slice(1) };
  }
  return { ...best, allow };
}
const issues = (e: z.ZodError, at: string) =>
  e.issues.map((i) => ({ code: i.code, path: [at, ...i.path], message: i.message }));
const bad = (list: unknown[]): never => {
  throw new HttpError(422, 'validation_error', 'Request validation failed', list);
};
export function readInput(o: Op, c: Ctx, args: string[]) {
  c.path = {};
  o.names.forEach((n, i) => {
    let v: string;
    try {
      v = decodeURIComponent(args[i]);
    } catch {
      return bad([{ code: 'invalid_encoding', path: ['path', n], message: 'Invalid percent-encoding' }]);
    }
    const kind = o.params[n] ?? 'str';
    if (kind === 'uuid') {
      if (!UUID_RE.test(v)) bad([{ code: 'invalid_format', path: ['path', n], message: 'Invalid UUID' }]);
      v = v.toLowerCase();
    }
    if (kind === 'int') {
      if (!/^-?\d{1,15}$/.test(v)) bad([{ code: 'invalid_type', path: ['path', n], message: 'Expected integer' }]);
      v = String(Number(v));
    }
    c.path[n] = v;
  });
  if (o.query) {
    const raw: any = {};
    for (const k of Object.keys(o.kinds)) {
      const v = c.url.searchParams.get(k);
      if (v === null) continue;
      raw[k] = /^(integer|number)$/.test(o.kinds[k]) && /^-?\d+(\.\d+)?$/.test(v) ? Number(v) : v;
    }
    const r = o.query.safeParse(raw);
    if (!r.success) bad(issues(r.error, 'query'));
    c.query = r.data;
  }
  if (o.body || o.anyBody) {
    let v: unknown;
    if (!c.raw.length) {
      if (o.bodyOptional) return void (c.body = null);
      bad([{ code: 'missing', path: ['body'], message: 'Body required' }]);
    }
    try {
      v = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(c.raw));
    } catch {
      bad([{ code: 'invalid_json', path: ['body'], message: 'Body is not JSON' }]);
    }
    if (v === null && o.bodyOptional) return void (c.body = null);
    if (o.anyBody) {
      if (typeof v !== 'object' || v === null || Array.isArray(v))
        bad([{ code: 'invalid_type', path: ['body'], message: 'Expected object' }]);
      c.body = v;
    } else {
      const r = o.body!.safeParse(v);
      if (!r.success) bad(issues(r.error, 'body'));
      c.body = r.data;
    }
  }
}
