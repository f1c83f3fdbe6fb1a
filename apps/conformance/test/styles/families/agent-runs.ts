import { type Answer, type Call, notFound, ok, type Route } from '../route.ts';
import { ownedBy } from '../store.ts';
import { pageOf, pageQuery } from './page-of.ts';

const run = { ids: { run_id: 'uuid' } } as const;

export const agentRunRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/me/agent-runs',
    query: pageQuery,
    answer: 'AgentRunViewListResponse',
    statuses: [500],
    handle: (call) => pageOf(call, ownedBy(call.store.views, call.user)),
  },
  {
    ...run,
    method: 'GET',
    path: '/me/agent-runs/{run_id}',
    answer: 'AgentRunView',
    statuses: [404, 500],
    handle: (call) => {
      const view = ownView(call);
      return view === undefined ? notFound('run') : ok({ ...view });
    },
  },
  {
    ...run,
    method: 'GET',
    path: '/me/agent-runs/{run_id}/mcp-server-logs',
    answer: 'McpServerLog',
    many: true,
    statuses: [500],
    handle: () => ok([]),
  },
  {
    ...run,
    method: 'GET',
    path: '/me/agent-runs/{run_id}/logs',
    answer: 'AgentRunLog',
    many: true,
    statuses: [500],
    handle: listLogs,
  },
  {
    method: 'GET',
    path: '/me/executions',
    query: pageQuery,
    answer: 'ToolExecutionLogsResponse',
    statuses: [500],
    handle: (call) => pageOf(call, ownedBy(call.store.executions, call.user)),
  },
  {
    method: 'GET',
    path: '/me/executions/{log_id}',
    ids: { log_id: 'integer' },
    answer: 'ToolExecutionLog',
    statuses: [404, 500],
    handle: ({ store, user, path }) => {
      const execution = store.executions.get(Number(path.log_id));
      return execution?.owner === user.id ? ok({ ...execution }) : notFound('execution');
    },
  },
];

function ownView({ store, user, path }: Call) {
  const view = store.views.get(path.run_id?.toLowerCase() ?? '');
  return view?.owner === user.id ? view : undefined;
}

/** What an unknown run answers here is not shown: an empty list. */
function listLogs(call: Call): Answer {
  const view = ownView(call);
  return ok(view === undefined ? [] : [{ ...view }]);
}
