/** Agents: records, slugs, vibe prompts, subscriptions to paid ones. */
import { z } from 'zod';
import { op, Ctx } from '../router.js';
import { db, kv, lock, unlocked, Rec } from '../db.js';
import { blankAgent } from '../seed.js';
import { F, UUID_RE, fail, iso, nano, notFound, uuid } from '../lib.js';

export const Visibility = z.enum(['private', 'public']);
export const Metadata = z.record(z.string(), z.string());
export const Color = z.string().max(40);
const Slug = z.string().regex(/^[a-z0-9][a-z0-9-]{1,62}$/);
const fields = {
  name: z.string().max(200).nullish(), description: z.string().max(5000).nullish(), chat_prompt: z.string().max(100000).nullish(),
  visibility: Visibility.optional(), vanity_slug: Slug.nullish(), upsell_description: z.string().max(5000).nullish(),
  price_micros: z.int().min(1).max(1e12).nullish(), color: Color.nullish(), archived: z.boolean().optional(), metadata: Metadata.optional(),
};
export const AgentRequest = z.object({ agent_id: z.string().optional(), chat_id: z.string().optional(), ...fields });
export const AgentRequestPartial = z.object(fields);

export function agentModel(r: Rec) {
  const { updated_at, metadata, ...d } = r.d;
  return {
    agent_id: r.id, chat_id: r.id, owner_id: r.user_id, ...d,
    price: d.price_micros === null ? null : d.price_micros / 1e6, is_paid: d.price_micros !== null, metadata,
    created_at: iso(r.ts), updated_at: updated_at ?? iso(r.ts),
  };
}
export const defined = (o: any) => Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined));
export function sandboxRule(c: Ctx, visibility: unknown) {
  if (visibility === 'private' && c.user.tier === 'sandbox')
    fail(400, 'sandbox_private', 'The sandbox tier cannot make agents or chats private');
}
export const defaultVisibility = (c: Ctx) => (c.user.tier === 'sandbox' ? 'public' : 'private');
async function slugFree(slug: string, but?: string) {
  const rows = await db.q("SELECT id FROM agents WHERE json_extract(doc,'$.vanity_slug')=?", slug);
  return rows.every((r) => r.id === but);
}
async function slugRule(slug: unknown, but?: string) {
  if (typeof slug === 'string' && !(await slugFree(slug, but))) fail(400, 'slug_taken', 'This vanity slug is taken');
}
export const noPrompt = (b: any) => typeof b.chat_prompt !== 'string' || !b.chat_prompt.trim();
export async function createAgent(c: Ctx, body: any) {
  const { agent_id, chat_id, ...b } = body;
  if (noPrompt(b)) fail(400, 'missing_chat_prompt', 'chat_prompt is required');
  sandboxRule(c, b.visibility);
  const slugged = typeof b.vanity_slug === 'string' && !F('slug-race') ? lock : unlocked;
  return slugged('slugs', async () => {
    await slugRule(b.vanity_slug);
    const doc = { ...structuredClone(blankAgent), visibility: defaultVisibility(c), ...defined(b) };
    return db.put('agents', uuid(), c.user.user_id, null, doc);
  });
}
/** writes a change of an agent; with `full`, what is left out falls back to its default */
export async function changeAgent(c: Ctx, id: string, body: any, full: boolean, sandboxChecked = true) {
  const { agent_id, chat_id, ...b } = body;
  return lock('slugs', async () => {
    const r = (await ownAgent(c, id))!;
    if (full && noPrompt(b)) fail(400, 'missing_chat_prompt', 'chat_prompt is required');
    if (!full && 'chat_prompt' in b && b.chat_prompt !== undefined && noPrompt(b)) fail(400, 'missing_chat_prompt', 'chat_prompt is required');
    if (sandboxChecked) sandboxRule(c, b.visibility);
    await slugRule(b.vanity_slug, r.id);
    const base = full ? { ...structuredClone(blankAgent), visibility: defaultVisibility(c), upsell_description: r.d.upsell_description } : {};
    const change: any = { ...base, ...defined(b), updated_at: iso(await db.now()) };
    if (F('patch-ignores-empty-text') && !full)
      for (const k of ['name', 'description']) change[k] = b[k] || r.d[k];
    const out = (await db.patch('agents', r.id, change)) ?? notFound('Agent');
    await kv.del(`agent:${r.id}`);
    return out;
  });
}
/** the agent, if the caller owns it */
export async function ownAgent(c: Ctx, id: string): Promise<Rec> {
  const r = UUID_RE.test(id) ? await db.get('agents', id.toLowerCase()) : null;
  if (!r) return notFound('Agent');
  if (r.user_id !== c.user?.user_id) fail(403, 'forbidden', 'No permission on this agent');
  return r;
}
/** the agent, if the caller may read it */
export async function readableAgent(c: Ctx, id: string): Promise<Rec> {
  const key = `agent:${id.toLowerCase()}`;
  if (F('private-agent-from-kv')) {
    const hit = await kv.get(key);
    if (hit) return hit;
  }
  const r = UUID_RE.test(id) ? await db.get('agents', id.toLowerCase()) : null;
  if (!r) return notFound('Agent');
  if (r.d.visibility === 'private' && r.user_id !== c.user?.user_id) fail(403, 'forbidden', 'No permission on this agent');
  if (F('private-agent-from-kv')) await kv.put(key, r);
  return r;
}
export async function listAgents(c: Ctx) {
  const rows = await db.byUser('agents', c.user.user_id);
  return rows.reverse().map(agentModel);
}
op('GET', '/me/agents', { res: 'AgentModel[]' }, listAgents);
op('POST', '/me/agents', { body: AgentRequest, res: 'AgentModel', errs: [400, 403, 404] }, async (c) => {
  const id = c.body.agent_id ?? c.body.chat_id;
  if (noPrompt(c.body)) fail(400, 'missing_chat_prompt', 'chat_prompt is required');
  if (id === undefined) return agentModel(await createAgent(c, c.body));
  await ownAgent(c, id);
  if (F('upsert-makes-second-agent')) return agentModel(await createAgent(c, c.body));
  return agentModel(await changeAgent(c, id, c.body, false));
});
op('GET', '/me/agents/{agent_id}', { auth: 'opt', res: 'AgentModel', errs: [403, 404], etag: true }, async (c) =>
  agentModel(await readableAgent(c, c.path.agent_id)));
op('POST', '/me/agents/{agent_id}/upsell-description', { res: 'AgentModel', errs: [404, 500] }, async (c) => {
  const r = await db.get('agents', c.path.agent_id.toLowerCase());
  if (!r || r.user_id !== c.user.user_id) return notFound('Agent');
  const upsell_description = `Get more done with ${r.d.name ?? 'this agent'}: ${[...r.d.chat_prompt].slice(0, 60).join('')}`;
  if (F('upsell-not-stored')) return agentModel({ ...r, d: { ...r.d, upsell_description } });
  return agentModel((await db.patch('agents', r.id, { upsell_description, updated_at: iso(await db.now()) })) ?? notFound('Agent'));
});

/* ---- slugs ---- */
op('POST', '/me/agents/vanity/slug', { auth: 'none', body: z.object({ name: z.string().min(1).max(200) }), res: 'Slug', errs: [500] }, async (c) => {
  const base = c.body.name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40) || 'agent';
  let slug = base.length > 1 ? base : `${base}-agent`;
  if (F('generated-slug-taken')) return { slug };
  for (let n = 2; !(await slugFree(slug)); n++) slug = n < 50 ? `${base}-${n}` : `${base}-${nano('x', 8).slice(2).toLowerCase()}`;
  return { slug };
});
op('GET', '/me/agents/vanity/slug', { query: z.object({ slug: z.string() }), res: 'SlugAvailability' }, async (c) => {
  const valid = Slug.safeParse(c.query.slug).success;
  const free = F('slug-free-when-owned-by-others')
    ? !(await db.q("SELECT id FROM agents WHERE user_id=? AND json_extract(doc,'$.vanity_slug')=?", c.user.user_id, c.query.slug)).length
    : await slugFree(c.query.slug);
  return { slug: c.query.slug, available: valid && free, reason: !valid ? 'invalid' : free ? null : 'taken' };
});

/* ---- vibe ---- */
const SERVICES = ['lovable', 'bolt', 'v0'] as const;
op('GET', '/me/agents/{agent_id}/vibe', { query: z.object({ service_name: z.enum(SERVICES) }), res: 'VibeCoderPromptResponse', errs: [403, 404] }, async (c) => {
  const r = await readableAgent(c, c.path.agent_id);
  const service_name = F('vibe-always-first-service') ? SERVICES[0] : c.query.service_name;
  return { service_name, agent_id: r.id, prompt: `Build with ${service_name} a page that talks to the agent “${r.d.name ?? r.id}”.\n\nIts prompt: ${r.d.chat_prompt}` };
});
op('GET', '/me/vibe/services', { auth: 'none', res: 'VibeCoderListResponse' }, async () => ({
  records: SERVICES.map((name) => ({ name, label: name[0].toUpperCase() + name.slice(1) })),
}));

/* ---- subscriptions ---- */
const subModel = (r: Rec) => ({
  subscription_id: r.id, agent_id: r.parent, status: r.d.status, price: r.d.price_micros / 1e6, price_micros: r.d.price_micros,
  created_at: iso(r.ts), canceled_at: r.d.canceled_at ?? null,
});
const ACTIVE = "SELECT * FROM subs WHERE user_id=? AND json_extract(doc,'$.status')='active'";
const SubscribeRequest = z.object({ success_url: z.string().optional(), cancel_url: z.string().optional() });
op('POST', '/me/agents/{agent_id}/subscribe', { body: SubscribeRequest, res: 'AgentSubscribeResponse', errs: [400, 402, 404] }, async (c) => {
  const id = c.path.agent_id.toLowerCase();
  const a = await db.get('agents', id);
  if (!a || (a.d.visibility === 'private' && a.user_id !== c.user.user_id)) return notFound('Agent');
  if (a.d.price_micros === null) fail(400, 'not_paid', 'The agent is not paid');
  if (a.user_id === c.user.user_id && !F('owner-may-subscribe')) fail(400, 'own_agent', 'You own this agent');
  const one = F('subscribe-not-locked') ? unlocked : lock;
  return one(`sub:${c.user.user_id}:${id}`, async () => {
    if ((await db.rows(`${ACTIVE} AND parent=?`, c.user.user_id, id)).length) fail(402, 'already_subscribed', 'Already subscribed');
    const session = nano('cs', 24);
    const sub = nano('sub');
    await db.tx(
      ['put', 'subs', sub, c.user.user_id, id, { status: 'active', provider_subscription_id: nano('psub'), price_micros: a.d.price_micros, owner: a.user_id }],
      ['put', 'payments', nano('pay'), a.user_id, id, { amount_micros: a.d.price_micros }]);
    return { agent_id: id, subscription_id: sub, status: 'active', session_id: session, checkout_url: `https://pay.hawthorn.test/${session}` };
  });
});
op('POST', '/me/agents/{agent_id}/unsubscribe', { res: 'AgentSubscriptionResponse', errs: [400, 404] }, async (c) => {
  const id = c.path.agent_id.toLowerCase();
  if (!(await db.get('agents', id))) return notFound('Agent');
  return lock(`sub:${c.user.user_id}:${id}`, async () => {
    const r = (await db.rows(`${ACTIVE} AND parent=?`, c.user.user_id, id))[0];
    if (!r) return fail(400, 'not_subscribed', 'No active subscription to cancel');
    const change = { status: 'canceled', canceled_at: iso(await db.now()) };
    if (F('unsubscribe-ends-all'))
      for (const s of await db.rows(ACTIVE, c.user.user_id)) await db.patch('subs', s.id, change);
    return subModel((await db.patch('subs', r.id, change))!);
  });
});
op('GET', '/me/subscriptions', { res: 'AgentSubscriptionListResponse' }, async (c) => {
  const rows = await db.rows(ACTIVE + ' ORDER BY ts DESC', c.user.user_id);
  if (F('subscriptions-oldest-lost') && rows.length > 2) rows.pop();
  return { records: rows.map(subModel) };
});
op('GET', '/me/subscriptions/{agent_id}', { res: 'AgentSubscriptionResponse', errs: [404] }, async (c) => {
  const r = (await db.rows(`${ACTIVE} AND parent=?`, c.user.user_id, c.path.agent_id.toLowerCase()))[0];
  return r ? subModel(r) : notFound('Subscription');
});
