import http from 'node:http';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApiError, fault } from './lib/core.ts';
import './services/seed.ts';
import './services/scheduler.ts';

type Node = { fixed: Map<string, Node>; param: Node | null; name: string; methods: Record<string, any> | null };
const node = (): Node => ({ fixed: new Map(), param: null, name: '', methods: null });
const root = node();
const app = path.join(import.meta.dirname, 'app');
for (const entry of fs.readdirSync(app, { recursive: true }) as string[]) {
  if (!entry.endsWith('route.ts')) continue;
  let at = root;
  for (const part of path.dirname(entry).split(path.sep)) {
    const m = /^\[(.+)\]$/.exec(part);
    if (m) { at.param ??= node(); at = at.param; at.name = m[1]; }
    else { if (!at.fixed.has(part)) at.fixed.set(part, node()); at = at.fixed.get(part)!; }
  }
  at.methods = await import(pathToFileURL(path.join(app, entry)).href);
  (at as any).names = [...entry.matchAll(/\[([^\]]+)\]/g)].map((m) => m[1]);
}
function find(at: Node, parts: string[], i: number, values: string[]): { at: Node; values: string[] } | null {
  if (i === parts.length) return at.methods ? { at, values } : null;
  const fixed = at.fixed.get(parts[i]);
  const hit = fixed && find(fixed, parts, i + 1, values);
  if (hit) return hit;
  return at.param && parts[i] !== '' ? find(at.param, parts, i + 1, [...values, parts[i]]) : null;
}
function send(res: http.ServerResponse, status: number, data: unknown, headers: Record<string, string> = {}) {
  if (fault('cors-header-missing-on-errors') && status < 300 && res.req.headers.origin) headers = { ...headers, 'access-control-allow-origin': res.req.headers.origin, 'access-control-allow-headers': 'authorization, content-type', 'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE', vary: 'origin' };
  if (status === 204 || status === 304) { res.writeHead(204, headers); res.end(); return; }
  const body = Buffer.from(JSON.stringify(data === undefined ? null : data));
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': String(body.length), 'cache-control': 'no-store', ...headers });
  res.end(headers['content-length'] ? body.subarray(0, Number(headers['content-length'])) : body);
}
async function pipe(res: http.ServerResponse, response: Response) {
  res.writeHead(response.status, Object.fromEntries(response.headers));
  res.flushHeaders();
  const reader = response.body!.getReader();
  res.on('close', () => { if (!res.writableFinished) reader.cancel().catch(() => {}); });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (res.destroyed) break;
    if (!res.write(value)) await new Promise<void>((ok) => { res.once('drain', ok); res.once('close', ok); });
  }
  res.end();
}
async function serve(req: http.IncomingMessage, res: http.ServerResponse) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) { size += chunk.length; if (size <= 8e6) chunks.push(chunk); }
  try {
    if (size > 8e6) throw new ApiError(413, 'too_large', 'The body is too large.');
    const url = req.url ?? '/';
    const mark = url.indexOf('?');
    const pathname = (mark < 0 ? url : url.slice(0, mark)).replace(/(.)\/$/, '$1');
    let parts: string[];
    try { parts = pathname.slice(1).split('/').map(decodeURIComponent); } catch { throw new ApiError(404, 'not_found', 'No such path.'); }
    const hit = find(root, parts, 0, []);
    if (!hit) throw new ApiError(404, 'not_found', 'No such path.');
    const slash = url.slice(0, mark < 0 ? undefined : mark).endsWith('/');
    if (fault('redirect-to-internal-host') && req.method === 'GET' && parts[0] === 'me' && slash !== (parts.length === 1))
      return send(res, 307, null, { location: `http://plum-api:8000${pathname}${slash ? '' : '/'}${mark < 0 ? '' : url.slice(mark)}` });
    if (fault('cors-header-missing-on-errors') && req.method === 'OPTIONS') return send(res, 204, null);
    const handler = hit.at.methods![req.method ?? 'GET'];
    if (!handler) throw new ApiError(405, 'method_not_allowed', 'Method not allowed.');
    const names: string[] = (hit.at as any).names;
    const params = Object.fromEntries(names.map((n, i) => [n, hit.values[i]]));
    const out = await handler({ params, search: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)), raw: Buffer.concat(chunks), headers: req.headers });
    if (out instanceof Response) return await pipe(res, out);
    if (out && out.__json) return send(res, out.status, out.data, out.headers);
    send(res, 200, out);
  } catch (e: any) {
    if (res.headersSent) { res.destroy(); return; }
    if (e instanceof ApiError) {
      return send(res, e.status, { error: { code: e.code, message: e.message }, ...(e.status === 422 ? { detail: e.detail ?? [] } : {}) }, e.status === 401 ? { 'www-authenticate': 'Bearer' } : {});
    }
    console.error(e);
    send(res, 500, { error: { code: 'internal_error', message: 'Something went wrong.' } });
  }
}
process.on('unhandledRejection', (e) => console.error('unhandled', e));
const server = http.createServer((req, res) => { serve(req, res).catch(() => res.destroy()); });
server.keepAliveTimeout = 75000;
server.listen({ port: Number(process.env.PORT), host: '127.0.0.1', backlog: 1024 }, () => console.log('ready'));
process.on('SIGTERM', () => process.exit(0));
