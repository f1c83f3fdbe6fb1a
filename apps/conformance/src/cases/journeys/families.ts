/** What a call does to a record of its family. */
export type Act = 'create' | 'read' | 'list' | 'change' | 'remove';

/** Operations over one kind of record. */
export interface Family {
  readonly name: string;
  /** The path parameters of the record that it belongs to. */
  readonly parents: readonly string[];
  /** The path parameters that name it, and the fields of its answers that do, as the contract calls them. */
  readonly ids: readonly string[];
  readonly acts: Readonly<Record<string, Act>>;
  /** The operation on which a candidate for an identifier is tried. */
  readonly opener: string | undefined;
  /** `definite`: what was removed is gone; `open`: what becomes of it is not shown. */
  readonly removal: 'definite' | 'open';
  /** Whether an identifier means the same record to everybody. */
  readonly shared: boolean;
}

type Acts = Readonly<Partial<Record<Act, string>>>;

/** A family whose identifier is its last path parameter. */
function family(name: string, ids: string, acts: Acts, others: Partial<Family> = {}): Family {
  return {
    name,
    parents: [],
    ids: ids.split(' '),
    acts: Object.fromEntries(
      Object.entries(acts).flatMap(([act, operations]) =>
        operations.split(' ').map((operation) => [operation, act as Act]),
      ),
    ),
    opener: acts.read?.split(' ').at(-1),
    removal: 'definite',
    shared: false,
    ...others,
  };
}

const families: readonly Family[] = [
  family('bundle', 'bundle_id', {
    create: 'createBundle',
    read: 'getBundle',
    list: 'listBundles',
    change: 'updateBundle',
    remove: 'deleteBundle',
  }),
  family(
    'bundle tool',
    'tool_id',
    { create: 'addBundleTool', list: 'listBundleTools', remove: 'removeBundleTool' },
    { parents: ['bundle_id'] },
  ),
  family('API key', 'api_key_id', {
    create: 'createApiKey',
    read: 'getDefaultApiKey getApiKey',
    list: 'listApiKeys',
    remove: 'deleteApiKey',
  }),
  family(
    'agent',
    'agent_id chat_id',
    {
      create: 'upsertAgent createChat cloneChat',
      read: 'getAgent getChat',
      list: 'listAgents listChats',
      change: 'replaceChat updateChat',
      remove: 'deleteChat',
    },
    { removal: 'open' },
  ),
  family(
    'studio chat',
    'run_id',
    {
      create: 'createStudioChat cloneStudioChat',
      read: 'getStudioChat',
      list: 'listStudioChats',
      change: 'replaceStudioChat updateStudioChat',
      remove: 'deleteStudioChat',
    },
    { removal: 'open' },
  ),
  family(
    'file',
    'file_id',
    {
      create: 'createAgentFile',
      read: 'getAgentFile',
      list: 'listAgentFiles reorderAgentFiles',
      change: 'updateAgentFile',
      remove: 'deleteAgentFile',
    },
    { parents: ['agent_id'] },
  ),
  family('schedule', 'schedule_id', {
    create: 'createSchedule',
    read: 'getSchedule',
    list: 'listSchedules',
    change: 'updateSchedule',
    remove: 'deleteSchedule',
  }),
  family(
    'installed tool',
    'tool_id',
    { create: 'installTool', read: 'getUserTool', list: 'listUserTools', remove: 'uninstallTool' },
    { shared: true },
  ),
  family('agent run', 'run_id', { read: 'getAgentRun', list: 'listAgentRuns' }),
  family('tool execution', 'log_id', { read: 'getToolExecutionLog', list: 'listToolExecutionLogs' }),
  family(
    'CLI session',
    'cli_auth_id',
    { create: 'createCliAuthSession', change: 'attachCliAuthJwt' },
    { removal: 'open', shared: true },
  ),
  family(
    'theme',
    'agent_id',
    { read: 'getAgentTheme', change: 'setAgentTheme' },
    { removal: 'open', opener: undefined },
  ),
  family('toolset', 'toolset_name', { read: 'getToolset', list: 'listToolsets' }, { shared: true }),
  family('public tool', 'tool_id', { read: 'getPublicTool', list: 'listPublicTools' }, { shared: true }),
];

const byOperation = new Map(
  families.flatMap((one) => Object.keys(one.acts).map((operation) => [operation, one] as const)),
);

export function familyOf(operation: string): Family | undefined {
  return byOperation.get(operation);
}
