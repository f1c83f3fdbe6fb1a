// Writes config.json: node mkconfig.mjs
import { writeFileSync } from 'node:fs'
import { createHmac } from 'node:crypto'
import { FIX, signJwt, WEBHOOK_SECRET } from './core.mjs'
const camel = (...names) => Object.fromEntries(names.map((n) => [n, n.replace(/_([a-z])/g, (_, l) => l.toUpperCase())]))
const ids = (id) => ({ fields: { id, ...{ [id.replace(/[A-Z]/g, (l) => '_' + l.toLowerCase())]: id } } })
const f = (...names) => ({ fields: camel(...names) })
const merge = (...x) => ({ fields: Object.assign({}, ...x.map((y) => y.fields)) })
const times = f('created_at', 'updated_at')
const body = JSON.stringify({ id: 'evt_fixture_1', type: 'invoice.paid', data: { invoiceId: 'in_1' } })
const list = (name) => ({ fields: { [name]: 'data', items: 'data' } })
const cfg = {
  agentsUrl: 'http://127.0.0.1:PORT/workers', baseUrl: 'http://127.0.0.1:PORT', openapi: 'http://127.0.0.1:PORT/openapi.json', profile: 'full', consistencyWindow: 1,
  credentials: { apiKey: FIX.ownKey, jwt: signJwt(FIX.own), otherApiKey: FIX.otherKey, otherJwt: signJwt(FIX.other), sandboxJwt: signJwt(FIX.sandbox) },
  traffic: { onlyClients: true, users: { own: [signJwt(FIX.own), FIX.ownKey], other: [signJwt(FIX.other), FIX.otherKey], sandbox: [signJwt(FIX.sandbox)] } },
  fixtures: {
    agentId: FIX.agent, message: 'Good morning, harbor', backgroundAgentId: FIX.bgAgent, backgroundMessage: 'Start the reconciliation job', backgroundErrorMessage: 'Start the reconciliation job on the corrupted ledger',
    toolCallMessage: { message: 'Which vessel lies at berth B12?', name: 'find_berth', output: 'HX-QUILL-7731' },
    paidAgentId: FIX.paid, unpaidAgentId: FIX.unpaid, ownPaidAgentId: FIX.ownPaid, subscribedAgentId: FIX.subscribed, unsubscribeAgentId: FIX.unsub, privateAgentId: FIX.priv,
    tool: { name: 'find_berth', input: { berth: 'C3' }, invalidInput: { berth: 12 } }, installableToolId: 'slugify_text', toolsetName: 'harbor', notifierMayBeUsed: true,
    vipCode: 'BRAMBLE-WELCOME-26', ownVipCode: 'BRAMBLE-OWN-26', cron: '30 9 * * 1',
    webhook: { signatureHeader: 'x-payments-signature', validSignature: 'sha256=' + createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex'), body },
  },
  bindings: {
    AgentModel: merge(ids('agentId'), times, f('owner_id', 'chat_prompt', 'vanity_slug', 'upsell_description', 'theme_color', 'paid_subscription', 'file_count', 'feedback_count')),
    AgentRequest: merge({ fields: { id: 'agentId', agent_id: 'agentId' } }, f('chat_prompt', 'vanity_slug', 'upsell_description', 'paid_subscription')),
    AgentRequestPartial: f('chat_prompt', 'vanity_slug', 'upsell_description', 'paid_subscription'),
    AgentThemePreferenceResponse: merge(f('agent_id', 'theme_color', 'updated_at')), AgentThemePreferenceUpsertRequest: f('theme_color'),
    AgentFileResponse: merge(ids('fileId'), times, f('agent_id', 'file_name', 'mime_type'), { fields: { name: 'fileName', size: 'sizeBytes' } }), AgentFileListResponse: list('files'),
    AgentFileCreateRequest: { fields: { name: 'fileName', file_name: 'fileName', mime_type: 'mimeType' } }, AgentFileUpdateRequest: { fields: { name: 'fileName', file_name: 'fileName', mime_type: 'mimeType' } },
    AgentFileBatchPositionRequest: { fields: { files: 'positions', file_id: 'fileId' } },
    AgentRunView: merge(times, f('run_id', 'agent_id')), AgentRunViewListResponse: { fields: { runs: 'data', items: 'data', next_cursor: 'meta.nextCursor' } },
    AgentRunLog: f('log_id', 'run_id', 'agent_id', 'created_at'), McpServerLog: f('log_id', 'run_id', 'server_name', 'tool_name', 'created_at'),
    ToolExecutionLog: merge(ids('logId'), f('tool_name', 'created_at')), ToolExecutionLogsResponse: { fields: { logs: 'data', items: 'data', next_cursor: 'meta.nextCursor' } },
    AgentSubscribeRequest: f('success_url', 'cancel_url'), AgentSubscribeResponse: { fields: { checkout_url: 'checkoutUrl', checkout_session_id: 'checkoutSessionId', session_id: 'checkoutSessionId', url: 'checkoutUrl' } },
    AgentSubscriptionResponse: f('subscription_id', 'agent_id', 'started_at', 'canceled_at'), AgentSubscriptionListResponse: list('subscriptions'),
    AgentStudioChat: merge(f('run_id', 'owner_id', 'agent_id', 'deleted_at'), times), AgentStudioChatCreate: f('run_id', 'agent_id'), AgentStudioChatUpdate: f('agent_id'),
    VibeCoderPromptResponse: f('agent_id', 'service_name'), VibeCoderListResponse: list('services'), SlugRequest: { fields: { text: 'name' } },
    ApiKey: merge(ids('apiKeyId'), f('is_default', 'created_at')), ApiKeyHidden: merge(ids('apiKeyId'), f('is_default', 'created_at')),
    BillingInformationSubscription: f('current_period_end', 'cancel_at_period_end', 'payment_method'), PaymentSessionResponse: { fields: { session_id: 'sessionId', url: 'sessionUrl', session_url: 'sessionUrl' } },
    MonetizationSummary: { fields: { total_subscribers: 'totalSubscribers', total_earnings: 'totalEarningsCents' } },
    MonetizationSubscribersResponse: { fields: { days: 'data', items: 'data', data: 'data', count: 'subscribers' } }, MonetizationEarningsResponse: { fields: { days: 'data', items: 'data', data: 'data', amount: 'amountCents', earnings: 'amountCents' } },
    UserBundle: merge(ids('bundleId'), times), UserBundleSimplified: merge(ids('bundleId'), f('tool_count', 'created_at')), UserBundleRow: merge(ids('bundleId'), times), UserBundleTool: f('tool_id', 'bundle_id', 'added_at'),
    CliAuthModel: { fields: { id: 'cliAuthId', cli_auth_id: 'cliAuthId', created_at: 'createdAt', expires_at: 'expiresAt' } },
    Schedule: merge(ids('scheduleId'), { fields: { chat_id: 'chatId', cron: 'cronExpression', cron_expression: 'cronExpression' } }, times), ScheduleListResponse: list('schedules'),
    ScheduleRequest: { fields: { chat_id: 'chatId', cron: 'cronExpression', cron_expression: 'cronExpression' } }, ScheduleUpdateRequest: { fields: { chat_id: 'chatId', cron: 'cronExpression', cron_expression: 'cronExpression' } },
    Tool: { fields: { input_schema: 'inputSchema' } }, PublicTool: { fields: { id: 'toolId', tool_id: 'toolId' } }, UserTool: { fields: { id: 'toolId', tool_id: 'toolId', installed_at: 'installedAt' } },
    UserInstallToolRequest: f('tool_id'), UserInstalledTool: f('tool_id', 'user_id', 'installed_at'), ToolResult: f('tool_name', 'is_error', 'log_id'), ToolSet: { fields: { toolset_name: 'name' } }, ToolSetWithTools: { fields: { toolset_name: 'name' } },
    UserWithTier: { fields: { id: 'userId', user_id: 'userId', created_at: 'createdAt' } }, VipCodeRedeemed: f('redeemed_at', 'credits_granted'), WorkerEvent: f('tool_call_id', 'job_id', 'run_id'),
  },
}
writeFileSync('config.json', JSON.stringify(cfg, null, 2) + '\n')
