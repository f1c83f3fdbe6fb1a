'use strict';
// The records and bodies, by the schema names of the interface; used for validation and for the OpenAPI document.
const s = { type: 'string' }, i = { type: 'integer' }, b = { type: 'boolean' }, ms = { type: 'integer', description: 'milliseconds since 1970' };
const n = (x) => ({ ...x, type: [].concat(x.type, 'null') });
const uuid = { type: 'string', format: 'uuid' }, cnt = { type: 'string', pattern: '^[0-9]+$', description: 'a count, as text' };
const arr = (items) => ({ type: 'array', items });
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const rec = (properties, optional = []) => ({ type: 'object', required: Object.keys(properties).filter((k) => !optional.includes(k)), properties });
const opt = (properties, required = []) => ({ type: 'object', required, properties });
const price = { type: ['object', 'null'], required: ['cents', 'currency'], properties: { cents: { type: 'integer', minimum: 50 }, currency: { type: 'string', enum: ['EUR', 'USD'] } } };
const slug = { type: ['string', 'null'], pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 60 };
const agentReq = { agent_id: n(uuid), displayTitle: n({ type: 'string', maxLength: 200 }), promptText: n(s), is_public: n(b), vanitySlug: slug, price };
const { agent_id: _, ...agentPatch } = agentReq;
const key = { api_key_id: i, label: s, is_default: b, tail: s, created_on: ms };
const studioReq = { run_id: n({ type: 'string', minLength: 1, maxLength: 100 }), caption: n(s), notes: n(s), is_private: n(b) };
const cursorT = { type: ['string', 'null'], format: 'date-time' };
const sub = { agent_id: s, state: { type: 'string', enum: ['active', 'ended'] }, since: ms, until: n(ms), price };
const ptool = { tool_id: s, tool_name: s, about: s, toolset_name: s, needs_connection: b };
const exec = { log_id: i, tool_id: s, tool_name: s, given: { type: 'object' }, outcome: n(s), succeeded: b, run_id: n(uuid), created_on: ms };
const sched = { schedule_id: uuid, chat_id: uuid, cron: s, paused: b, remark: n(s), next_at: n(ms), created_on: ms };
module.exports = {
  HTTPValidationError: rec({ problem: s, violations: arr(rec({ where: s, why: s })) }),
  Problem: rec({ problem: s, status: i }),
  Message: rec({ role: s, content: s, at: ms }),
  MessageRequest: opt({ message: s }, ['message']),
  AgentRunView: rec({ run_id: uuid, agent_id: uuid, agentTitle: s, state: { type: 'string', enum: ['idle', 'working'] }, messageCount: cnt, created_on: ms, changed_on: ms }),
  AgentRunViewListResponse: rec({ entries: arr(ref('AgentRunView')), next_cursor: cursorT }),
  AgentRunLog: rec({ run_id: uuid, line: i, kind: s, text: s, created_on: ms }),
  McpServerLog: rec({ run_id: uuid, server: s, tool_name: s, request: { type: 'object' }, reply: s, created_on: ms }),
  ToolExecutionLog: rec(exec),
  ToolExecutionLogsResponse: rec({ entries: arr(ref('ToolExecutionLog')), next_cursor: cursorT }),
  AgentSubscribeRequest: opt({ return_to: n(s) }),
  AgentSubscribeResponse: rec({ session_ref: s, checkout_link: s, agent_id: s }),
  AgentSubscriptionResponse: rec(sub),
  AgentSubscriptionListResponse: rec({ subscriptions: arr(ref('AgentSubscriptionResponse')), total: cnt }),
  AgentStudioChat: rec({ run_id: s, caption: s, notes: n(s), is_private: b, owner_id: i, removed: b, created_on: ms, changed_on: ms }),
  AgentStudioChatCreate: opt(studioReq),
  AgentStudioChatUpdate: opt({ caption: n(s), notes: n(s), is_private: n(b) }),
  AgentModel: rec({ agent_id: uuid, displayTitle: s, promptText: s, is_public: b, vanitySlug: n(s), upsellText: n(s), price, owner_id: i,
    thumbs: rec({ up: cnt, down: cnt }), fileCount: cnt, created_on: ms, changed_on: ms }),
  AgentRequest: opt(agentReq),
  AgentRequestPartial: opt(agentPatch),
  SlugRequest: opt({ wish: { type: 'string', minLength: 1 } }, ['wish']),
  SlugSuggestion: rec({ slug: s }),
  SlugAvailability: rec({ slug: s, free: b }),
  VibeCoderPromptResponse: rec({ agent_id: s, service_name: s, builderPrompt: s }),
  VibeCoderListResponse: rec({ services: arr(rec({ service_name: s, label: s })) }),
  AgentThemePreferenceResponse: rec({ agent_id: uuid, themeColor: s, changed_on: ms }),
  AgentThemePreferenceUpsertRequest: opt({ themeColor: s }, ['themeColor']),
  AgentFileResponse: rec({ file_id: uuid, agent_id: uuid, label: s, mime: s, text: s, position: { type: 'integer', minimum: 1 }, byteSize: cnt, created_on: ms }),
  AgentFileListResponse: rec({ files: arr(ref('AgentFileResponse')), total: cnt }),
  AgentFileCreateRequest: opt({ label: { type: 'string', minLength: 1, maxLength: 200 }, text: s, mime: n(s) }, ['label', 'text']),
  AgentFileUpdateRequest: opt({ label: n({ type: 'string', minLength: 1, maxLength: 200 }), text: n(s), mime: n(s) }),
  AgentFileBatchPositionRequest: opt({ moves: arr(opt({ file_id: uuid, position: { type: 'integer', minimum: 1 } }, ['file_id', 'position'])) }, ['moves']),
  OpenGraph: rec({ og_title: s, og_description: s, og_url: s }),
  UserFeedbackRequest: opt({ verdict: { type: 'string', enum: ['up', 'down'] }, remark: n(s) }, ['verdict']),
  ApiKeyHidden: rec(key),
  ApiKey: rec({ ...key, secretKey: s }),
  ApiKeyCreate: opt({ label: n({ type: 'string', maxLength: 100 }) }),
  BillingInformationSubscription: rec({ user_id: i, plan: s, active: b, renews_on: n(ms) }),
  AgentExecutionCredits: rec({ remaining: i, spent: i }),
  PaymentWebhookResponseSuccess: rec({ accepted: b }),
  PaymentSessionRequest: opt({ pack: { type: 'string', enum: ['small', 'large'] } }, ['pack']),
  PaymentSessionResponse: rec({ session_ref: s, checkout_link: s }),
  MonetizationSummary: rec({ period: i, subscriberTotal: i, earnedCents: i }),
  MonetizationSubscribersResponse: rec({ period: i, days: arr(rec({ day: s, subscribers: i })) }),
  MonetizationEarningsResponse: rec({ period: i, days: arr(rec({ day: s, cents: i })) }),
  UserBundleSimplified: rec({ bundle_id: i, caption: s, toolCount: cnt }),
  UserBundleTool: rec({ tool_id: s }),
  UserBundle: rec({ bundle_id: i, caption: s, tools: arr(ref('UserBundleTool')), created_on: ms }),
  UserBundleRow: rec({ bundle_id: i, caption: s, created_on: ms }),
  UserBundleRequest: opt({ caption: { type: 'string', minLength: 1, maxLength: 100 }, tools: { type: ['array', 'null'], items: s } }, ['caption']),
  CliAuthModel: rec({ cli_auth_id: uuid, state: { type: 'string', enum: ['waiting', 'ready'] }, expires_on: ms }),
  CliAuthInsertModel: opt({ user_jwt: { type: 'string', minLength: 1 } }, ['user_jwt']),
  Schedule: rec(sched),
  ScheduleListResponse: rec({ schedules: arr(ref('Schedule')), total: cnt }),
  ScheduleRequest: opt({ chat_id: n(s), cron: s, paused: n(b), remark: n(s) }, ['cron']),
  ScheduleUpdateRequest: opt({ cron: n(s), paused: n(b), remark: n(s) }),
  ScheduleOnboarding: rec({ has_schedule: b, ideas: arr(rec({ title: s, cron: s })) }),
  CronText: rec({ cron: s }),
  Tool: rec({ name: s, description: s, inputSchema: { type: 'object' } }),
  PublicTool: rec(ptool),
  ToolInput: { type: 'object' },
  ToolResult: rec({ log_id: i, succeeded: b, content: arr(rec({ type: s, text: s })) }),
  ToolSet: rec({ toolset_name: s, about: s, toolCount: cnt }),
  ToolSetWithTools: rec({ toolset_name: s, about: s, toolCount: cnt, tools: arr(ref('PublicTool')) }),
  UserTool: rec({ tool_id: s, tool_name: s, toolset_name: s, installed_on: ms }),
  UserInstallToolRequest: opt({ tool_id: { type: 'string', minLength: 1 } }, ['tool_id']),
  UserInstalledTool: rec({ tool_id: s, installed_on: ms }),
  UserWithTier: rec({ user_id: i, nick: s, tier: s, joined_on: ms }),
  VipCodeRedemptionCount: rec({ redeemed: i }),
  VipCodeRequest: opt({ code: s }, ['code']),
  VipCodeRedeemed: rec({ code: s, redeemed_on: ms, bonus: i }),
};
