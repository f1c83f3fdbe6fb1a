/** Schedules of chats. */
import { z } from 'zod';
import { op, Ctx } from '../router.js';
import { db, Rec } from '../db.js';
import { Metadata, defined } from './agents.js';
import { F, UUID_RE, fail, invalid, iso, notFound, parseCron, textToCron, uuid } from '../lib.js';

const model = (r: Rec) => ({
  schedule_id: r.id, chat_id: r.parent, cron: r.d.cron, message: r.d.message, name: r.d.name, enabled: r.d.enabled,
  metadata: r.d.metadata, created_at: iso(r.ts), updated_at: r.d.updated_at ?? iso(r.ts),
});
const fields = { message: z.string().max(20000).nullish(), name: z.string().max(200).nullish(), enabled: z.boolean().optional(), metadata: Metadata.optional() };
const Request = z.object({ chat_id: z.unknown().optional(), cron: z.string(), ...fields });
const Update = z.object({ chat_id: z.unknown().optional(), cron: z.string().optional(), ...fields });
const params = { schedule_id: 'uuid' as const };
async function chatRule(c: Ctx, id: unknown) {
  const r = typeof id === 'string' && UUID_RE.test(id) ? await db.get('agents', id.toLowerCase()) : null;
  const foreign = F('schedule-for-public-chat-of-others') && r?.d.visibility === 'public';
  if (!r || (r.user_id !== c.user.user_id && !foreign)) return fail(403, 'chat_not_owned', 'chat_id is invalid, missing or not owned by you');
  return r.id;
}
function cronRule(text: string) {
  if (!parseCron(text)) invalid(['body', 'cron'], 'Invalid cron expression');
}
async function scheduleFor(c: Ctx) {
  const r = await db.get('schedules', c.path.schedule_id);
  return r && r.user_id === c.user.user_id ? r : notFound('Schedule');
}
op('GET', '/me/schedules', { res: 'ScheduleListResponse', errs: [500] }, async (c) => {
  const rows = F('schedules-of-everyone') ? await db.rows('SELECT * FROM schedules ORDER BY ts') : await db.byUser('schedules', c.user.user_id);
  return { records: rows.reverse().map(model), cursor: null };
});
op('POST', '/me/schedules', { body: Request, res: 'Schedule', errs: [403, 500] }, async (c) => {
  cronRule(c.body.cron);
  const { chat_id, ...b } = c.body;
  const chat = await chatRule(c, chat_id);
  return model(await db.put('schedules', uuid(), c.user.user_id, chat, {
    message: null, name: null, metadata: {}, ...defined(b), enabled: F('schedule-enabled-or-true') ? b.enabled || true : b.enabled ?? true,
  }));
});
op('GET', '/me/schedules/onboarding', { res: 'ScheduleOnboarding', errs: [500] }, async () => ({
  steps: ['Pick a chat', 'Say when it runs', 'Say what it is told'],
  examples: [{ text: 'every day at 9:00', cron: '0 9 * * *' }, { text: 'every monday at 8am', cron: '0 8 * * 1' }, { text: 'every 15 minutes', cron: '*/15 * * * *' }],
}));
op('GET', '/me/schedules/text-to-cron', { query: z.object({ cron: z.string() }), res: 'Cron', errs: [400, 500] }, async (c) => {
  const cron = textToCron(c.query.cron);
  if (!cron) return fail(400, 'invalid_cron', 'Invalid cron expression');
  return { text: c.query.cron, cron };
});
op('GET', '/me/schedules/{schedule_id}', { params, res: 'Schedule', errs: [404, 500], etag: true }, async (c) => model(await scheduleFor(c)));
op('PUT', '/me/schedules/{schedule_id}', { params, body: Update, res: 'Schedule', errs: [403, 404, 500] }, async (c) => {
  const r = await scheduleFor(c);
  const { chat_id, ...b } = c.body;
  if (b.cron !== undefined) cronRule(b.cron);
  if (chat_id !== undefined) await db.q('UPDATE schedules SET parent=? WHERE id=?', await chatRule(c, chat_id), r.id);
  const change = { ...defined(b), updated_at: iso(await db.now()) };
  if (F('schedule-update-not-stored')) return model({ ...r, d: { ...r.d, ...change } });
  const out = await db.patch('schedules', r.id, change);
  return out ? model(out) : notFound('Schedule');
});
op('DELETE', '/me/schedules/{schedule_id}', { params, res: 'Schedule', errs: [404, 500] }, async (c) => {
  const r = await scheduleFor(c);
  if (F('schedule-delete-by-chat')) await db.q('DELETE FROM schedules WHERE parent=? AND user_id=?', r.parent, c.user.user_id);
  await db.del('schedules', r.id);
  return model(r);
});
