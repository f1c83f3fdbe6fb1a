/** Operations at which an operator's fault contradicts nothing that the interface says, and why. */
interface Harmless {
  readonly operators: readonly string[];
  readonly why: string;
  readonly subjects: readonly string[];
}

const undone = ['write is answered but not done', 'of two writes at once, one is lost'];
const cached = ['first answer is given for ever'];
const shared = ["other users' things are open"];
const swapped = ['tenants are swapped'];
const lacking = ['list lacks its last item', 'list lacks its first item', 'list says its first item twice'];
const again = ['second creation gives the first record again'];
const twice = ['refusal of a second time is a success'];

/** What is read of these is not shown, or may stay the same for ever. */
const unknown = [
  'GET /me/agents/vanity/slug',
  'GET /me/agents/{agent_id}/vibe',
  'GET /me/vibe/services',
  'GET /me/chats/{chat_id}/og',
  'GET /me/billing',
  'GET /me/credits',
  'GET /me/monetization/summary',
  'GET /me/monetization/subscribers',
  'GET /me/monetization/earnings',
  'GET /me/schedules/onboarding',
  'GET /me/schedules/text-to-cron',
  'GET /me/tools/list',
  'GET /me/tools',
  'GET /me/tools/search',
  'GET /me/tools/{tool_id}',
  'GET /me/toolsets/list',
  'GET /me/toolsets/{toolset_name}',
  'GET /me/',
  'GET /me/vip',
];

/** Whether, when and where these come to be listed is open, and their fields are not shown. */
const logs = [
  'GET /me/agent-runs',
  'GET /me/agent-runs/{run_id}',
  'GET /me/agent-runs/{run_id}/logs',
  'GET /me/agent-runs/{run_id}/mcp-server-logs',
  'GET /me/executions',
  'GET /me/executions/{log_id}',
];

/** When a subscription begins and ends, by the payment or before, is open. */
const subscriptions = ['GET /me/subscriptions', 'GET /me/subscriptions/{agent_id}'];

/** Nothing that is shown of anything changes by these in a way that the interface tells. */
const traceless = [
  'POST /me/agents/vanity/slug',
  'POST /me/chats/{chat_id}/feedback',
  'POST /me/chats/{chat_id}/runs',
  'POST /me/credits/use',
  'POST /me/payments/webhook',
  'POST /me/payments/sessions',
  'POST /me/tools/run/{tool_name}',
];

/** What is left out when faults are drawn; no checker can find them. */
export const harmless: readonly Harmless[] = [
  { operators: [...undone, ...swapped, ...again], why: 'leaves no trace that is shown', subjects: traceless },
  {
    operators: undone,
    why: 'when a subscription begins and ends is open',
    subjects: ['POST /me/agents/{agent_id}/subscribe', 'POST /me/agents/{agent_id}/unsubscribe'],
  },
  {
    operators: undone,
    why: 'what becomes of a removed chat is open: it may stay readable and listed',
    subjects: ['DELETE /me/agent-studio-chats/{run_id}', 'DELETE /me/chats/{chat_id}'],
  },
  {
    operators: undone,
    why: 'the fields that it changes are not shown',
    subjects: ['PUT /me/bundles/{bundle_id}', 'PATCH /me/agents/{agent_id}/files/{file_id}'],
  },
  { operators: [...cached, ...swapped], why: 'what it reads is not shown, or open', subjects: unknown },
  {
    operators: cached,
    why: 'what was logged stays as it is',
    subjects: logs.filter((one) => one.includes('{')),
  },
  {
    operators: [...cached, ...swapped, ...lacking, 'reads lag behind by seconds'],
    why: 'when a subscription begins and ends is open',
    subjects: subscriptions,
  },
  {
    operators: cached,
    why: 'nothing makes another key the default',
    subjects: ['GET /me/api-keys/default'],
  },
  {
    operators: [...swapped, 'reads lag behind by seconds'],
    why: 'whose logs are listed, and when, is open',
    subjects: ['GET /me/agent-runs', 'GET /me/executions'],
  },
  {
    operators: [...swapped, ...lacking, 'reads lag behind by seconds'],
    why: "a log's entries have no identifier, and which there are is open",
    subjects: ['GET /me/agent-runs/{run_id}/logs', 'GET /me/agent-runs/{run_id}/mcp-server-logs'],
  },
  {
    operators: shared,
    why: 'what it shows belongs to no user, or being refused to others is not shown (readings, choice 5)',
    subjects: [
      ...['GET /me/agents/{agent_id}/vibe', 'GET /me/chats/{chat_id}/og', 'GET /me/tools/{tool_id}'],
      ...['GET /me/toolsets/{toolset_name}', 'POST /me/tools/run/{tool_name}', 'GET /me/cli-auth/{auth_id}'],
      ...['PUT /me/cli-auth/{cli_auth_id}', 'POST /me/agent-studio-chats/{run_id}/clone'],
      ...['POST /me/agents/{agent_id}/subscribe', 'POST /me/agents/{agent_id}/unsubscribe'],
      ...['POST /me/agents/{agent_id}/upsell-description', 'POST /me/chats/{chat_id}/feedback'],
      // Here the owner himself can't clone a private chat either.
      'POST /me/chats/{chat_id}/clone',
    ],
  },
  {
    operators: swapped,
    why: 'the JWT is in the body, and whose session it is is open',
    subjects: ['PUT /me/cli-auth/{cli_auth_id}'],
  },
  {
    operators: ['list says its first item twice'],
    why: 'what is installed may well be so twice',
    subjects: ['GET /me/user-tools'],
  },
  {
    operators: again,
    why: 'the same tool is the same record',
    subjects: ['POST /me/user-tools'],
  },
  {
    operators: ['run header is dropped', 'run id is no uuid'],
    why: 'that the header is sent on a GET is not said',
    subjects: ['GET {agent_id}/{run_id}'],
  },
  {
    operators: ['refusal has another status', 'refusal is a success'],
    why: 'when credits are not found is not shown, and may never be',
    subjects: ['GET /me/credits', 'POST /me/credits/use'],
  },
  {
    operators: twice,
    why: 'only a valid request is ever refused here, and that is open',
    subjects: ['GET /me/credits', 'POST /me/credits/use', 'GET /me/vip'],
  },
];

/** Why the fault contradicts nothing; undefined where it does. */
export function whyHarmless(operator: string, subject: string): string | undefined {
  return harmless.find(
    ({ operators, subjects }) => operators.includes(operator) && subjects.includes(subject),
  )?.why;
}
