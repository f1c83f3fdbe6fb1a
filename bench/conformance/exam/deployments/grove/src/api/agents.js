// Agents: records, slugs, themes, prompts for code generators.

import { on } from '../core/faults.js';
import { stamp, wire } from '../core/clock.js';
import { letters } from '../core/ids.js';
import { badRequest, forbidden, notFound } from '../core/problem.js';
import { obj, query, str } from '../core/validate.js';
import { agentView, canSee, findAgent, ownAgent, slugTaken, visibleAgent } from '../state/agents.js';
import { db, ownedBy } from '../state/db.js';
import { AgentRequest, createAgent, needPrompt, refusePrivate, replaceAgent } from './agent-record.js';

const VIBE_SERVICES = ['lathe', 'kiln', 'forge'];

const listed = new Map();

function list({ user }) {
  let agents = ownedBy(db.agents, user);
  if (on('agents-list-only-public')) agents = agents.filter((agent) => agent.access === 'public');
  if (on('agents-list-cached')) {
    if (!listed.has(user.id)) listed.set(user.id, agents.map(agentView));
    return listed.get(user.id);
  }
  return agents.map(agentView);
}

function save({ user, body }) {
  if (!on('agent-without-prompt')) needPrompt(body);
  refusePrivate(user, body.access, on('agent-sandbox-private'));
  if (body.id === undefined || on('agent-update-makes-new')) return agentView(createAgent(user, body));
  const agent = on('n-agent-update-by-others') ? findAgent(body.id) : ownAgent(body.id, user);
  const rest = on('agent-update-keeps-prompt') ? { prompt: agent.prompt } : {};
  if (on('agent-update-drops-files')) agent.files = [];
  return agentView(replaceAgent(agent, user, { ...body, ...rest }));
}

function get({ user, path }) {
  const agent = findAgent(path.agent_id);
  if (!canSee(agent, user) && !on('agent-private-readable')) throw forbidden('this agent is private');
  return agentView(agent);
}

function writePitch({ user, path }) {
  const agent = db.agents.get(path.agent_id.toLowerCase());
  if (on('pitch-unknown-500')) agent.pitch ??= null;
  if (!agent || agent.user !== user.id) throw notFound('agent');
  const pitch = `${agent.name} does it for you: ${agent.prompt.slice(0, 200)} Subscribe today!`;
  if (on('pitch-not-stored')) return agentView({ ...agent, pitch });
  if (on('pitch-overwrites-prompt')) agent.prompt = pitch;
  return agentView(Object.assign(agent, { pitch: on('pitch-stays-empty') ? null : pitch, changed: stamp() }));
}

// ---- slugs ----

const SlugRequest = obj({ text: str({ min: 1, max: 200 }) });

function makeSlug({ body }) {
  const words = body.text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').split(/[^a-z0-9]+/).filter(Boolean);
  const stem = words.join('-').slice(0, 50).replace(/-$/, '') || 'agent';
  let slug = stem.length < 2 ? `${stem}-${letters(4)}` : stem;
  while (slugTaken(slug)) slug = `${stem}-${letters(4)}`;
  return { slug };
}

const asked = new Map();

function slugIsFree({ user, query: { slug } }) {
  const answer = { slug, free: !slugTaken(slug) };
  if (on('n-slug-own-only')) answer.free = !ownedBy(db.agents, user).some((agent) => agent.slug === slug);
  if (!on('slug-answer-cached')) return answer;
  if (!asked.has(slug)) asked.set(slug, answer);
  return asked.get(slug);
}

// ---- prompts for code generators ----

function vibe({ user, path, query: { service_name: service } }) {
  const agent = on('vibe-of-private') ? findAgent(path.agent_id) : visibleAgent(path.agent_id, user);
  return {
    service,
    text: `Build an app with ${service} that talks to the worker "${agent.name}" (${agent.id}). The worker: ${agent.prompt}`,
  };
}

// ---- themes ----

const ThemeRequest = obj({ color: str({ max: 100 }) });
const COLOR = /^#[0-9a-f]{6}$/i;

/** AgentThemePreferenceResponse */
const themeView = (agent) => (agent.theme
  ? { agent: agent.id, color: agent.theme.color, changed: wire(agent.theme.changed) }
  : null);

function getTheme({ user, path }) {
  const agent = visibleAgent(path.agent_id, user);
  if (on('theme-unset-404') && !agent.theme) throw notFound('theme');
  return themeView(agent);
}

function setTheme({ user, path, body }) {
  const agent = on('theme-by-others') ? findAgent(path.agent_id) : ownAgent(path.agent_id, user);
  if (!COLOR.test(body.color) && on('n-theme-refused-is-stored')) agent.theme = { color: body.color, changed: stamp() };
  if (!COLOR.test(body.color) && !on('theme-color-not-checked')) throw badRequest('a color looks like #1d7a46', 'bad_color');
  const theme = { color: on('theme-color-loses-zeros') ? `#${parseInt(body.color.slice(1), 16).toString(16)}` : body.color, changed: stamp() };
  const wearers = on('theme-for-all-agents') ? ownedBy(db.agents, user) : [agent];
  for (const wearer of wearers) wearer.theme = { ...theme };
  return themeView(agent);
}

export function agentRoutes(router) {
  const theme = '/me/agents/:agent_id/customizations/theme';
  const path = { agent_id: 'uuid' };
  const slugQuery = { slug: query('string', { required: !on('slug-not-required'), min: 1, max: 200 }) };
  const services = on('vibe-service-refused') ? VIBE_SERVICES.slice(0, 2) : VIBE_SERVICES;
  const vibeRules = on('vibe-any-service') ? {} : { oneOf: services };
  const vibeNeed = on('n-vibe-service-not-required') ? { fallback: VIBE_SERVICES[0] } : { required: true };
  const vibeQuery = { service_name: query('string', { ...vibeNeed, ...vibeRules }) };

  router.add('GET', '/me/agents', {}, list);
  router.add('POST', '/me/agents', { body: AgentRequest }, save);
  router.add('GET', '/me/agents/:agent_id', { auth: 'open' }, get);
  router.add('POST', '/me/agents/:agent_id/upsell-description', {}, writePitch);
  router.add('POST', '/me/agents/vanity/slug', { auth: on('slug-post-needs-auth') ? 'user' : 'open', body: SlugRequest }, makeSlug);
  router.add('GET', '/me/agents/vanity/slug', { query: slugQuery }, slugIsFree);
  router.add('GET', '/me/agents/:agent_id/vibe', { query: vibeQuery }, vibe);
  router.add('GET', '/me/vibe/services', { auth: on('vibe-services-need-auth') ? 'user' : 'open' }, () => ({ services: VIBE_SERVICES }));
  router.add('GET', theme, { path }, getTheme);
  router.add('PUT', theme, { path, body: ThemeRequest }, setTheme);
}
