import { uuidForm } from '../fits.ts';
import { type Answer, type Call, foreign, notFound, ok, type Route, refuse } from '../route.ts';
import { agentBy, inOrder, ownedBy } from '../store.ts';
import { changeAgent, createAgent, findAgent, shown, slugRefusal } from './agent-record.ts';
import { sandboxRefusal } from './visibility.ts';

/** Three services of code generation, in fixed lowercase strings. */
const services = ['nimbus', 'quartz', 'sparrow'];

export const agentRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/me/agents',
    answer: 'AgentModel',
    many: true,
    statuses: [],
    handle: listAgents,
  },
  {
    method: 'POST',
    path: '/me/agents',
    input: 'AgentRequest',
    answer: 'AgentModel',
    statuses: [400, 403, 404],
    handle: upsert,
  },
  {
    method: 'GET',
    path: '/me/agents/vanity/slug',
    unspecified: 'SlugResult',
    query: [{ name: 'slug', json: { type: 'string' }, required: true }],
    statuses: [],
    handle: ({ store, query }) => {
      const taken = [...store.agents.values()].some(({ vanity_slug }) => vanity_slug === query.slug);
      return { status: 200, unspecified: { slug: query.slug, available: !taken } };
    },
  },
  {
    method: 'POST',
    path: '/me/agents/vanity/slug',
    open: true,
    input: 'SlugRequest',
    unspecified: 'GeneratedSlug',
    statuses: [500],
    handle: ({ store }) => ({ status: 200, unspecified: { slug: store.newString('slug') } }),
  },
  {
    method: 'GET',
    path: '/me/vibe/services',
    open: true,
    answer: 'VibeCoderListResponse',
    statuses: [],
    handle: () => ok({ items: services.map((tool_name) => ({ tool_name })) }),
  },
  {
    method: 'GET',
    path: '/me/agents/{agent_id}',
    open: true,
    answer: 'AgentModel',
    statuses: [403, 404],
    handle: (call) => {
      const found = findAgent(call, 'read');
      return 'answer' in found ? found.answer : ok(shown(call, found.agent));
    },
  },
  {
    method: 'GET',
    path: '/me/agents/{agent_id}/vibe',
    query: [{ name: 'service_name', json: { type: 'string', enum: services }, required: true }],
    answer: 'VibeCoderPromptResponse',
    statuses: [],
    handle: (call) => {
      const found = findAgent(call, 'read');
      return 'answer' in found && call.style.choices.agents.vibeOfUnknown === 404
        ? notFound('agent')
        : ok({ prompt: `Build it with ${call.query.service_name}.` });
    },
  },
  {
    method: 'POST',
    path: '/me/agents/{agent_id}/upsell-description',
    answer: 'AgentModel',
    statuses: [404, 500],
    handle: (call) => {
      const found = findAgent(call, 'change');
      if ('answer' in found) return notFound('agent');
      const agent = { ...found.agent, upsell_description: 'The best agent that money can buy.' };
      call.store.agents.set(agent.agent_id, agent);
      return ok(shown(call, agent));
    },
  },
];

export function listAgents(call: Call): Answer {
  const { style, store, user } = call;
  const listed = ownedBy(store.agents, user).filter(
    ({ deleted }) => !deleted || style.choices.chats.delete === 'still listed',
  );
  return ok(inOrder(style, listed).map((agent) => shown(call, agent)));
}

/** Creates an agent, or updates the one that the body names. */
function upsert(call: Call): Answer {
  const { store, user, body } = call;
  const refusal = sandboxRefusal(call);
  if (refusal) return refusal;
  const id = typeof body.fields.agent_id === 'string' ? body.fields.agent_id.toLowerCase() : undefined;
  const agent = id === undefined ? undefined : agentBy(store, id);
  const taken = slugRefusal(call, agent?.agent_id);
  if (taken) return taken;
  if (id === undefined) return ok(shown(call, createAgent(call)));
  if (agent === undefined || agent.deleted) return upsertUnknown(call, id);
  if (agent.owner !== user.id) return foreign(call, 'agent');
  return ok(shown(call, changeAgent(call, agent)));
}

function upsertUnknown(call: Call, id: string): Answer {
  const { upsertUnknown: choice } = call.style.choices.agents;
  if (choice === 403) return refuse(403, 'No such agent of yours');
  if (choice === 404 || !uuidForm.test(id) || call.store.agents.has(id)) return notFound('agent');
  return ok(shown(call, createAgent(call, id)));
}
