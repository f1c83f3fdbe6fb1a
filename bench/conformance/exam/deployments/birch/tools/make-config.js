'use strict';
// Writes config.json: what a judge is told of this deployment.
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const { AGENTS, KEYS, JWT_SECRET, WEBHOOK_SECRET } = require('../src/seed');
const { sign } = require('../src/jwt');
const jwt = (sub) => sign({ sub: String(sub), iat: 1767225600, exp: 4102444800 }, JWT_SECRET);
const f = (fields, body) => ({ ...(fields ? { fields } : {}), ...(body ? { body } : {}) });
const agent = { agent_id: 'id', chat_id: 'id', chat_prompt: 'instructions', visibility: 'access', vanity_slug: 'handle', upsell_description: 'pitch' };
const request = { agent_id: 'id', chat_prompt: 'instructions', visibility: 'access', vanity_slug: 'handle', upsell_description: 'pitch' };
const partial = { chat_prompt: 'instructions', visibility: 'access', vanity_slug: 'handle', upsell_description: 'pitch' };
const run = { run_id: 'run' };
const studio = { run_id: 'thread', visibility: 'access' };
const key = { api_key_id: 'id', key: 'secret', is_default: 'primary' };
const hidden = { api_key_id: 'id', is_default: 'primary' };
const file = { file_id: 'id', position: 'rank' };
const schedule = { schedule_id: 'id', chat_id: 'chat', cron: 'when' };
const cli = { cli_auth_id: 'session', jwt: 'token' };
const mcp = { name: 'name', description: 'description', inputSchema: 'inputSchema' };
const bindings = {
  Agent: f(agent), AgentModel: f(agent), AgentRequest: f(request), AgentRequestPartial: f(partial),
  UserFeedbackRequest: f(null, { stars: 5 }),
  AgentRun: f(run), AgentRunView: f(run), AgentRunLog: f(run), RunLog: f(run), McpServerLog: f(run), McpLog: f(run),
  AgentRunViewListResponse: f({ items: 'results', next_cursor: 'next', run_id: 'run' }),
  StudioChat: f(studio), AgentStudioChat: f(studio), AgentStudioChatCreate: f(studio), AgentStudioChatUpdate: f({ visibility: 'access' }),
  AgentSubscribeRequest: f(null, { return_url: 'https://shop.example/back' }), AgentSubscribeResponse: f({ agent_id: 'agent' }),
  AgentSubscriptionResponse: f({ agent_id: 'agent' }), AgentSubscriptionListResponse: f({ items: 'results', agent_id: 'agent' }), Subscription: f({ agent_id: 'agent' }),
  AgentThemePreferenceResponse: f({ agent_id: 'agent', theme_color: 'accent' }), AgentThemePreferenceUpsertRequest: f({ theme_color: 'accent' }), Theme: f({ agent_id: 'agent', theme_color: 'accent' }),
  File: f(file), AgentFileResponse: f(file), AgentFileCreateRequest: f({ position: 'rank' }, { filename: 'notes.txt', body: 'Some notes.' }),
  AgentFileUpdateRequest: f({ position: 'rank' }), AgentFileListResponse: f({ items: 'results', ...file }),
  AgentFileBatchPositionRequest: f({ positions: 'order', file_id: 'id', position: 'rank' }),
  ApiKey: f(key), ApiKeyHidden: f(hidden), ApiKeyCreate: f({ is_default: 'primary' }, { label: 'A key' }),
  AgentExecutionCredits: f({ balance: 'credits_left' }), Credits: f({ balance: 'credits_left' }),
  PaymentSessionRequest: f(null, { package: 'credits_100' }),
  MonetizationSummary: f({ total_subscribers: 'fans', total_earnings: 'revenue_cents' }), MonetizationReport: f({ total_subscribers: 'fans', total_earnings: 'revenue_cents' }),
  MonetizationSubscribersResponse: f({ items: 'results', total_subscribers: 'fans' }), MonetizationEarningsResponse: f({ items: 'results', total_earnings: 'revenue_cents' }),
  Bundle: f({ bundle_id: 'id', tools: 'members' }), UserBundle: f({ bundle_id: 'id', tools: 'members' }), UserBundleRequest: f({ tools: 'members' }, { label: 'My bundle' }),
  UserBundleRow: f({ bundle_id: 'id' }), UserBundleSimplified: f({ bundle_id: 'id' }), BundleTool: f({ tool_id: 'tool' }), UserBundleTool: f({ tool_id: 'tool' }),
  CliSession: f(cli), CliAuthModel: f(cli), CliAuthInsertModel: f({ jwt: 'token' }),
  Schedule: f(schedule), ScheduleListResponse: f({ items: 'results', ...schedule }), ScheduleRequest: f({ chat_id: 'chat', cron: 'when' }), ScheduleUpdateRequest: f({ chat_id: 'chat', cron: 'when' }),
  PublicTool: f({ tool_id: 'slug' }), Tool: f(mcp), ToolResult: f({ name: 'tool' }),
  ToolExecution: f({ log_id: 'id' }), ToolExecutionLog: f({ log_id: 'id' }), ToolExecutionLogsResponse: f({ items: 'results', next_cursor: 'next', log_id: 'id' }),
  ToolSet: f({ toolset_name: 'name', tools: 'tools' }), ToolSetWithTools: f({ toolset_name: 'name', tools: 'tools' }), Toolset: f({ toolset_name: 'name', tools: 'tools' }),
  InstalledTool: f({ tool_id: 'tool' }), UserTool: f({ tool_id: 'tool' }), UserInstalledTool: f({ tool_id: 'tool' }), UserInstallToolRequest: f({ tool_id: 'tool' }),
  User: f({ tier: 'level' }), UserWithTier: f({ tier: 'level' }),
  SlugRequest: f(null, { seed: 'My own agent' }),
  VibeCoderListResponse: f({ items: 'results' }), VibeCoderPromptResponse: f({ prompt: 'brief' }), VibePrompt: f({ prompt: 'brief' }),
  VipCodeRequest: f({ code: 'promo' }), VipCodeRedeemed: f({ code: 'promo', count: 'redeemed' }), VipRedemption: f({ code: 'promo', count: 'redeemed' }), VipCodeRedemptionCount: f({ count: 'redeemed' }),
};
const event = '{"id":"evt_birch_fixture","type":"invoice.paid","data":{"amount_cents":2900}}';
const config = {
  agentsUrl: 'http://127.0.0.1:PORT/workers', baseUrl: 'http://127.0.0.1:PORT', profile: 'full', consistencyWindow: 1,
  credentials: { apiKey: KEYS.own, jwt: jwt(1), otherApiKey: KEYS.other, otherJwt: jwt(2), sandboxJwt: jwt(3) },
  bindings,
  fixtures: {
    agentId: AGENTS.worker, message: 'Tell me something', backgroundMessage: 'Start the long job', backgroundErrorMessage: 'Start a job that fails',
    slowMessage: 'Count slowly to twenty', jobSeconds: 6, filesPerAgent: 8,
    toolCallMessage: { message: 'How is the weather in Oslo?', name: 'weather_now', output: 'METAR-ENGM-7741' },
    paidAgentId: AGENTS.paid, unpaidAgentId: AGENTS.unpaid, ownPaidAgentId: AGENTS.ownPaid, subscribedAgentId: AGENTS.subscribed,
    unsubscribeAgentId: AGENTS.unsubscribe, privateAgentId: AGENTS.private,
    tool: { name: 'weather_now', input: { city: 'Oslo' }, invalidInput: { city: 7 } },
    installableToolId: 'text_upper', toolsetName: 'sky', notifierMayBeUsed: true, defaultKeyMayMove: true,
    vipCode: 'BIRCH-WELCOME', ownVipCode: 'MAJA-FRIENDS', cron: '30 6 * * 2',
    webhook: { signatureHeader: 'X-Birch-Signature', validSignature: crypto.createHmac('sha256', WEBHOOK_SECRET).update(event).digest('hex'), body: event, secret: WEBHOOK_SECRET, scheme: 'hex' },
  },
};
fs.writeFileSync(path.join(__dirname, '..', 'config.json'), JSON.stringify(config, null, 2) + '\n');
