// Redis connection, record codec, clock, locks.
import Redis from 'ioredis';
import { randomBytes, randomUUID } from 'node:crypto';

export const connect = () => new Redis({ path: process.env.REDIS_SOCK, enableAutoPipelining: false, maxRetriesPerRequest: 3 });
export const db = connect();
export const F = (id) => process.env.FAULT === id;
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
export const uuid = () => randomUUID();
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-';
export const nano = (prefix, n = 16) => prefix + [...randomBytes(n)].map((b) => alphabet[b & 63]).join('');

export class HttpError extends Error {
  constructor(status, type, message, details = []) { super(message); Object.assign(this, { status, type, details }); }
}
export const fail = (status, type, message, details) => { throw new HttpError(status, type, message, details); };

db.defineCommand('tick', { numberOfKeys: 1, lua: `
  local t = redis.call('TIME'); local us = t[1] * 1000000 + t[2]
  local last = tonumber(redis.call('GET', KEYS[1]) or '0')
  if us <= last then us = last + 1 end
  local s = string.format('%.0f', us)
  redis.call('SET', KEYS[1], s)
  return s` });
db.defineCommand('unlock', { numberOfKeys: 1, lua: `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0` });
db.defineCommand('relock', { numberOfKeys: 1, lua: `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0` });

// A time in microseconds that is later than every one given before, in either process.
export const tick = async () => Number(await db.tick('clock'));
export const isoMicros = (us) => {
  const ms = Math.floor(us / 1000);
  return new Date(ms).toISOString().slice(0, 23) + String(us - ms * 1000).padStart(3, '0') + 'Z';
};
export const parseMicros = (text) => {
  const m = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:?\d\d)?$/.exec(text);
  if (!m) return NaN;
  const zone = !m[4] || /z/i.test(m[4]) ? 'Z' : m[4].length === 5 ? m[4].slice(0, 3) + ':' + m[4].slice(3) : m[4];
  return Date.parse(`${m[1]}T${m[2]}${zone}`) * 1000 + Number((m[3] ?? '').padEnd(6, '0').slice(0, 6));
};

// Hash codec: s string, n number, b boolean, j JSON. A field that is not there is null.
export function enc(schema, rec) {
  const out = {};
  for (const [k, t] of Object.entries(schema)) {
    const v = rec[k];
    if (v === undefined || (v === null && t !== 'j')) continue;
    out[k] = t === 'j' ? JSON.stringify(v) : t === 'b' ? (v ? '1' : '0') : String(v);
  }
  return out;
}
export function dec(schema, h) {
  if (!h || Object.keys(h).length === 0) return null;
  const out = {};
  for (const [k, t] of Object.entries(schema)) {
    const v = h[k];
    if (v === undefined) out[k] = null;
    else out[k] = t === 'n' ? Number(v) : t === 'b' ? v === '1' : t === 'j' ? JSON.parse(v) : v;
  }
  return out;
}
export const load = async (schema, key) => dec(schema, await db.hgetall(key));
export async function loadMany(schema, keys) {
  if (!keys.length) return [];
  const p = db.pipeline();
  for (const k of keys) p.hgetall(k);
  return (await p.exec()).map(([err, h]) => { if (err) throw err; return dec(schema, h); }).filter(Boolean);
}
export async function patchHash(schema, key, changes) {
  const set = enc(schema, changes);
  const gone = Object.keys(changes).filter((k) => k in schema && changes[k] === null && schema[k] !== 'j');
  const m = db.multi();
  if (Object.keys(set).length) m.hset(key, set);
  if (gone.length) m.hdel(key, ...gone);
  await run(m);
}
export const replaceHash = (schema, key, rec) => run(db.multi().del(key).hset(key, enc(schema, rec)));
export async function run(m) {
  const out = await m.exec();
  for (const [err] of out) if (err) throw err;
  return out.map(([, v]) => v);
}
export async function withLock(name, fn, ttl = 10000) {
  const key = 'lock:' + name; const token = nano('');
  const t0 = Date.now();
  while (await db.set(key, token, 'PX', ttl, 'NX') !== 'OK') {
    if (Date.now() - t0 > 60000) fail(500, 'internal_error', 'busy');
    await sleep(3 + Math.random() * 8);
  }
  const keep = setInterval(() => db.relock(key, token, ttl).catch(() => {}), ttl / 3);
  try { return await fn(); } finally { clearInterval(keep); await db.unlock(key, token); }
}
