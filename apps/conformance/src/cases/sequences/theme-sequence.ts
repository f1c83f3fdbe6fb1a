import { agentBody, call, foreign, laterAgentBody, of } from './call.ts';
import type { Sequence } from './sequence.ts';

const agent = { agent_id: of('agent', 'agent_id') };
const second = { agent_id: of('second', 'agent_id') };
/** No theme is ever set for it. */
const bare = { agent_id: of('bare', 'agent_id') };
const removals = ['bare', 'second', 'agent'].map((name) =>
  call('deleteChat', { path: { chat_id: of(name, 'agent_id') } }),
);

/** Themes of two agents at once, with invalid colors, and set by another user. */
export const themeSequence: Sequence = {
  id: 'theme',
  calls: [
    call('upsertAgent', { name: 'agent', body: agentBody('themed', 'private') }),
    call('upsertAgent', { name: 'second', body: agentBody('themed too', 'private') }),
    call('upsertAgent', { name: 'bare', body: agentBody('not themed', 'private') }),
    call('getAgentTheme', { path: agent, later: true }),
    call('getAgentTheme', { path: bare }),
    call('setAgentTheme', { path: agent, body: { theme_color: '#336699' } }),
    call('setAgentTheme', { path: second, body: { theme_color: '#663399' }, alongside: true }),
    call('getAgentTheme', { path: agent }),
    call('getAgentTheme', { path: second }),
    call('getAgentTheme', { path: bare, later: true }),
    // What takes a color for a number loses its zeros, and what is right once is right each time.
    call('setAgentTheme', { path: agent, body: { theme_color: '#010203' }, times: 4 }),
    call('getAgentTheme', { path: agent }),
    call('setAgentTheme', {
      path: agent,
      body: { theme_color: 7 },
      kind: 'mutation',
      parameter: 'theme_color',
      mutation: { kind: 'wrong-value', value: 'number', of: 'theme_color' },
    }),
    call('setAgentTheme', {
      path: agent,
      body: { theme_color: 'no color at all' },
      kind: 'refusal',
      tries: 'agent-themes.set-invalid-color-is-400',
    }),
    call('setAgentTheme', {
      path: agent,
      body: { theme_color: '#336699, or so' },
      kind: 'refusal',
      tries: 'agent-themes.set-invalid-color-is-400',
    }),
    call('setAgentTheme', {
      path: agent,
      body: { theme_color: 'no color\n#336699\nat all' },
      kind: 'refusal',
      tries: 'agent-themes.set-invalid-color-is-400',
    }),
    ...['#zzzzzz', '#12345g'].map((color) =>
      call('setAgentTheme', {
        path: agent,
        body: { theme_color: color },
        kind: 'refusal',
        tries: 'law.color-has-digits',
      }),
    ),
    call('getAgentTheme', { path: agent }),
    foreign(
      call('setAgentTheme', { path: agent, body: { theme_color: '#445566' } }),
      'agent-themes.set-forbidden-is-403',
    ),
    call('getAgentTheme', { path: agent }),
    call('updateChat', {
      path: { chat_id: of('agent', 'agent_id') },
      body: laterAgentBody('themed again'),
    }),
    call('getAgentTheme', { path: agent }),
    ...removals,
  ],
};
