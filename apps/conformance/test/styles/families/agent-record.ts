import { randomUUID } from 'node:crypto';
import { type Answer, type Call, foreign, notFound, refuse } from '../route.ts';
import { type Agent, agentBy } from '../store.ts';
import type { StoredRecord } from '../wire.ts';
import { requestedVisibility } from './visibility.ts';

/** An agent as this caller sees it. */
export function shown({ style, user }: Call, agent: Agent): StoredRecord {
  const { chat_prompt, ...rest } = agent;
  const seesPrompt = agent.owner === user.id || style.choices.agents.promptIsPublic;
  return seesPrompt ? { ...agent } : rest;
}

type Found = { readonly agent: Agent } | { readonly answer: Answer };

/** The agent that a path names: for its owner, or for everybody where it is public and only read. */
export function findAgent(call: Call, act: 'read' | 'change', id = call.path.agent_id): Found {
  const { store, user } = call;
  const agent = agentBy(store, id);
  if (agent === undefined || isGone(call, agent, act)) return { answer: notFound('agent') };
  if (agent.owner === user.id || (act === 'read' && agent.visibility === 'public')) return { agent };
  return { answer: foreign(call, 'agent') };
}

function isGone({ style, user }: Call, { deleted, owner }: Agent, act: 'read' | 'change'): boolean {
  if (!deleted) return false;
  return act === 'change' || owner !== user.id || style.choices.chats.delete === 'hard';
}

/** A new agent of the caller, from the fields of the body. */
export function createAgent(call: Call, agent_id: string = randomUUID()): Agent {
  const { style, store, user, body } = call;
  const visibility = requestedVisibility(call) ?? style.choices.agents.defaultVisibility;
  const agent: Agent = {
    agent_id,
    chat_id: style.choices.agents.chatsHaveIds ? randomUUID() : agent_id,
    owner: user.id,
    chat_prompt: `${body.fields.chat_prompt}`,
    visibility: user.tier === 'sandbox' ? 'public' : visibility,
    vanity_slug: slugOf(call) ?? null,
    upsell_description: null,
    paid: false,
    deleted: false,
    created_at: store.now(),
    attributes: body.attributes,
  };
  store.agents.set(agent_id, agent);
  return agent;
}

/** The agent with what the body names, and the rest as it was. */
export function changeAgent(call: Call, agent: Agent): Agent {
  const { body } = call;
  const changed: Agent = {
    ...agent,
    chat_prompt: typeof body.fields.chat_prompt === 'string' ? body.fields.chat_prompt : agent.chat_prompt,
    visibility: requestedVisibility(call) ?? agent.visibility,
    vanity_slug: slugOf(call) === undefined ? agent.vanity_slug : (slugOf(call) ?? null),
    attributes: { ...agent.attributes, ...body.attributes },
  };
  call.store.agents.set(agent.agent_id, changed);
  return changed;
}

function slugOf({ body }: Call): string | null | undefined {
  const { vanity_slug: slug } = body.fields;
  return typeof slug === 'string' || slug === null ? slug : undefined;
}

/** A slug that another agent has. */
export function slugRefusal(call: Call, own?: string): Answer | undefined {
  const slug = slugOf(call);
  const taken = [...call.store.agents.values()].some(
    (agent) => slug !== null && agent.vanity_slug === slug && agent.agent_id !== own && !agent.deleted,
  );
  return slug !== undefined && taken ? refuse(400, 'This slug is taken') : undefined;
}
