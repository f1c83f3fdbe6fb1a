import {
  checkVanitySlug,
  generateUpsellDescription,
  generateVanitySlug,
  getAgent,
  getAgentTheme,
  getVibePrompt,
  listAgents,
  listVibeServices,
  setAgentTheme,
  upsertAgent,
} from '../../../src/index.ts';
import { someRecords, unspecified } from '../answers.ts';
import { hides, misses, refuses, succeeds } from '../cases.ts';
import { examples } from '../examples.ts';
import type { Contract, Given } from '../interaction.ts';

const { agent_id, slug, service_name } = examples;
const prompt = { chat_prompt: 'Be brief.' };
const withoutPrompt: Given = ['the request leaves out', { names: ['chat_prompt'] }];
const theme = { theme_color: '#336699' };

export const agents: Contract[] = [
  {
    source: listAgents,
    request: 'GET /me/agents',
    call: (transport) => listAgents(transport),
    cases: [succeeds(['an agent of the caller'], { answer: someRecords })],
  },
  {
    source: upsertAgent,
    request: 'POST /me/agents',
    call: (transport, { body }) => upsertAgent(transport, body),
    cases: [
      succeeds([], { body: prompt }),
      succeeds(['an agent of the caller'], { body: { agent_id: '${agent_id}', ...prompt } }),
      refuses(400, ['a caller of the sandbox tier'], { body: { ...prompt, visibility: 'private' } }),
      refuses(400, [withoutPrompt], {
        or: [422],
        when: 'without a chat prompt',
        body: { visibility: 'public' },
      }),
      hides(['a private agent of another user'], { body: { agent_id: '${agent_id}', ...prompt } }),
    ],
  },
  {
    source: getAgent,
    request: 'GET /me/agents/{agent_id}',
    isOpen: true,
    call: (transport) => getAgent(transport, agent_id),
    cases: [
      succeeds(['a public agent of another user']),
      hides(['a private agent of another user']),
      misses('agent_id'),
    ],
  },
  {
    source: generateUpsellDescription,
    request: 'POST /me/agents/{agent_id}/upsell-description',
    call: (transport) => generateUpsellDescription(transport, agent_id),
    cases: [succeeds(['an agent of the caller']), misses('agent_id')],
  },
  {
    source: generateVanitySlug,
    request: 'POST /me/agents/vanity/slug',
    isOpen: true,
    call: (transport, { body }) => generateVanitySlug(transport, body),
    cases: [succeeds([], { body: {}, answer: unspecified })],
  },
  {
    source: checkVanitySlug,
    request: 'GET /me/agents/vanity/slug',
    call: (transport) => checkVanitySlug(transport, { slug }),
    cases: [succeeds([], { query: { slug }, answer: unspecified })],
  },
  {
    source: getVibePrompt,
    request: 'GET /me/agents/{agent_id}/vibe',
    call: (transport) => getVibePrompt(transport, agent_id, { service_name }),
    cases: [
      succeeds(['an agent of the caller', 'a vibe service'], { query: { service_name: '${service_name}' } }),
    ],
  },
  {
    source: listVibeServices,
    request: 'GET /me/vibe/services',
    isOpen: true,
    call: (transport) => listVibeServices(transport),
    cases: [succeeds()],
  },
  {
    source: getAgentTheme,
    request: 'GET /me/agents/{agent_id}/customizations/theme',
    call: (transport) => getAgentTheme(transport, agent_id),
    cases: [
      succeeds(['an agent with a theme']),
      hides(['a private agent of another user']),
      misses('agent_id'),
    ],
  },
  {
    source: setAgentTheme,
    request: 'PUT /me/agents/{agent_id}/customizations/theme',
    call: (transport, { body }) => setAgentTheme(transport, agent_id, body),
    cases: [
      succeeds(['an agent of the caller'], { body: theme }),
      refuses(400, ['an agent of the caller'], { or: [422], body: { theme_color: 'no color at all' } }),
      hides(['a private agent of another user'], { body: theme }),
      misses('agent_id', { body: theme }),
    ],
  },
];
