// Studio chats, bundles, schedules and cron, command-line sessions, VIP codes.
import { z, str, nstr, sql, db, studioChats, bundles, bundleTools, schedules, agents, cliSessions, vipCodes, redemptions, transaction, stamp, cuid, uuid, iso, isoOrNull, me, viewer, fault, sleep, badRequest, conflict, forbidden, notFound, invalid } from '#lib';
import { toolByName, toPublic } from './tools.ts';
import { nextRun } from './cron.ts';

const message = z.object({ role: str(40), content: str(200000) });
const studioShape = { run_id: z.string().min(1).max(200).nullable().optional(), title: nstr(500), description: nstr(), messages: z.array(message).nullable().optional() };
const zVis = z.enum(['public', 'private']);
export const StudioCreate = z.object({ ...studioShape, visibility: zVis.nullable().optional() });
export const StudioUpdate = z.object({ ...studioShape, visibility: fault('studio-patch-defaults') ? zVis.default('public') : zVis.nullable().optional() });
export const studioView = (c: any) => ({ id: c.id, run_id: c.run_id, owner_id: c.owner_id, title: c.title, description: c.description, visibility: c.visibility, messages: c.messages ?? [], clonedFrom: c.cloned_from, createdAt: iso(c.created), updatedAt: iso(c.updated), deletedAt: isoOrNull(c.deleted) });
const sandbox = (i: any) => { if (i.visibility === 'private' && me().tier === 'sandbox') throw badRequest('sandbox_private', 'The sandbox tier cannot make chats private.'); };
/** FAULT: the id goes through a number. */
const numeric = (id: any) => (fault('studio-run-id-number-like') && /^\d+(?:\.\d+)?(?:e\d{1,2})?$/i.test(id ?? '') ? String(Number(id)) : id);
export function studioFind(runId: string) {
  runId = numeric(runId);
  const c = studioChats.get(runId);
  if (!c || (c.deleted && !fault('studio-deleted-readable'))) throw notFound('Chat');
  return c;
}
const seen = new Set<string>(); // FAULT: answers kept by path
export function studioSee(runId: string) {
  const c = studioFind(runId);
  if (fault('response-cache-ignores-authorization') && seen.has(c.run_id + c.updated)) return c;
  if (c.visibility !== 'public' && c.owner_id !== viewer()?.id) throw forbidden();
  if (fault('response-cache-ignores-authorization')) seen.add(c.run_id + c.updated);
  return c;
}
export function studioOwn(runId: string) {
  const c = studioFind(runId);
  if (c.owner_id !== me().id) throw forbidden();
  return c;
}
export function studioCreate(i: any) {
  if (fault('studio-run-id-number-like')) i = { ...i, run_id: numeric(i.run_id) };
  const old = i.run_id ? studioChats.get(i.run_id) : null;
  if (old && old.owner_id !== me().id && !old.deleted && fault('studio-post-hands-out-foreign-chat')) return old;
  if (old && old.owner_id === me().id && old.deleted && fault('studio-create-returns-tombstone')) return old;
  if (old && (old.owner_id !== me().id || old.deleted)) throw conflict('run_exists', 'A chat with this run_id exists.');
  if (old && !fault('studio-existing-replaced')) return old;
  sandbox(i);
  const at = stamp();
  return studioChats.insert({ run_id: i.run_id ?? cuid(), id: cuid(), owner_id: me().id, title: i.title ?? null, description: i.description ?? null, visibility: i.visibility ?? 'public', messages: i.messages ?? [], cloned_from: null, created: at, updated: at, deleted: null }, 'OR REPLACE');
}
export function studioWrite(runId: string, i: any, full: boolean) {
  const c = full && fault('studio-put-without-owner') ? studioFind(runId) : studioOwn(runId);
  if (full || !fault('studio-sandbox-patch-private')) sandbox(i);
  runId = c.run_id;
  if (full && fault('studio-put-body-run-id-hijack') && i.run_id && studioChats.one('run_id = ? AND deleted IS NULL', i.run_id)) runId = i.run_id;
  const next = full
    ? { title: i.title ?? null, description: i.description ?? null, visibility: i.visibility ?? 'public', messages: i.messages ?? [] }
    : { title: i.title === undefined ? c.title : i.title, description: i.description === undefined ? c.description : i.description, visibility: i.visibility ?? c.visibility, messages: i.messages ?? c.messages };
  sql('UPDATE studio_chats SET title = ?, description = ?, visibility = ?, messages = ?, updated = ? WHERE run_id = ?').run(next.title, next.description, next.visibility, JSON.stringify(next.messages), stamp(), runId);
  return studioChats.get(runId);
}
export function studioClone(runId: string) {
  const c = (fault('studio-deleted-chat-cloned') && studioChats.get(runId)) || studioFind(runId);
  if (c.visibility !== 'public' && !(fault('studio-owner-clones-private') && c.owner_id === me().id)) throw badRequest('private_chat', 'Private chats cannot be cloned.');
  const at = stamp();
  return studioChats.insert({ ...c, run_id: cuid(), id: cuid(), owner_id: me().id, cloned_from: c.run_id, visibility: 'public', created: at, updated: at, deleted: null, messages: fault('clone-without-messages') ? [] : c.messages });
}

// Bundles
const toolsIn = (id: number) => bundleTools.all('bundle_id = ? ORDER BY created', id);
export const bundleToolView = (t: any) => ({ ...toPublic(toolByName(t.tool_id)!), id: t.id, tool_id: t.tool_id, bundle_id: t.bundle_id, addedAt: iso(t.created) });
export const bundleRow = (b: any) => ({ id: b.bundle_id, bundle_id: b.bundle_id, name: b.name, description: b.description, createdAt: iso(b.created), updatedAt: iso(b.updated) });
export const bundleView = (b: any) => ({ ...bundleRow(b), tools: toolsIn(b.bundle_id).map(bundleToolView) });
export const bundleList = () => (fault('bundle-list-inner-join')
  ? bundles.all('user_id = ? AND bundle_id IN (SELECT bundle_id FROM bundle_tools) ORDER BY bundle_id DESC', me().id)
  : bundles.all('user_id = ? ORDER BY bundle_id DESC', me().id)).map((b) => ({ ...bundleRow(b), toolCount: bundleTools.count('bundle_id = ?', b.bundle_id) }));
export function bundleFind(id: number) {
  const b = bundles.get(id);
  if (!b || b.user_id !== me().id) throw notFound('Bundle');
  return b;
}
export function bundleCreate() {
  const at = stamp();
  return bundles.insert({ user_id: me().id, name: 'Untitled bundle', description: null, created: at, updated: at });
}
export function bundleUpdate(id: number, i: any) {
  const b = bundles.get(id);
  if (!b || b.user_id !== me().id) throw conflict('update_failed', 'The bundle could not be updated.');
  const wanted = i.tools?.map((t: any) => (typeof t === 'string' ? t : t.tool_id)) as string[] | undefined;
  if (wanted?.some((t) => !toolByName(t))) throw conflict('update_failed', 'A tool of the bundle does not exist.');
  return transaction(() => {
    if (fault('bundle-put-clears-tools')) db.prepare('INSERT OR REPLACE INTO bundles (bundle_id, user_id, name, description, created, updated) VALUES (?, ?, ?, ?, ?, ?)').run(id, b.user_id, i.name ?? b.name, i.description ?? null, b.created, stamp());
    else sql('UPDATE bundles SET name = ?, description = ?, updated = ? WHERE bundle_id = ?').run(i.name ?? b.name, i.description ?? null, stamp(), id);
    if (wanted) { bundleTools.remove('bundle_id = ?', id); for (const t of new Set(wanted)) bundleTools.insert({ id: cuid(), bundle_id: id, tool_id: t, created: stamp() }); }
    return bundles.get(id);
  });
}
export function bundleAdd(id: number, toolId: string) {
  bundleFind(id);
  if (!toolByName(toolId)) throw notFound('Tool');
  return bundleTools.one('bundle_id = ? AND tool_id = ?', id, toolId) ?? bundleTools.insert({ id: cuid(), bundle_id: id, tool_id: toolId, created: stamp() });
}
export function bundleDrop(id: number, toolId: string) {
  bundleFind(id);
  const t = bundleTools.one('bundle_id = ? AND tool_id = ?', id, toolId);
  if (!t) throw notFound('Tool');
  if (fault('bundle-tool-delete-everywhere')) bundleTools.remove('tool_id = ? AND bundle_id IN (SELECT bundle_id FROM bundles WHERE user_id = ?)', toolId, me().id);
  else bundleTools.remove('id = ?', t.id);
  return t;
}
export const bundleToolList = (id: number) => (bundles.get(id)?.user_id === me().id ? toolsIn(id).map(bundleToolView) : []);

// Schedules
export const ScheduleRequest = z.object({ chat_id: z.any().optional(), cron: str(200), name: nstr(200), message: nstr(), timezone: str(60).nullable().optional(), enabled: z.boolean().nullable().optional() });
export const ScheduleUpdate = ScheduleRequest.extend({ cron: str(200).nullable().optional(), ...(fault('schedule-put-resets') ? { enabled: z.boolean().default(true) } : {}) });
export const scheduleView = (s: any) => ({ id: s.schedule_id, schedule_id: s.schedule_id, chat_id: s.chat_id, cron: s.cron, name: s.name, message: s.message, timezone: s.timezone, enabled: s.enabled, lastRunAt: isoOrNull(s.last_run), nextRunAt: s.enabled ? nextRun(s.cron)?.toISOString() ?? null : null, createdAt: iso(s.created), updatedAt: iso(s.updated) });
function chatOf(id: unknown): string {
  const a = typeof id === 'string' && id ? agents.get(id.toLowerCase()) : null;
  if (!a || (a.owner_id !== me().id && !(fault('schedule-public-chat') && a.visibility === 'public'))) throw forbidden('The chat is missing, not valid or not yours.');
  return a.agent_id;
}
const cronOf = (text: string) => { if (!nextRun(text)) throw invalid(['body', 'cron'], 'not a valid cron expression'); return text.trim().split(/\s+/).join(' '); };
export function scheduleCreate(i: any) {
  const chat_id = chatOf(i.chat_id), cron = cronOf(i.cron), at = stamp();
  return schedules.insert({ schedule_id: uuid(), user_id: me().id, chat_id, cron, name: i.name ?? null, message: i.message ?? null, timezone: i.timezone ?? 'UTC', enabled: fault('schedule-disabled-lost') ? i.enabled || true : i.enabled ?? true, last_run: null, created: at, updated: at });
}
export function scheduleFind(id: string) {
  const s = schedules.get(id);
  if (!s || s.user_id !== me().id) throw notFound('Schedule');
  return s;
}
export function scheduleUpdate(id: string, i: any) {
  const s = scheduleFind(id);
  const chat_id = i.chat_id === undefined ? s.chat_id : chatOf(i.chat_id);
  const cron = i.cron == null ? s.cron : cronOf(i.cron);
  const keep = (k: string) => (i[k] === undefined ? s[k] : i[k]);
  sql('UPDATE schedules SET chat_id = ?, cron = ?, name = ?, message = ?, timezone = ?, enabled = ?, updated = ? WHERE schedule_id = ?').run(chat_id, cron, keep('name'), keep('message'), i.timezone ?? s.timezone, (i.enabled ?? s.enabled) ? 1 : 0, stamp(), id);
  return schedules.get(id);
}

// Command-line sessions
export const cliView = (s: any, jwt: string | null = null) => ({ id: s.cli_auth_id, cli_auth_id: s.cli_auth_id, status: s.consumed ? 'consumed' : s.user_id ? 'attached' : 'pending', jwt, createdAt: iso(s.created) });
export function cliAttach(id: string, jwt: string) {
  const s = cliSessions.get(id);
  if (!s) throw notFound('Session');
  if (!fault('cli-session-stolen') && (s.consumed || (s.user_id && s.user_id !== me().id))) throw forbidden('You may not update this session.');
  return cliSessions.update(id, { user_id: me().id, jwt });
}
export async function cliTake(id: string): Promise<string | null> {
  const s = cliSessions.get(id);
  if (!s) throw notFound('Session');
  const jwt = s.jwt;
  if (jwt === null && fault('cli-poll-before-login-burns-session')) cliSessions.update(id, { consumed: true });
  if (jwt === null) return null;
  if (fault('cli-read-twice-at-once')) await sleep(20);
  sql('UPDATE cli_sessions SET jwt = NULL, consumed = 1 WHERE cli_auth_id = ?').run(id);
  return jwt;
}

// VIP codes
export async function vipRedeem(code: string) {
  const c = vipCodes.get(code);
  if (!c) throw badRequest('invalid_code', 'This code is not valid.');
  if (c.owner_id === me().id && !fault('own-vip-code')) throw badRequest('own_code', 'This is your own code.');
  if (redemptions.one('code = ? AND user_id = ?', code, me().id)) throw badRequest('already_redeemed', 'You redeemed this code already.');
  if (fault('vip-twice-at-once')) await sleep(20);
  const row = { id: cuid(), code, user_id: me().id, created: stamp() };
  redemptions.insert(row, 'OR IGNORE');
  return { id: row.id, code, redeemedAt: iso(row.created) };
}
export const vipCount = () => ({ count: fault('vip-count-of-everyone') ? redemptions.count('1 = 1') : redemptions.count('user_id = ?', me().id) });
