// Schedules and cron.
import * as S from './schemas.mjs';
import { route, isUuid } from './http.mjs';
import { db, F, fail, uuid, tick, load, loadMany, enc, patchHash, replaceHash, run, withLock } from './redis.mjs';
import { openRun } from './workers.mjs';

const MON = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DOW = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
function field(text, lo, hi, names, base) {
  const out = new Set();
  for (const part of text.split(',')) {
    const m = /^(\*|[a-z]{3}|\d{1,2})(?:-([a-z]{3}|\d{1,2}))?(?:\/(\d{1,3}))?$/i.exec(part);
    if (!m || (m[1] === '*' && m[2])) return null;
    const num = (x) => (/^\d/.test(x) ? Number(x) : names ? (names.indexOf(x.toLowerCase()) < 0 ? NaN : names.indexOf(x.toLowerCase()) + base) : NaN);
    const from = m[1] === '*' ? lo : num(m[1]); const to = m[1] === '*' ? hi : m[2] ? num(m[2]) : m[3] ? hi : from;
    const step = m[3] ? Number(m[3]) : 1;
    if (!(from >= lo && to <= hi && from <= to) || step < 1) return null;
    for (let i = from; i <= to; i += step) out.add(i);
  }
  return out;
}
export function parseCron(text) {
  const p = text.trim().split(/\s+/);
  if (p.length !== 5) return null;
  const f = [field(p[0], 0, F('cron-minute-60') ? 60 : 59), field(p[1], 0, 23), field(p[2], 1, 31), field(p[3], 1, 12, MON, 1), field(p[4], 0, 7, DOW, 0)];
  if (f.some((x) => !x)) return null;
  if (f[4].has(7)) f[4].add(0);
  return { min: f[0], hour: f[1], dom: f[2], mon: f[3], dow: f[4], domAny: p[2].startsWith('*'), dowAny: p[4].startsWith('*') };
}
export function nextRun(cron, after) {
  const c = parseCron(cron);
  const d = new Date(Math.floor(after / 60000) * 60000 + 60000);
  for (let days = 0; days < 366 * 9; days++) {
    const dm = c.dom.has(d.getUTCDate()); const dw = c.dow.has(d.getUTCDay());
    if (c.mon.has(d.getUTCMonth() + 1) && (c.domAny || c.dowAny ? dm && dw : dm || dw)) {
      for (let h = d.getUTCHours(); h < 24; h++) {
        if (!c.hour.has(h)) continue;
        for (let m = h === d.getUTCHours() ? d.getUTCMinutes() : 0; m < 60; m++) if (c.min.has(m)) return Date.UTC(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate(), h, m);
      }
    }
    d.setUTCDate(d.getUTCDate() + 1); d.setUTCHours(0, 0, 0, 0);
  }
  return null;
}
export function toCron(text) {
  const t = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (parseCron(text)) return text.trim().replace(/\s+/g, ' ');
  const fixed = { hourly: '0 * * * *', 'every hour': '0 * * * *', 'every minute': '* * * * *', daily: '0 0 * * *', 'every day': '0 0 * * *', weekly: '0 0 * * 0', 'every week': '0 0 * * 0', monthly: '0 0 1 * *', 'every month': '0 0 1 * *', '@hourly': '0 * * * *', '@daily': '0 0 * * *', '@weekly': '0 0 * * 0', '@monthly': '0 0 1 * *' };
  if (Object.hasOwn(fixed, t)) return fixed[t];
  let m = /^every (\d+) (minute|hour)s?$/.exec(t);
  if (m && Number(m[1]) >= 1 && Number(m[1]) < (m[2] === 'hour' ? 24 : 60)) return m[2] === 'hour' ? `0 */${Number(m[1])} * * *` : `*/${Number(m[1])} * * * *`;
  m = /^(?:every )?(day|daily|weekday|sun|mon|tue|wed|thu|fri|sat)(?:[a-z]*)? at (\d{1,2})(?::(\d\d))? ?(am|pm)?$/.exec(t);
  if (m) {
    let h = Number(m[2]); const mi = Number(m[3] ?? 0);
    if (m[4]) { if (h < 1 || h > 12) return null; h = (h % 12) + (m[4] === 'pm' && !F('cron-pm-ignored') ? 12 : 0); }
    if (h > 23 || mi > 59) return null;
    const d = m[1] === 'weekday' ? '1-5' : DOW.indexOf(m[1]) >= 0 ? DOW.indexOf(m[1]) : '*';
    return `${mi} ${h} * * ${d}`;
  }
  return null;
}

const Sc = { scheduleId: 's', ownerId: 's', chatId: 's', cron: 's', message: 's', enabled: 'b', metadata: 'j', nextRunAt: 's', createdAt: 's', updatedAt: 's' };
const key = (id) => 'schedule:' + id;
const view = ({ ownerId, ...s }) => s;
const o = { auth: 'user', tag: 'Schedules', wrap: 'one', out: S.Schedule };
async function ownChat(chatId, user) {
  const owner = isUuid(chatId) ? await db.hget('agent:' + chatId.toLowerCase(), 'ownerId') : null;
  if (!owner || (owner !== user && !F('schedule-foreign-chat'))) fail(403, 'forbidden', 'chatId is missing, not valid or not yours');
  return chatId.toLowerCase();
}
const checkCron = (cron) => { if (!parseCron(cron)) fail(422, 'validation_error', 'The request is not valid', [{ path: ['body', 'cron'], message: 'must be a cron expression of five fields' }]); };
const due = (m, s) => (s.enabled && s.nextRunAt ? m.zadd('schedules:due', Date.parse(s.nextRunAt), s.scheduleId) : m.zrem('schedules:due', s.scheduleId));
const next = (s) => { const n = s.enabled ? nextRun(s.cron, Date.now()) : null; return n ? new Date(n).toISOString() : null; };
async function get(c) {
  const s = await load(Sc, key(c.params.schedule_id));
  if (!s || (s.ownerId !== c.user && !(F('schedule-of-others') && c.req.method === 'GET'))) fail(404, 'not_found', 'schedule not found');
  return s;
}
route('GET', '/me/schedules', { ...o, wrap: 'list' }, async (c) => ({ items: (await loadMany(Sc, (await db.zrevrange(`user:${c.user}:schedules`, 0, F('schedules-list-ten') ? 9 : -1)).map(key))).map(view) }));
route('POST', '/me/schedules', { ...o, body: S.ScheduleRequest.partial({ cron: true }), also: [403] }, async (c) => {
  const b = c.body;
  const chatId = await ownChat(b.chatId, c.user);
  if (b.cron === undefined) fail(422, 'validation_error', 'The request is not valid', [{ path: ['body', 'cron'], message: 'is required' }]);
  checkCron(b.cron);
  const at = await tick(); const iso = new Date(at / 1000).toISOString();
  const s = { scheduleId: uuid(), ownerId: c.user, chatId, cron: b.cron, message: b.message ?? null, enabled: F('schedule-enabled-truthy') ? true : b.enabled, metadata: b.metadata === undefined ? {} : b.metadata, createdAt: iso, updatedAt: iso };
  s.nextRunAt = next(s);
  await run(due(db.multi().hset(key(s.scheduleId), enc(Sc, s)).zadd(`user:${c.user}:schedules`, at, s.scheduleId).sadd(`agent:${chatId}:schedules`, s.scheduleId), s));
  return view(s);
});
route('GET', '/me/schedules/onboarding', { ...o, out: S.Onboarding }, async (c) => ({ scheduleCount: await db.zcard(`user:${c.user}:schedules`), suggestions: ['every day at 9am', 'every monday at 8:30', 'every 15 minutes'].map((text) => ({ text, cron: toCron(text) })) }));
route('GET', '/me/schedules/text-to-cron', { ...o, out: S.CronText, query: { cron: { type: 'string', required: true } }, also: [400] }, async (c) => ({ text: c.query.cron, cron: toCron(c.query.cron) ?? (F('text-to-cron-echo') ? c.query.cron : fail(400, 'invalid_cron', 'this is no cron expression')) }));
const p = { params: { schedule_id: 'uuid' } };
route('GET', '/me/schedules/{schedule_id}', { ...o, ...p, also: [404] }, async (c) => view(await get(c)));
route('PUT', '/me/schedules/{schedule_id}', { ...o, ...p, body: S.ScheduleUpdate, also: [403, 404] }, async (c) => {
  await get(c);
  return withLock('schedule:' + c.params.schedule_id, async () => {
    const s = await get(c); const b = { ...c.body };
    if (b.chatId !== undefined) b.chatId = await ownChat(b.chatId, c.user);
    if (b.cron !== undefined) checkCron(b.cron);
    const n = { ...s, ...(F('schedule-update-resets') ? { message: null, metadata: {} } : {}), ...b, updatedAt: new Date().toISOString() };
    n.nextRunAt = F('schedule-next-run-stale') ? s.nextRunAt : next(n);
    await replaceHash(Sc, key(s.scheduleId), n);
    const m = db.multi();
    if (n.chatId !== s.chatId) m.srem(`agent:${s.chatId}:schedules`, s.scheduleId).sadd(`agent:${n.chatId}:schedules`, s.scheduleId);
    await run(due(m, n));
    return view(n);
  });
});
route('DELETE', '/me/schedules/{schedule_id}', { ...o, ...p, also: [404] }, async (c) => {
  const s = await get(c);
  await withLock('schedule:' + s.scheduleId, async () => {
    await get(c);
    await run(db.multi().del(key(s.scheduleId)).zrem(`user:${s.ownerId}:schedules`, s.scheduleId).srem(`agent:${s.chatId}:schedules`, s.scheduleId).zrem('schedules:due', s.scheduleId));
  });
  return view(s);
});

// The ticker of each process; ZREM decides who runs a due schedule.
export function ticker() {
  setInterval(async () => {
    try {
      for (const id of await db.zrangebyscore('schedules:due', '-inf', Date.now())) {
        if (await db.zrem('schedules:due', id) !== 1) continue;
        await withLock('schedule:' + id, async () => {
          const s = await load(Sc, key(id));
          if (!s || !s.enabled) return;
          await openRun(s.chatId, s.ownerId, 'schedule');
          s.nextRunAt = next(s);
          await patchHash(Sc, key(id), { nextRunAt: s.nextRunAt });
          await run(due(db.multi(), s));
        });
      }
    } catch (e) { console.error('ticker', e.message); }
  }, 1000);
}
