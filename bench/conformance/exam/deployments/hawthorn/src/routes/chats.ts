/** The legacy family over the same record as agents. */
import { z } from 'zod';
import { op } from '../router.js';
import { db, lock } from '../db.js';
import { AgentRequest, AgentRequestPartial, agentModel, changeAgent, createAgent, defined, listAgents, ownAgent, readableAgent, sandboxRule } from './agents.js';
import { F, fail, iso, nano, notFound, uuid } from '../lib.js';

const chat_id = { chat_id: 'uuid' as const };
op('GET', '/me/chats', { res: 'AgentModel[]' }, async (c) => {
  const all = await listAgents(c);
  return F('chats-list-public-only') ? all.filter((a) => a.visibility === 'public') : all;
});
op('POST', '/me/chats', { body: AgentRequest, res: 'AgentModel', errs: [400] }, async (c) => agentModel(await createAgent(c, c.body)));
op('GET', '/me/chats/{chat_id}', { auth: 'opt', res: 'AgentModel', errs: [403, 404], etag: true }, async (c) =>
  agentModel(await readableAgent(c, c.path.chat_id)));
op('PUT', '/me/chats/{chat_id}', { body: AgentRequest, res: 'AgentModel', errs: [400, 403, 404] }, async (c) =>
  agentModel(await changeAgent(c, c.path.chat_id, c.body, true, !F('chat-put-sandbox-private'))));
op('PATCH', '/me/chats/{chat_id}', { body: AgentRequestPartial, res: 'AgentModel', errs: [400, 403, 404] }, async (c) =>
  agentModel(await changeAgent(c, c.path.chat_id, c.body, false)));
op('DELETE', '/me/chats/{chat_id}', { res: 'AgentModel', errs: [403, 404] }, async (c) => {
  const r = await ownAgent(c, c.path.chat_id);
  await db.tx(['del', 'agents', r.id], ['del', 'themes', r.id],
    ['q', 'DELETE FROM files WHERE parent=?', [r.id]],
    ['q', F('chat-delete-takes-all-schedules') ? 'DELETE FROM schedules WHERE user_id=?' : 'DELETE FROM schedules WHERE parent=?', [F('chat-delete-takes-all-schedules') ? r.user_id : r.id]],
    ['q', "UPDATE subs SET doc=json_set(doc,'$.status','canceled') WHERE parent=?", [r.id]]);
  return agentModel(r);
});
op('GET', '/me/chats/{chat_id}/og', { auth: 'none', params: chat_id, res: 'SocialPreview' }, async (c) => {
  const r = await db.get('agents', c.path.chat_id);
  const open = r && (r.d.visibility === 'public' || F('og-shows-private'));
  const name = open ? r.d.name ?? 'Agent' : 'Agent';
  return {
    title: name, description: open ? r.d.description ?? '' : '', site_name: 'Hawthorn', type: 'website',
    url: `https://hawthorn.test/c/${c.path.chat_id}`, image_url: `https://hawthorn.test/og/${c.path.chat_id}.png`,
  };
});
op('POST', '/me/chats/{chat_id}/clone', { params: chat_id, body: AgentRequestPartial, bodyOptional: true, res: 'AgentModel', errs: [400, 403, 404] }, async (c) => {
  const r = await db.get('agents', c.path.chat_id);
  if (!r) return notFound('Chat');
  if (r.d.visibility !== 'public' && !(F('own-private-chat-cloned') && r.user_id === c.user.user_id)) fail(403, 'not_public', 'The chat is not public');
  const b = c.body ?? {};
  sandboxRule(c, b.visibility);
  const { vanity_slug, price_micros, ...copied } = r.d;
  const body = { ...copied, ...defined(b) };
  if (F('clone-changes-source')) await db.patch('agents', r.id, defined(b));
  const made = await createAgent(c, body);
  const files = await db.byParent('files', r.id);
  if (files.length)
    await db.tx(...files.map((f) => ['put', 'files', uuid(), c.user.user_id, made.id, f.d] as [string, ...any[]]));
  const out = agentModel(made);
  return F('clone-answers-source-id') ? { ...out, agent_id: r.id, chat_id: r.id } : out;
});
op('POST', '/me/chats/{chat_id}/feedback', { body: z.object({ rating: z.int().min(1).max(5), comment: z.string().max(5000).nullish() }), res: 'AgentModel', errs: [404] }, async (c) => {
  const r = await db.get('agents', c.path.chat_id.toLowerCase());
  if (!r || (r.d.visibility === 'private' && r.user_id !== c.user.user_id)) return notFound('Chat');
  await db.put('feedback', nano('fbk'), c.user.user_id, r.id, c.body);
  return agentModel(r);
});
op('POST', '/me/chats/{chat_id}/runs', { params: chat_id, res: 'AgentRunLog', errs: [403, 404, 500] }, async (c) => {
  const a = await readableAgent(c, c.path.chat_id);
  const run = uuid();
  await db.put('runs', run, c.user.user_id, a.id, { status: 'idle', title: a.d.name ?? 'Run', source: 'chat' });
  const log = nano('log');
  const doc = { level: 'info', event: 'run.created', message: 'Run created' };
  if (F('chat-run-log-dropped')) return { log_id: log, run_id: run, ...doc, created_at: iso(await db.now()) };
  const r = await db.put('run_logs', log, c.user.user_id, run, doc);
  return { log_id: log, run_id: run, ...doc, created_at: iso(r.ts) };
});
