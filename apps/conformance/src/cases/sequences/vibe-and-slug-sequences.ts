import { agentBody, alongside, call, fixture, fresh, freshUuid, laterAgentBody, of } from './call.ts';
import type { Call, Reference, Sequence, ValueRecord } from './sequence.ts';

const chat = { chat_id: of('agent', 'agent_id') };
const remove = call('deleteChat', { path: chat });
const oneSlug = freshUuid('uuid that is one slug');

/** What is made for agents: prompts for services, and vanity slugs. */
export const vibeAndSlugSequences: readonly Sequence[] = [
  {
    id: 'vibe-prompt',
    calls: [
      call('listVibeServices', { name: 'services', as: 'missing' }),
      call('getVibePrompt', {
        path: { agent_id: fixture('agentId') },
        query: { service_name: of('services', 'service_name') },
      }),
      // No name that is given as fixed is drawn at random.
      call('getVibePrompt', {
        path: { agent_id: fixture('agentId') },
        query: { service_name: fresh('not-of-the-documented-type') },
        kind: 'malformed-id',
        parameter: 'service_name',
      }),
      // What every object of a common language has.
      call('getVibePrompt', {
        path: { agent_id: fixture('agentId') },
        query: { service_name: 'constructor' },
        kind: 'malformed-id',
        parameter: 'service_name',
      }),
      ...[0, 1, 2].map((item) =>
        call('getVibePrompt', {
          path: { agent_id: fixture('agentId') },
          query: { service_name: { of: 'services', field: 'service_name', item, or: 'word' } },
        }),
      ),
      call('createChat', { name: 'agent', body: agentBody('with a vibe', 'public') }),
      call('getVibePrompt', {
        path: { agent_id: of('agent', 'agent_id') },
        query: { service_name: { of: 'services', field: 'service_name', item: 0, or: 'word' } },
      }),
      remove,
    ],
  },
  {
    id: 'prompt-with-braces',
    calls: [
      call('listVibeServices', { name: 'services', as: 'missing' }),
      ...['plain', 'of many scripts'].flatMap((letters) => [
        call('createChat', {
          name: letters,
          body: {
            chat_prompt: fresh(`prompt in ${letters}`, letters === 'plain' ? 'plain' : 'of many scripts'),
            visibility: 'public',
          },
        }),
        ...[0, 1].map(() =>
          call('getVibePrompt', {
            path: { agent_id: of(letters, 'agent_id') },
            query: { service_name: { of: 'services', field: 'service_name', item: 0, or: 'word' } },
          }),
        ),
        call('getChatSocialPreview', { path: { chat_id: of(letters, 'agent_id') }, as: 'missing' }),
        call('getChatSocialPreview', { path: { chat_id: of(letters, 'agent_id') }, as: 'missing' }),
        call('deleteChat', { path: { chat_id: of(letters, 'agent_id') } }),
      ]),
    ],
  },
  {
    id: 'vanity-slug',
    calls: [
      call('generateVanitySlug', { as: 'missing', body: {} }),
      call('generateVanitySlug', { body: {} }),
      call('generateVanitySlug', { body: {}, reworded: true, kind: 'open-refusal' }),
      call('checkVanitySlug', { query: { slug: 'a-slug-to-look-up' } }),
      call('listVibeServices', { as: 'missing' }),
    ],
  },
  {
    id: 'one-slug-at-once',
    calls: [
      ...['agent', 'other agent'].map((name, index) =>
        call('upsertAgent', {
          name,
          body: {
            ...agentBody(`${name} under one slug`, 'public'),
            vanity_slug: freshUuid('uuid that is a slug'),
          },
          kind: 'open-refusal',
          alongside: index > 0,
        }),
      ),
      call('getChat', { path: chat, later: true }),
      call('getChat', { path: { chat_id: of('other agent', 'agent_id') } }),
      call('deleteChat', { path: { chat_id: of('other agent', 'agent_id') } }),
      call('deleteChat', { path: chat }),
    ],
  },
  {
    id: 'slugs-are-taken-once',
    calls: [
      // Asked before it is taken, so that an answer which is remembered shows.
      check(freshUuid('uuid that is a slug'), {}),
      check(freshUuid('uuid that is a slug'), { as: 'other' }),
      underSlug('agent', agentBody('under a slug', 'public'), freshUuid('uuid that is a slug')),
      call('getChat', { name: 'kept', path: chat }),
      // Saved as it is, as forms do.
      ...[0, 1].flatMap(() => [
        call('replaceChat', {
          path: chat,
          body: {
            ...laterAgentBody('under its own slug', 'public'),
            vanity_slug: freshUuid('uuid that is a slug'),
          },
          kind: 'open-refusal',
        }),
        call('getChat', { path: chat }),
      ]),
      underSlug(
        'other agent',
        laterAgentBody('under the slug again', 'public'),
        freshUuid('uuid that is a slug'),
      ),
      call('getChat', { path: chat }),
      call('getChat', { path: { chat_id: of('other agent', 'agent_id') } }),
      call('deleteChat', { path: { chat_id: of('other agent', 'agent_id') } }),
      call('cloneChat', { name: 'clone', path: chat }),
      call('getChat', { path: { chat_id: of('clone', 'agent_id') } }),
      call('cloneChat', { name: 'bare clone', path: chat, raw: 'null', kind: 'open-refusal' }),
      call('deleteChat', { path: { chat_id: of('clone', 'agent_id') } }),
      call('deleteChat', { path: { chat_id: of('bare clone', 'agent_id') } }),
      call('updateChat', { path: chat, body: laterAgentBody('under its slug again') }),
      call('getChat', { path: chat }),
      check(of('kept', 'vanity_slug'), { as: 'other', later: true }),
      check(freshUuid('uuid that is no slug'), { as: 'other' }),
      // Nobody has taken it since.
      check(freshUuid('uuid that is no slug'), { as: 'other' }),
      // What databases take for any letter.
      check({ ...of('kept', 'vanity_slug'), altered: 'with a wildcard' }, { as: 'other' }),
      check({ ...freshUuid('uuid that is no slug'), altered: 'with a wildcard' }, { as: 'other' }),
      check({ ...of('kept', 'vanity_slug'), altered: 'shortened' }, { as: 'other' }),
      check({ ...freshUuid('uuid that is no slug'), altered: 'shortened' }, { as: 'other' }),
      call('generateVanitySlug', { name: 'generated', body: {} }),
      check(freshUuid('uuid that is no slug'), {}),
      check(of('generated', 'vanity_slug'), {}),
      remove,
    ],
  },
  {
    id: 'slug-of-a-private-agent',
    calls: [
      underSlug('agent', agentBody('in private, under a slug', 'private'), freshUuid('uuid of its own')),
      call('getChat', { name: 'kept', path: chat }),
      check(of('kept', 'vanity_slug'), { as: 'sandbox', later: true }),
      check(freshUuid('uuid that is no slug'), { as: 'sandbox' }),
      ...usedBySandbox('second', of('kept', 'vanity_slug')),
      ...usedBySandbox('third', freshUuid('uuid that is no slug')),
      remove,
    ],
  },
  {
    id: 'slug-for-two-at-once',
    calls: [
      underSlug('first', agentBody('first', 'public'), oneSlug),
      alongside(underSlug('second', laterAgentBody('second', 'public'), oneSlug), {}),
      ...['first', 'second'].map((name) => call('getChat', { path: { chat_id: of(name, 'agent_id') } })),
      ...['first', 'second'].map((name) => call('deleteChat', { path: { chat_id: of(name, 'agent_id') } })),
    ],
  },
];

function underSlug(name: string, agent: ValueRecord, slug: Reference): Call {
  return call('createChat', { name, body: { ...agent, vanity_slug: slug }, kind: 'open-refusal' });
}

/** An agent of the sandbox user with a slug, which is removed again. */
function usedBySandbox(name: string, slug: Reference): readonly Call[] {
  return [
    { ...underSlug(name, agentBody(`${name} under a slug`, 'public'), slug), as: 'sandbox' },
    call('deleteChat', { as: 'sandbox', path: { chat_id: of(name, 'agent_id') } }),
  ];
}

function check(slug: Reference, details: Partial<Call>): Call {
  return call('checkVanitySlug', { query: { slug }, ...details });
}
