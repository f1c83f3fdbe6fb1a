// What both families, /me/agents and /me/chats, do with the record of an agent.

import { on } from '../core/faults.js';
import { stamp } from '../core/clock.js';
import { badRequest } from '../core/problem.js';
import { clearable, maybe, obj, str } from '../core/validate.js';
import { newAgent, slugTaken } from '../state/agents.js';
import { db } from '../state/db.js';

export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const fields = {
  prompt: maybe(str({ max: 20_000 })),
  access: maybe(str({ oneOf: ['private', 'public'] })),
  slug: clearable(str({ min: 2, max: 60, form: SLUG })),
};
const name = str({ min: 1, max: 120 });

const looseAccess = { access: maybe(str()) };

/** AgentRequest */
export const AgentRequest = obj({ id: maybe(str({ max: 100 })), name, ...fields, ...(on('agent-any-access') && looseAccess) });

/** AgentRequestPartial */
export const AgentRequestPartial = obj({ name: maybe(name), ...fields });

/** What holds when nothing is said: private, except in the sandbox tier, which has nothing private. */
export const usualAccess = (user) => (user.tier === 'sandbox' ? 'public' : 'private');

export function refusePrivate(user, wanted, unchecked = false) {
  if (wanted === 'private' && user.tier === 'sandbox' && !unchecked) {
    throw badRequest('in the sandbox tier nothing can be private', 'sandbox');
  }
}

export function refuseTakenSlug(slug, except) {
  if (slug && slugTaken(slug, except)) throw badRequest('this slug is taken', 'slug_taken');
}

export function needPrompt(body) {
  if (!body.prompt) throw badRequest('a prompt is needed', 'no_prompt');
}

/** Stores a new agent. */
export function createAgent(user, { name: called, prompt, access = usualAccess(user), slug = null }) {
  if (!on('n-agent-slug-twice')) refuseTakenSlug(slug);
  const agent = newAgent(user.id, { name: called, prompt, access, slug });
  if (on('agent-prompt-cut-at-100')) agent.prompt = prompt.slice(0, 100);
  // eslint-disable-next-line no-control-regex
  if (on('agent-prompt-ascii-only')) agent.prompt = prompt.replace(/[^\x00-\x7f]/gu, '?');
  if (on('agent-slug-not-stored')) agent.slug = null;
  if (on('agent-created-public')) agent.access = 'public';
  db.agents.set(agent.id, agent);
  return agent;
}

/** Replaces all of an agent that a client may write. */
export function replaceAgent(agent, user, { name: called, prompt, access = usualAccess(user), slug = null }) {
  refuseTakenSlug(slug, agent.id);
  return Object.assign(agent, { name: called, prompt, access, slug, changed: stamp() });
}

/** Changes what the body has. */
export function changeAgent(agent, body) {
  refuseTakenSlug(body.slug, agent.id);
  return Object.assign(agent, body, { changed: stamp() });
}
