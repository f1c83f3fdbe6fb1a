import { agentBody, call, cron, feedback, fixture, fresh, freshUuid, laterAgentBody, of } from './call.ts';
import type { Call, Sequence, ValueRecord } from './sequence.ts';

const tool = { tool_id: fixture('installableToolId') };
const worker = { agent_id: fixture('agentId') };
const paid = { agent_id: fixture('paidAgentId') };
const atOnce = 6;

const agent = (name: string) => ({ agent_id: of(name, 'agent_id') });
const chat = (name: string) => ({ chat_id: of(name, 'agent_id') });
const studioChat = (name: string) => ({ run_id: of(name, 'run_id') });
const bundle = (name: string) => ({ bundle_id: of(name, 'bundle_id') });
const key = (name: string) => ({ api_key_id: of(name, 'api_key_id') });
const schedule = (name: string) => ({ schedule_id: of(name, 'schedule_id') });
const file = (name: string) => ({ ...agent(`${name} agent`), file_id: of(`${name} file`, 'file_id') });
const run = { run_id: of('bystander run', 'x-service-run-id') };

/** An agent with all that an agent can have. */
function agentWithAll(name: string, as: Call['as'] = 'own'): readonly Call[] {
  const [owner, its] = [`${name} agent`, agent(`${name} agent`)];
  return [
    call(as === 'other' ? 'createChat' : 'upsertAgent', {
      name: owner,
      as,
      body: agentBody(owner, 'public'),
    }),
    call('createAgentFile', { name: `${name} file`, as, path: its, body: {} }),
    call('setAgentTheme', { as, path: its, body: { theme_color: '#336699' } }),
    call('createSchedule', { name: `${name} schedule`, as, body: { chat_id: its.agent_id, cron } }),
  ];
}

/** One record of each kind, which no write that follows is about. */
function makes(name: string, as: Call['as'] = 'own'): readonly Call[] {
  return [
    ...agentWithAll(name, as),
    call('createStudioChat', {
      name: `${name} chat`,
      as,
      body: { run_id: freshUuid(`${name} chat`), visibility: 'private' },
    }),
    call('createBundle', { name: `${name} bundle`, as }),
    call('addBundleTool', { as, path: bundle(`${name} bundle`), body: tool, kind: 'open-refusal' }),
    call('createApiKey', { name: `${name} key`, as, body: {} }),
  ];
}

/** What an agent has. */
function partsOf(name: string, as: Call['as'] = 'own'): readonly Call[] {
  const its = agent(`${name} agent`);
  return [
    call('listAgentFiles', { as, path: its }),
    call('getAgentFile', { as, path: file(name) }),
    call('getAgentTheme', { as, path: its }),
    call('getSchedule', { as, path: schedule(`${name} schedule`) }),
  ];
}

function recordsOf(name: string, as: Call['as'] = 'own'): readonly Call[] {
  return [
    call('listAgents', { as }),
    call('getAgent', { as, path: agent(`${name} agent`) }),
    ...partsOf(name, as),
    call('listSchedules', { as }),
    call('listStudioChats', { as }),
    call('getStudioChat', { as, path: studioChat(`${name} chat`) }),
    call('listBundles', { as }),
    call('getBundle', { as, path: bundle(`${name} bundle`) }),
    call('listBundleTools', { as, path: bundle(`${name} bundle`) }),
    call('listApiKeys', { as }),
    call('getDefaultApiKey', { as }),
    call('listUserTools', { as }),
    call('listSubscriptions', { as }),
    call('getCurrentUser', { as }),
  ];
}

/** All that the two users can read of what is theirs. */
const world: readonly Call[] = [
  ...recordsOf('bystander'),
  ...recordsOf('other', 'other'),
  call('listAgentRuns'),
  call('getAgentRun', { path: run }),
  call('listAgentRunLogs', { path: run }),
  call('listAgentRunMcpServerLogs', { path: run }),
  call('getRunMessages', { path: { ...worker, ...run } }),
  call('listToolExecutionLogs'),
  call('listAgentRuns', { as: 'other' }),
  call('listToolExecutionLogs', { as: 'other' }),
  call('getBilling'),
].map((one, index) => ({ ...one, alongside: index % atOnce > 0 }));

const subject = agent('subject agent');
const subjectParts = partsOf('subject');

/** Changes of an agent that say nothing of what it has. */
const agentChanges: readonly Call[] = [
  call('upsertAgent', {
    body: { ...subject, ...laterAgentBody('subject again') },
    changes: subject.agent_id,
  }),
  call('updateChat', { path: chat('subject agent'), body: laterAgentBody('subject a third time') }),
  call('submitChatFeedback', { path: chat('subject agent'), body: feedback, kind: 'open-refusal' }),
  call('generateUpsellDescription', { path: subject, kind: 'open-refusal' }),
  call('updateChat', { path: chat('subject agent'), body: { visibility: 'private' } }),
];

/** Writes about records of one kind each, from their creation to their removal, by a caller. */
function groupsBy(as: Call['as'], name: string): readonly (readonly Call[])[] {
  const [clone, second] = [`${name} clone`, `${name} second`];
  const body: ValueRecord = { run_id: freshUuid(second), visibility: 'public' };
  return [
    [
      ...agentWithAll(name, as),
      call('replaceChat', {
        as,
        path: chat(`${name} agent`),
        body: laterAgentBody(`${name} as a whole`, 'public'),
      }),
      call('cloneChat', { name: clone, as, path: chat(`${name} agent`) }),
      call('deleteSchedule', { as, path: schedule(`${name} schedule`) }),
      call('deleteAgentFile', { as, path: file(name) }),
      call('deleteChat', { as, path: chat(clone) }),
      call('deleteChat', { as, path: chat(`${name} agent`) }),
    ],
    [
      call('createStudioChat', { name: second, as, body }),
      call('updateStudioChat', { as, path: studioChat(second), body: { visibility: 'private' } }),
      call('replaceStudioChat', { as, path: studioChat(second), body }),
      call('cloneStudioChat', { name: clone, as, path: studioChat(second) }),
      call('deleteStudioChat', { as, path: studioChat(clone) }),
      call('deleteStudioChat', { as, path: studioChat(second) }),
    ],
    [
      call('createBundle', { name: second, as }),
      call('updateBundle', { as, path: bundle(second), body: {} }),
      call('addBundleTool', { as, path: bundle(second), body: tool }),
      call('removeBundleTool', { as, path: { ...bundle(second), ...tool } }),
      call('deleteBundle', { as, path: bundle(second) }),
    ],
    [call('createApiKey', { name: second, as, body: {} }), call('deleteApiKey', { as, path: key(second) })],
    [
      call('installTool', { as, body: tool, kind: 'open-refusal' }),
      call('uninstallTool', { as, path: tool, kind: 'open-refusal' }),
    ],
    [
      call('startRun', {
        as,
        path: worker,
        body: { message: fresh(`message ${name}`) },
        kind: 'open-refusal',
      }),
      call('runTool', {
        as,
        path: { tool_name: fixture('tool.name') },
        raw: fixture('tool.input'),
        kind: 'open-refusal',
      }),
      call('useCredits', { as, kind: 'open-refusal' }),
      call('subscribeToAgent', { as, path: paid, body: {}, kind: 'open-refusal' }),
      call('createPaymentSession', { as, body: {}, kind: 'open-refusal' }),
      call('createCliAuthSession', { as: 'missing' }),
      call('generateVanitySlug', { as, body: {}, kind: 'open-refusal' }),
    ],
  ];
}

const byOther = groupsBy('other', 'foreign');

/** Two users and their records stand by, while one after the other makes, changes and removes others of each kind. */
export const bystanderSequence: Sequence = {
  id: 'bystanders',
  quiet: true,
  checks: [
    'law.nothing-else-changes',
    'law.others-change-nothing',
    'law.removal-leaves-the-others',
    'law.removal-is-shown',
    'law.update-leaves-the-others',
    'law.update-makes-no-other',
    'law.act-is-shown',
    'law.use-is-kept',
    'law.list-agrees-with-read',
    'law.reads-agree',
  ],
  calls: [
    ...makes('bystander'),
    ...makes('other', 'other'),
    call('startRun', {
      name: 'bystander run',
      path: worker,
      body: { message: fixture('toolCallMessage.message') },
      kind: 'open-refusal',
    }),
    ...world.map((one, index) => ({ ...one, later: index === 0 })),
    ...world,
    ...agentWithAll('subject'),
    ...subjectParts.map((one, index) => ({ ...one, later: index === 0 })),
    ...agentChanges.flatMap((change) => [change, ...subjectParts]),
    ...world,
    ...groupsBy('own', 'own').flatMap((group, index) => [...group, ...(byOther[index] ?? []), ...world]),
    call('deleteChat', { path: chat('subject agent') }),
    ...removals('bystander'),
    ...removals('other', 'other'),
  ],
};

function removals(name: string, as: Call['as'] = 'own'): readonly Call[] {
  return [
    call('deleteSchedule', { as, path: schedule(`${name} schedule`) }),
    call('deleteChat', { as, path: chat(`${name} agent`) }),
    call('deleteStudioChat', { as, path: studioChat(`${name} chat`) }),
    call('deleteBundle', { as, path: bundle(`${name} bundle`) }),
    call('deleteApiKey', { as, path: key(`${name} key`) }),
  ];
}
