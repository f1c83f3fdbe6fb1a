// Schedules: runs of one's own chats by cron expression.
import { route, fail, invalid, notFound } from '../framework.ts';
import { Agent, Schedule } from '../models.ts';
import { nextRun, parseCron, toCron } from '../cron.ts';
import { isUuid, one, t } from '../schemas.ts';
import { all, get, run } from '../db.ts';
import { F, iso } from '../support.ts';
import { startScheduled } from './workers.ts';

const view = (s: any) => ({ schedule_id: s.id, chat_id: s.chat_id, cron_expression: s.cron_expression, name: s.name, input_message: s.input_message, enabled: s.enabled, next_run_at: s.enabled && s.next_run_ms ? iso(s.next_run_ms) : null, description: s.description, tags: s.tags, created_at: s.created_at, updated_at: s.updated_at });
const tag = { tag: 'schedules' }, sp = { ...tag, params: { schedule_id: t('uuid') } }, one_s = one('schedule', 'Schedule');
function attrs(c: any) {
  const o: any = {}, b = c.body;
  if (b.cron_expression !== undefined) {
    if (!parseCron(b.cron_expression)) invalid([{ code: 'cron', message: 'cron_expression is not a cron expression', field: 'cron_expression' }]);
    o.next_run_ms = nextRun(b.cron_expression);
  }
  if (b.chat_id !== undefined) {
    const a = isUuid(b.chat_id) && Agent.find(b.chat_id.toLowerCase());
    if (!a || (a.owner_id !== c.user.id && !(F('schedule-of-public-chat') && a.visibility === 'PUBLIC') && !(F('schedule-moved-onto-foreign-chat') && c.req.method === 'PUT'))) fail(403, 'chat_not_yours', 'The chat is not valid or not yours', 'chat_id');
    o.chat_id = a.id;
  }
  for (const k of ['cron_expression', 'name', 'input_message', 'enabled', 'description', 'tags']) if (b[k] !== undefined) o[k] = b[k];
  return o;
}
const mine = (c: any) => { const s = Schedule.find(c.params.schedule_id.toLowerCase()); return s && (s.user_id === c.user.id || (F('schedule-deleted-by-others') && c.req.method === 'DELETE')) ? s : notFound('Schedule'); };
route('GET', '/me/schedules', { id: 'listSchedules', ...tag, answer: 'ScheduleListResponse' }, (c) => {
  const rows = Schedule.where('user_id = ?', [c.user.id], 'seq DESC').map(view);
  return { schedules: rows, meta: { total: rows.length, perPage: Math.max(rows.length, 1), nextPageToken: null } };
});
route('POST', '/me/schedules', { id: 'createSchedule', ...tag, body: 'ScheduleRequest', missing: { chat_id: 403 }, answer: one_s, errs: [403] }, (c) => ({ schedule: view(Schedule.create({ ...attrs(c), user_id: c.user.id })) }));
route('GET', '/me/schedules/onboarding', { id: 'getScheduleOnboarding', ...tag, answer: one('onboarding', 'Onboarding') }, (c) => {
  const n = Schedule.count('user_id = ?', [c.user.id]);
  const latest = F('onboarding-suggests-a-strangers-schedule') ? Schedule.where('1 = 1', [], 'seq DESC LIMIT 1').map((s) => ({ title: s.name ?? 'Latest', ...view(s) })) : [];
  return { onboarding: { completed: n > 0, schedule_count: n, suggestions: [...latest, { title: 'Every morning', cron_expression: '0 9 * * *' }, { title: 'Every Monday', cron_expression: '0 9 * * 1' }] } };
});
route('GET', '/me/schedules/text-to-cron', { id: 'textToCron', ...tag, query: { cron: { type: 'string', required: true } }, answer: 'ConvertedCron', errs: [400] }, (c) => ({ cron: toCron(c.query.cron) ?? fail(400, 'invalid_cron', 'This is not a cron expression', 'cron') }));
route('GET', '/me/schedules/{schedule_id}', { id: 'getSchedule', ...sp, answer: one_s, errs: [404] }, (c) => ({ schedule: view(mine(c)) }));
route('PUT', '/me/schedules/{schedule_id}', { id: 'updateSchedule', ...sp, body: 'ScheduleUpdateRequest', answer: one_s, errs: [403, 404] }, (c) => {
  const s = mine(c), a = attrs(c);
  if (F('schedule-cron-update-dropped')) delete a.cron_expression;
  return { schedule: view(Schedule.update(s.id, a)) };
});
route('DELETE', '/me/schedules/{schedule_id}', { id: 'deleteSchedule', ...sp, answer: one_s, errs: [404] }, (c) => {
  if (F('foreign-schedule-shown-by-delete')) { const x = Schedule.find(c.params.schedule_id.toLowerCase()); if (x && x.user_id !== c.user.id) return { schedule: view(x) }; }
  const s = mine(c);
  if (F('schedule-delete-takes-siblings')) run('DELETE FROM schedules WHERE chat_id = ?', s.chat_id); else Schedule.destroy(s.id);
  return { schedule: view(s) };
});
/** The clock of the schedules. */
export function tickSchedules() {
  for (const s of all('SELECT * FROM schedules WHERE enabled = 1 AND next_run_ms <= ?', Date.now())) {
    run('UPDATE schedules SET next_run_ms = ? WHERE id = ?', nextRun(s.cron_expression), s.id);
    const u = get('SELECT id FROM users WHERE id = ?', s.user_id);
    if (u) startScheduled(s.chat_id, u.id, s.input_message ?? 'Scheduled run');
  }
}
