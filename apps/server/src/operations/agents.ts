import { z } from 'zod';
import { writeText } from '../agents/model/agent-model.ts';
import { upsellInstructions } from '../domain/agent-prompts.ts';
import { nonBlankPattern } from '../domain/plain-text.ts';
import { slugPattern } from '../domain/vanity-slug.ts';
import { type Caller, defaultVisibility, mayBecome, type Tier } from '../domain/visibility.ts';
import {
  type AgentFields,
  type AgentRecord,
  findAgentRecord,
  insertAgentRecord,
  isSlugTaken,
  listAgentRecords,
  updateAgentRecord,
} from '../store/agent-record-repository.ts';
import type { Database, Store } from '../store/store.ts';
import { findOwnAgent, findVisibleAgent, isOpenTo, ownersOf } from './agent-access.ts';
import { defineOperation } from './define-operation.ts';
import { isRefusal, ok, okOf, type Refusal, refuse, unprocessable } from './outcome.ts';
import { cents, id, time, visibility } from './record-parts.ts';
import type { Services } from './services.ts';

/** An agent, which is its chat as well. */
export const agentModel = z.object({
  agent_id: id,
  chat_id: id.describe('The same record as a chat: equal to agent_id.'),
  name: z.string(),
  description: z.string().nullable(),
  chat_prompt: z
    .string()
    .optional()
    .describe('Of a paid agent: left out unless the caller owns or pays for it.'),
  visibility,
  vanity_slug: z.string().nullable(),
  upsell_description: z.string().nullable(),
  subscription_price: cents.nullable().describe('In cents per month; null for a free agent.'),
  created_at: time,
  updated_at: time,
});

export const agentSchemas = { AgentModel: agentModel };

/** The AgentModel of an agent, which is its chat as well. */
export function toAgentModel(agent: AgentRecord): z.output<typeof agentModel> {
  return {
    agent_id: agent.id,
    chat_id: agent.id,
    name: agent.name,
    description: agent.description,
    chat_prompt: agent.prompt,
    visibility: agent.visibility,
    vanity_slug: agent.vanitySlug,
    upsell_description: agent.upsellDescription,
    subscription_price: agent.subscriptionPrice,
    created_at: agent.createdAt.toISOString(),
    updated_at: agent.updatedAt.toISOString(),
  };
}

/** The AgentModel as the caller may see it. */
export async function showAgent(
  db: Database,
  agent: AgentRecord,
  caller: Caller | undefined,
): Promise<z.output<typeof agentModel>> {
  const { chat_prompt, ...offer } = toAgentModel(agent);
  return (await isOpenTo(db, agent, caller)) ? { ...offer, chat_prompt } : offer;
}

const fields = {
  name: z.string().max(200).optional(),
  description: z.string().max(10_000).nullable().optional(),
  chat_prompt: z.string().max(100_000).meta({ pattern: nonBlankPattern }).optional(),
  visibility: z.enum(['private', 'public']).optional(),
  vanity_slug: z
    .string()
    .regex(slugPattern, 'Expected 3 to 63 lower-case letters, digits and single hyphens between them.')
    .nullable()
    .optional(),
  subscription_price: z.int().min(1).max(100_000_000).nullable().optional(),
};

/** Our fields of AgentRequest. Without a prompt it's refused with a 400, so this schema lets it through. */
export const agentBody = z
  .looseObject({ agent_id: z.string().optional(), ...fields })
  .meta({ required: ['chat_prompt'] });

/** Our fields of AgentRequestPartial. */
export const agentPartBody = z.looseObject(fields);

export type AgentBody = z.output<typeof agentPartBody>;

/** The fields that a body gives, by the names that the store has for them. */
export function toFields(body: AgentBody): Partial<AgentFields> {
  const given: { [Name in keyof AgentFields]: AgentFields[Name] | undefined } = {
    name: body.name,
    prompt: body.chat_prompt,
    description: body.description,
    visibility: body.visibility,
    vanitySlug: body.vanity_slug,
    subscriptionPrice: body.subscription_price,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** What the whole of an agent must have: a prompt, and no privacy that the tier doesn't give. */
export function checkWhole(body: AgentBody, tier: Tier): Refusal<'invalid'> | undefined {
  if (body.chat_prompt === undefined) return promptIsMissing();
  return checkPart(body, tier);
}

/** What a part of an agent must not do. */
export function checkPart(body: AgentBody, tier: Tier): Refusal<'invalid'> | undefined {
  if (body.chat_prompt?.trim() === '') return promptIsMissing();
  if (mayBecome(body.visibility, tier)) return undefined;
  return refuse('invalid', 'The sandbox tier cannot make an agent private.');
}

function promptIsMissing(): Refusal<'invalid'> {
  return refuse('invalid', 'The chat prompt is missing: give chat_prompt.');
}

/** What an agent is where nothing is said; the prompt always is. */
export function defaultFields(tier: Tier): Omit<AgentFields, 'prompt'> {
  return {
    name: 'Untitled agent',
    description: null,
    visibility: defaultVisibility(tier),
    vanitySlug: null,
    subscriptionPrice: null,
  };
}

/** Adds an agent of the caller; what `fields` leaves out has its default. */
export async function createAgent(
  { store: { db }, quotas }: Pick<Services, 'store' | 'quotas'>,
  caller: Caller,
  fields: Partial<AgentFields>,
) {
  const id = crypto.randomUUID();
  const agent = { id, userId: caller.userId, ...defaultFields(caller.tier), prompt: '', ...fields };
  const made = await refusingTakenSlug(() =>
    quotas.within({ quota: 'agents', userId: caller.userId }, () => insertAgentRecord(db, agent)),
  );
  return isRefusal(made) ? made : ok(toAgentModel(made));
}

/** Changes what is given of an agent and leaves the rest. */
export async function changeAgent(db: Store['db'], { id }: AgentRecord, changes: Partial<AgentFields>) {
  const changed = await refusingTakenSlug(() =>
    db.transaction().execute(async (transaction) => {
      await updateAgentRecord(transaction, id, changes);
      return (await findAgentRecord(transaction, id)) ?? refuse('not-found', 'Agent not found.');
    }),
  );
  return isRefusal(changed) ? changed : ok(toAgentModel(changed));
}

/** Slugs are told apart by an index, so that of two writers at once one hears that the slug is taken. */
export async function refusingTakenSlug<Result>(write: () => Promise<Result>) {
  try {
    return await write();
  } catch (error) {
    if (!isSlugTaken(error)) throw error;
    return unprocessable(['body', 'vanity_slug'], 'This slug is taken.');
  }
}

/** GET /me/agents */
const listAgents = defineOperation('listAgents', {
  result: z.array(agentModel),
  isCacheable: 'own',
  answer: async ({ caller }, { store }) =>
    ok((await listAgentRecords(store.db, caller.userId)).map(toAgentModel)),
});

/** POST /me/agents: creates an agent, or updates the one that `agent_id` names and leaves what isn't given. */
const upsertAgent = defineOperation('upsertAgent', {
  addsTo: ['agents'],
  changesOwn: true,
  result: agentModel,
  body: agentBody,
  async answer({ caller, body }, services) {
    const { db } = services.store;
    const refusal = checkWhole(body, caller.tier);
    if (refusal) return refusal;
    if (body.agent_id === undefined) return await createAgent(services, caller, toFields(body));
    const agent = await findOwnAgent(db, { id: body.agent_id, caller });
    return isRefusal(agent) ? agent : await changeAgent(db, agent, toFields(body));
  },
});

/** GET /me/agents/{agent_id} */
const getAgent = defineOperation('getAgent', {
  result: agentModel,
  isCacheable: true,
  async answer({ caller, path }, { store }) {
    const agent = await findVisibleAgent(store.db, { id: path.agent_id, caller });
    return isRefusal(agent) ? agent : okOf(ownersOf(agent, caller), await showAgent(store.db, agent, caller));
  },
});

/** POST /me/agents/{agent_id}/upsell-description */
const generateUpsellDescription = defineOperation('generateUpsellDescription', {
  changesOwn: true,
  result: agentModel,
  async answer({ caller, path }, { store, model }) {
    const agent = await findOwnAgent(store.db, { id: path.agent_id, caller });
    if (isRefusal(agent)) return refuse('not-found', 'Agent not found.');
    const upsellDescription = await writeText(model, {
      instructions: upsellInstructions,
      message: agent.prompt,
    });
    if (!upsellDescription) return refuse('failed', 'The model wrote nothing. Try again.');
    await updateAgentRecord(store.db, agent.id, { upsellDescription });
    const described = await findAgentRecord(store.db, agent.id);
    return described ? ok(toAgentModel(described)) : refuse('not-found', 'Agent not found.');
  },
});

export const agentOperations = [listAgents, upsertAgent, getAgent, generateUpsellDescription];
