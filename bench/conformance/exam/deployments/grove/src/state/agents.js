// Agents, which the legacy family calls chats: one record, one table.

import { stamp, wire } from '../core/clock.js';
import { uuid } from '../core/ids.js';
import { forbidden, notFound } from '../core/problem.js';
import { db } from './db.js';

/** A new record; it is not stored yet. */
export function newAgent(user, { id = uuid(), name, prompt, access, slug = null, price = null }) {
  const now = stamp();
  return {
    id, user, name, prompt, access, slug, price, pitch: null, theme: null, files: [], ratings: [], made: now, changed: now,
  };
}

const userView = (id) => {
  const user = db.users.get(id);
  return user ? { id: user.id, name: user.name } : null;
};

/** The record on the wire (AgentModel). */
export function agentView(agent) {
  const stars = agent.ratings.map((rating) => rating.stars);
  return {
    id: agent.id,
    name: agent.name,
    prompt: agent.prompt,
    access: agent.access,
    slug: agent.slug,
    pitch: agent.pitch,
    by: userView(agent.user),
    price: agent.price,
    look: agent.theme ? { color: agent.theme.color } : null,
    files: agent.files.length,
    rating: { count: stars.length, mean: stars.length ? stars.reduce((a, b) => a + b) / stars.length : null },
    made: wire(agent.made),
    changed: wire(agent.changed),
  };
}

/** A short form, for records that have an agent in them. */
export function agentBrief(id) {
  const agent = db.agents.get(id);
  return agent ? { name: agent.name, slug: agent.slug } : null;
}

export const canSee = (agent, user) => agent.access === 'public' || agent.user === user?.id;

/** The agent of this id: 404 when there is none. */
export function findAgent(id, what = 'agent') {
  const agent = db.agents.get(id.toLowerCase());
  if (!agent) throw notFound(what);
  return agent;
}

/** … that the user may see: 403 when it is another's private one. */
export function visibleAgent(id, user, what) {
  const agent = findAgent(id, what);
  if (!canSee(agent, user)) throw forbidden(`this ${what ?? 'agent'} is private`);
  return agent;
}

/** … that is the user's own: 403 when it is another's. */
export function ownAgent(id, user, what) {
  const agent = findAgent(id, what);
  if (agent.user !== user.id) throw forbidden(`this ${what ?? 'agent'} is not yours`);
  return agent;
}

export const slugTaken = (slug, except) => [...db.agents.values()].some((agent) => agent.slug === slug && agent.id !== except);

/** Removes the agent and what hangs on it. Its runs stay, since they are history. */
export function removeAgent(agent) {
  db.agents.delete(agent.id);
  for (const schedule of db.schedules.values()) if (schedule.chat === agent.id) db.schedules.delete(schedule.id);
}
