import { agentBody, alongside, altered, call, fixture, fresh, freshUuid, of } from './call.ts';
import type { Call, Sequence, ValueRecord } from './sequence.ts';

/** The same call three times at once: which of them succeed, hangs on their order. */
function thrice(one: Call): readonly Call[] {
  return [one, alongside(one, { name: undefined }), alongside(one, { name: undefined })];
}

function redeem(as: 'other' | 'sandbox'): Call {
  return call('redeemVipCode', { as, body: { code: fixture('vipCode') }, kind: 'open-refusal' });
}

const subscribe = call('subscribeToAgent', {
  as: 'sandbox',
  path: { agent_id: fixture('paidAgentId') },
  body: {},
  kind: 'open-refusal',
});
const unsubscribe = call('unsubscribeFromAgent', {
  as: 'sandbox',
  path: { agent_id: fixture('paidAgentId') },
  kind: 'open-refusal',
});

const use = call('useCredits', { kind: 'open-refusal' });

function run(input: number): Call {
  return call('runTool', {
    path: { tool_name: fixture('tool.name') },
    raw: altered('tool.input', input),
    kind: 'tool-run',
  });
}

const chat = { chat_id: of('chat', 'agent_id') };

function change(body: ValueRecord): Call {
  return call('updateChat', { path: chat, body });
}

const installable = { tool_id: fixture('installableToolId') };

const inputs = [0, 1, 2];
const together = inputs.map((input) => (input === 0 ? run(input) : alongside(run(input), {})));

/** Calls at once: what came of them must be what some order of them explains. */
export const atOnceSequences: readonly Sequence[] = [
  // Alone, for it moves counts that others read.
  {
    id: 'vip-code-at-once',
    quiet: true,
    calls: [...thrice(redeem('other')), ...thrice(redeem('sandbox'))],
  },
  {
    id: 'subscriptions-at-once',
    calls: [subscribe, subscribe, unsubscribe, ...thrice(subscribe), subscribe, unsubscribe],
  },
  {
    id: 'credits-at-once',
    quiet: true,
    calls: [
      call('getCredits', { as: 'other' }),
      call('getCredits'),
      use,
      use,
      call('getCredits'),
      ...thrice(use),
      alongside(use, {}),
      call('getCredits'),
      call('getCredits', { as: 'other' }),
    ],
  },
  {
    id: 'tools-at-once',
    calls: [
      ...inputs.flatMap((input) => [{ ...run(input), times: 2 }]),
      ...together,
      ...together,
      call('runTool', {
        path: { tool_name: fixture('tool.name') },
        raw: altered('tool.input', 'of many scripts'),
        kind: 'tool-run',
      }),
    ],
  },
  {
    id: 'studio-chat-at-once',
    calls: [
      ...thrice(
        call('createStudioChat', {
          name: 'chat',
          body: { run_id: freshUuid(), visibility: 'private' },
          kind: 'open-refusal',
        }),
      ),
      call('listStudioChats', { later: true }),
      call('getStudioChat', { path: { run_id: of('chat', 'run_id') } }),
      call('listStudioChats'),
      call('deleteStudioChat', { path: { run_id: of('chat', 'run_id') } }),
    ],
  },
  // Alone, for others install the same tool.
  {
    id: 'installation-at-once',
    quiet: true,
    calls: [
      call('uninstallTool', { path: installable, kind: 'open-refusal' }),
      ...thrice(call('installTool', { body: installable, kind: 'open-refusal' })),
      call('listUserTools', { later: true }),
      call('uninstallTool', { path: installable, kind: 'open-refusal' }),
      call('listUserTools', { later: true }),
    ],
  },
  // Of two partial changes at once, neither has what the other one leaves.
  {
    id: 'chat-changed-at-once',
    calls: [
      call('createChat', { name: 'chat', body: agentBody('changed at once', 'private') }),
      ...[1, 2].flatMap((round) => [
        change({ chat_prompt: fresh(`beside a visibility ${round}`) }),
        alongside(change({ visibility: 'public' }), {}),
        call('getChat', { path: chat, later: true }),
        change({ visibility: 'private' }),
        alongside(change({ chat_prompt: fresh(`after a visibility ${round}`) }), {}),
        call('getChat', { path: chat, later: true }),
      ]),
      call('deleteChat', { path: chat }),
    ],
  },
  {
    id: 'cli-session-is-polled',
    calls: [
      call('createCliAuthSession', { name: 'session' }),
      call('consumeCliAuthJwt', {
        path: { cli_auth_id: of('session', 'cli_auth_id') },
        as: 'missing',
        kind: 'open-refusal',
      }),
      call('attachCliAuthJwt', {
        path: { cli_auth_id: of('session', 'cli_auth_id') },
        body: { jwt: { credential: 'own' } },
        kind: 'open-refusal',
      }),
      call('consumeCliAuthJwt', {
        path: { cli_auth_id: of('session', 'cli_auth_id') },
        as: 'missing',
        kind: 'open-refusal',
        later: true,
      }),
    ],
  },
];
