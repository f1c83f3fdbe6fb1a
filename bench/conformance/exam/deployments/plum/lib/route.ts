// What a route.ts exports: a handler with its declared caller, path, query and body.
import { z, ZodError, type ZodTypeAny } from 'zod';
import { ApiError, invalid, parseCursor, callerStore, fault, type Caller } from './core.ts';
import { userByJwt, userByKey } from './auth.ts';

export type Ctx = { params: Record<string, any>; query: any; body: any; raw: Buffer; headers: Record<string, any> };
type Spec = { auth?: 'user' | 'optional' | 'key'; params?: Record<string, ZodTypeAny>; query?: Record<string, ZodTypeAny>; body?: ZodTypeAny; bodyStatus?: number; rawBody?: boolean };
export type Incoming = { params: Record<string, string>; search: URLSearchParams; raw: Buffer; headers: Record<string, any> };

function check(part: string, schema: ZodTypeAny, value: unknown, status = 422) {
  const r = schema.safeParse(value);
  if (r.success) return r.data;
  const detail = (r.error as ZodError).issues.map((i) => ({ loc: [part, ...i.path], msg: i.message, type: i.code }));
  throw new ApiError(status, status === 422 ? 'validation_error' : 'invalid_input', detail[0] ? `${detail[0].loc.join('.')}: ${detail[0].msg}` : 'Invalid input', detail);
}
export function route(spec: Spec, handler: (c: Ctx) => unknown) {
  return (req: Incoming) => {
    const auth = spec.auth ?? 'user';
    const header = req.headers.authorization;
    const user = auth === 'key' ? userByKey(header) : userByJwt(header);
    if (!user && auth !== 'optional') throw new ApiError(401, 'unauthorized', auth === 'key' ? 'A valid API key is required.' : 'Invalid or missing JWT.');
    const caller: Caller = { user, memo: new Map() };
    return callerStore.run(caller, async () => {
      const c: Ctx = { params: req.params, query: {}, body: undefined, raw: req.raw, headers: req.headers };
      if (spec.params) c.params = { ...req.params, ...check('path', z.object(spec.params), req.params) };
      if (spec.query) {
        const q: Record<string, string> = Object.create(null);
        for (const [k, v] of req.search) if (!(k in q)) q[k] = v;
        c.query = check('query', z.object(spec.query), { ...q });
      }
      if (spec.body) {
        let value: unknown = {};
        const text = req.raw.toString('utf8');
        if (text.trim()) {
          try { value = JSON.parse(text); } catch {
            throw new ApiError(spec.bodyStatus ?? 422, spec.bodyStatus ? 'invalid_input' : 'validation_error', 'The body is not valid JSON.', [{ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }]);
          }
        }
        c.body = check('body', spec.body, value, spec.bodyStatus);
      }
      return handler(c);
    });
  };
}
export const zUuid = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'must be a UUID').transform((s) => s.toLowerCase());
export const zId = z.string().regex(/^-?\d{1,15}$/, 'must be an integer').transform(Number);
export const zInt = (min: number, max: number, def: number) =>
  z.string().regex(/^[+-]?\d+$/, 'must be an integer').transform(Number).pipe(z.number().int().min(min).max(max)).optional().transform((v) => v ?? def);
export const zCursor = z.string().optional().nullable().transform((v, ctx) => {
  if (v == null || v === '' || v === 'null') return null;
  const at = parseCursor(v);
  if (at === null) { ctx.addIssue({ code: 'custom', message: 'must be a date-time' }); return z.NEVER; }
  return at;
});
export const str = (max = 20000) => z.string().max(max);
export const nstr = (max = 20000) => z.string().max(max).nullable().optional();
export { z, invalid, fault };
