/** The front: takes requests, gives them to an instance, passes its answer through. */
import http from 'node:http';
import { Worker, MessageChannel } from 'node:worker_threads';
import { nano, F } from './lib.js';

const PORT = Number(process.argv[2]);
const INSTANCES = 3;
const MAX = 2_000_000;
const here = (f: string) => new URL(f, import.meta.url);
const chans = Array.from({ length: INSTANCES }, () => new MessageChannel());
const boot = (w: Worker) =>
  new Promise<void>((res, rej) => {
    w.once('message', () => res());
    w.once('error', rej);
  });
const die = (e: unknown) => {
  console.error(e);
  process.exit(1);
};
const state = new Worker(here('./boot.mjs'), {
  execArgv: [], workerData: { file: './state.ts', ports: chans.map((c) => c.port1) }, transferList: chans.map((c) => c.port1),
});
state.on('error', die);
const pool = chans.map((c, i) => {
  const w = new Worker(here('./boot.mjs'), { execArgv: [], workerData: { file: './instance.ts', port: c.port2, index: i, origin: `http://127.0.0.1:${PORT}` }, transferList: [c.port2] });
  w.on('error', die);
  return w;
});
await Promise.all([state, ...pool].map(boot));

interface Open { res: http.ServerResponse; held?: Buffer[] }
const open = new Map<number, Open>();
for (const w of pool)
  w.on('message', (m: any) => {
    const o = open.get(m.id);
    if (!o) return;
    const { res } = o;
    if (m.t === 'full') {
      open.delete(m.id);
      res.writeHead(m.status, m.headers);
      res.end(m.body ?? undefined);
    } else if (m.t === 'head') {
      res.writeHead(m.status, m.headers);
      if (F('front-buffers-stream')) o.held = [];
      else res.flushHeaders();
    } else if (m.t === 'chunk') {
      if (o.held) o.held.push(Buffer.from(m.data));
      else res.write(m.data);
    } else if (m.t === 'end') {
      open.delete(m.id);
      if (o.held) res.write(Buffer.concat(o.held));
      res.end();
    }
  });

let n = 0;
const server = http.createServer((req, res) => {
  const id = ++n;
  const w = pool[id % INSTANCES];
  req.on('error', () => {});
  res.on('error', () => {});
  const parts: Buffer[] = [];
  let size = 0;
  req.on('data', (d) => {
    size += d.length;
    if (size <= MAX) parts.push(d);
  });
  req.on('end', () => {
    const rid = nano('req');
    if (size > MAX) {
      res.writeHead(413, { 'content-type': 'application/json', 'x-request-id': rid });
      return res.end(JSON.stringify({ ok: false, code: 'too_large', message: 'Body too large', issues: [] }));
    }
    open.set(id, { res });
    w.postMessage({ id, rid, method: req.method, url: req.url, headers: req.headers, body: Buffer.concat(parts) });
  });
  res.on('close', () => {
    if (open.delete(id)) w.postMessage({ id, abort: true });
  });
});
server.keepAliveTimeout = 30000;
server.listen(PORT, '127.0.0.1', 512, () => console.log('ready'));
for (const s of ['SIGTERM', 'SIGINT'] as const) process.on(s, () => process.exit(0));
