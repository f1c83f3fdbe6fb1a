import type { UserOperationId } from '../../src/operations/contract.ts';
import type { Control, ControlledUser } from './control.ts';
import type { UserCall } from './user-client.ts';

/** A tenant with one private record of every kind, by the names that the interface has for their identifiers. */
export interface Tenant {
  user: ControlledUser;
  /** Stands in every text of theirs. */
  mark: string;
  ids: Record<
    | 'agent_id'
    | 'file_id'
    | 'run_id'
    | 'studio_run_id'
    | 'log_id'
    | 'api_key_id'
    | 'bundle_id'
    | 'schedule_id'
    | 'cli_auth_id'
    | 'tool_id'
    | 'server_id',
    string
  >;
}

export interface Stage {
  control: Control;
  fetch: (request: Request) => Promise<Response>;
  mcpUrl: string;
}

export async function makeTenant({ control, fetch, mcpUrl }: Stage): Promise<Tenant> {
  const mark = `mark-${crypto.randomUUID()}`;
  const user = await control.addUser({ credits: 100 });
  async function act(id: UserOperationId, call: UserCall = {}) {
    const { status, body } = await user.call(id, call);
    if (status >= 300) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }
  const agent = {
    chat_prompt: mark,
    name: mark,
    description: mark,
    visibility: 'private',
    subscription_price: 500,
  };
  const { agent_id } = await act('upsertAgent', { body: agent });
  const path = { agent_id };
  const file = await act('createAgentFile', { path, body: { name: mark, content: mark } });
  await act('setAgentTheme', { path, body: { theme_color: '#123456' } });
  const studio = { run_id: crypto.randomUUID(), title: mark, visibility: 'private' };
  await act('createStudioChat', { body: studio });
  const server = `own${crypto.randomUUID().slice(0, 8)}`;
  await act('installTool', { body: { mcp_server: { name: server, url: mcpUrl } } });
  const bundle = await act('createBundle');
  const bundlePath = { bundle_id: bundle.bundle_id };
  await act('updateBundle', {
    path: bundlePath,
    body: { name: mark, tools: [{ tool_id: `${server}__add` }] },
  });
  const schedule = await act('createSchedule', {
    body: { chat_id: agent_id, cron: '0 0 1 1 *', message: mark },
  });
  const session = await act('createCliAuthSession');
  await act('attachCliAuthJwt', { path: { cli_auth_id: session.cli_auth_id }, body: { jwt: user.jwt } });
  const run = await startRun(fetch, { agentId: agent_id, apiKey: user.apiKey, mark });
  const [execution] = (await act('listToolExecutionLogs')).items;
  const [key] = await act('listApiKeys');
  return {
    user,
    mark,
    ids: {
      agent_id,
      file_id: file.file_id,
      run_id: run,
      studio_run_id: studio.run_id,
      log_id: String(execution.log_id),
      api_key_id: String(key.api_key_id),
      bundle_id: String(bundle.bundle_id),
      schedule_id: schedule.schedule_id,
      cli_auth_id: session.cli_auth_id,
      tool_id: `${server}__add`,
      server_id: server,
    },
  };
}

/** A run that called a tool with a text of the tenant's, so that its logs hold that. */
async function startRun(
  fetch: Stage['fetch'],
  { agentId, apiKey, mark }: { agentId: string; apiKey: string; mark: string },
): Promise<string> {
  const response = await fetch(
    new Request(`http://in-process/agents/${agentId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ message: `/tool lookup {"topic": "${mark}"}` }),
    }),
  );
  await response.text();
  return response.headers.get('x-service-run-id') ?? '';
}

/** All that a tenant can see of their own. */
export async function lookAround({ user, ids }: Tenant): Promise<unknown> {
  const { agent_id, run_id, bundle_id } = ids;
  const looks: [UserOperationId, UserCall?][] = [
    ['getCurrentUser'],
    ['getCredits'],
    ['listAgents'],
    ['listAgentFiles', { path: { agent_id } }],
    ['getAgentTheme', { path: { agent_id } }],
    ['listStudioChats'],
    ['listAgentRuns'],
    ['listAgentRunLogs', { path: { run_id } }],
    ['listAgentRunMcpServerLogs', { path: { run_id } }],
    ['listToolExecutionLogs'],
    ['listApiKeys'],
    ['listBundles'],
    ['listBundleTools', { path: { bundle_id } }],
    ['listSchedules'],
    ['listUserTools'],
    ['listSubscriptions'],
    ['getMonetizationSummary'],
  ];
  const seen: unknown[] = [];
  for (const [id, call] of looks) {
    const { status, body } = await user.call(id, call);
    seen.push([id, status, body]);
  }
  return seen;
}
