package main

import "strings"

// Every operation that a client can call. The gateway routes by this table and
// its OpenAPI document is made of it. Columns: method, path, owner, credential
// (jwt, key, open), operationId and summary, parameters, body, success, other statuses.
// A success of "data X" is in an envelope, of "array X" a plain array, of "as X" as it stands.
const opsTable = `
POST|/workers/{agent_id}|runs|key|startRun: Start a new run of a worker|p.agent_id:uuid|StartRunRequest|200 text|402,403,404
PUT|/workers/{agent_id}/{run_id}|runs|key|continueRun: Add a message to a run|p.agent_id:uuid p.run_id:uuid|ContinueRunRequest|200 text|402,403,404,409
POST|/workers/ndjson/{agent_id}|runs|key|startRunNdjson: Start a new run, with signals|p.agent_id:uuid|StartRunRequest|200 ndjson|402,403,404
PUT|/workers/ndjson/{agent_id}/{run_id}|runs|key|continueRunNdjson: Add a message to a run, with signals|p.agent_id:uuid p.run_id:uuid|ContinueRunRequest|200 ndjson|402,403,404,409
GET|/workers/{agent_id}/{run_id}|runs|key|readRun: The messages of a run|p.agent_id:uuid p.run_id:uuid||200 array Message|404
GET|/me/agent-runs|runs|jwt|listAgentRuns: Own runs, newest first|q.next_cursor:datetime? q.limit:integer;default=30;min=1;max=500||200 as AgentRunViewListResponse|500
GET|/me/agent-runs/{run_id}|runs|jwt|getAgentRun: One run|p.run_id:uuid||200 data AgentRunView|404,500
GET|/me/agent-runs/{run_id}/mcp-server-logs|runs|jwt|listMcpServerLogs: What a run called|p.run_id:uuid||200 array McpServerLog|500
GET|/me/agent-runs/{run_id}/logs|runs|jwt|listAgentRunLogs: What a run did|p.run_id:uuid||200 array AgentRunLog|500
GET|/me/executions|tools|jwt|listExecutions: Own tool executions, newest first|q.next_cursor:datetime? q.limit:integer;default=30;min=1;max=500||200 as ToolExecutionLogsResponse|500
GET|/me/executions/{log_id}|tools|jwt|getExecution: One tool execution|p.log_id:integer||200 data ToolExecutionLog|404,500
POST|/me/agents/{agent_id}/subscribe|accounts|jwt|subscribe: Subscribe to a paid agent|p.agent_id:string|AgentSubscribeRequest?|200 data AgentSubscribeResponse|400,402,404
POST|/me/agents/{agent_id}/unsubscribe|accounts|jwt|unsubscribe: End a subscription|p.agent_id:string||200 data AgentSubscriptionResponse|400,404
GET|/me/subscriptions|accounts|jwt|listSubscriptions: Own subscriptions|||200 as AgentSubscriptionListResponse|
GET|/me/subscriptions/{agent_id}|accounts|jwt|getSubscription: One subscription|p.agent_id:string||200 data AgentSubscriptionResponse|404
GET|/me/agent-studio-chats|agents|jwt|listStudioChats: Own studio chats|||200 array AgentStudioChat|
POST|/me/agent-studio-chats|agents|jwt|createStudioChat: Make a studio chat or return the one of this runId|-|AgentStudioChatCreate|200 data AgentStudioChat|400,409
GET|/me/agent-studio-chats/{run_id}|agents|open|getStudioChat: One studio chat|p.run_id:string||200 data AgentStudioChat|403,404
PUT|/me/agent-studio-chats/{run_id}|agents|jwt|putStudioChat: Write a studio chat anew|p.run_id:string|AgentStudioChatCreate|200 data AgentStudioChat|400,403,404
PATCH|/me/agent-studio-chats/{run_id}|agents|jwt|patchStudioChat: Change a studio chat|p.run_id:string|AgentStudioChatUpdate|200 data AgentStudioChat|400,403,404
DELETE|/me/agent-studio-chats/{run_id}|agents|jwt|deleteStudioChat: Delete a studio chat softly|p.run_id:string||200 data AgentStudioChat|400,403,404
POST|/me/agent-studio-chats/{run_id}/clone|agents|jwt|cloneStudioChat: Copy a public studio chat|p.run_id:string||201 data AgentStudioChat|400,404
GET|/me/agents|agents|jwt|listAgents: Own agents, newest first|||200 array AgentModel|
POST|/me/agents|agents|jwt|upsertAgent: Make an agent, or change the one of agentId|-|AgentRequest|200 data AgentModel|400,403,404
GET|/me/agents/{agent_id}|agents|open|getAgent: One agent|p.agent_id:string||200 data AgentModel|403,404
POST|/me/agents/{agent_id}/upsell-description|agents|jwt|generateUpsell: Write the upsell description|p.agent_id:string||200 data AgentModel|404,500
POST|/me/agents/vanity/slug|agents|open|generateSlug: A free slug|-|SlugRequest|200 data Slug|500
GET|/me/agents/vanity/slug|agents|jwt|checkSlug: Whether a slug is free|q.slug:string!||200 data SlugAvailability|
GET|/me/agents/{agent_id}/vibe|agents|jwt|getVibePrompt: A prompt for a code generation service|p.agent_id:string q.service_name:string!;enum=bolt,lovable,v0||200 data VibeCoderPromptResponse|403,404
GET|/me/vibe/services|agents|open|listVibeServices: The code generation services|||200 as VibeCoderListResponse|
GET|/me/agents/{agent_id}/customizations/theme|agents|jwt|getTheme: The theme of an agent, or null|p.agent_id:uuid||200 maybe AgentThemePreferenceResponse|403,404
PUT|/me/agents/{agent_id}/customizations/theme|agents|jwt|putTheme: Set the theme|p.agent_id:uuid|AgentThemePreferenceUpsertRequest|200 data AgentThemePreferenceResponse|400,403,404
GET|/me/agents/{agent_id}/files|agents|jwt|listFiles: The files of an agent by position|p.agent_id:uuid||200 as AgentFileListResponse|403,404
POST|/me/agents/{agent_id}/files|agents|jwt|createFile: Add a file|p.agent_id:uuid|AgentFileCreateRequest|201 data AgentFileResponse|400,403,404
GET|/me/agents/{agent_id}/files/{file_id}|agents|jwt|getFile: One file|p.agent_id:uuid p.file_id:uuid||200 data AgentFileResponse|403,404
PATCH|/me/agents/{agent_id}/files/{file_id}|agents|jwt|patchFile: Change a file|p.agent_id:uuid p.file_id:uuid|AgentFileUpdateRequest|200 data AgentFileResponse|403,404
DELETE|/me/agents/{agent_id}/files/{file_id}|agents|jwt|deleteFile: Remove a file|p.agent_id:uuid p.file_id:uuid||204|403,404
PUT|/me/agents/{agent_id}/files/positions|agents|jwt|putFilePositions: Order the files|p.agent_id:uuid|AgentFileBatchPositionRequest|200 as AgentFileListResponse|403,404
GET|/me/chats|agents|jwt|listChats: Own chats, newest first|||200 array AgentModel|
POST|/me/chats|agents|jwt|createChat: Make a chat (deprecated)|-|AgentRequest|200 data AgentModel|400
GET|/me/chats/{chat_id}|agents|open|getChat: One chat|p.chat_id:string||200 data AgentModel|403,404
PUT|/me/chats/{chat_id}|agents|jwt|putChat: Write a chat anew|p.chat_id:string|AgentRequest|200 data AgentModel|400,403,404
PATCH|/me/chats/{chat_id}|agents|jwt|patchChat: Change a chat|p.chat_id:string|AgentRequestPartial|200 data AgentModel|400,403,404
DELETE|/me/chats/{chat_id}|agents|jwt|deleteChat: Delete a chat|p.chat_id:string||200 data AgentModel|403,404
GET|/me/chats/{chat_id}/og|agents|open|getSocialPreview: Metadata of the social preview|p.chat_id:uuid||200 data SocialPreview|
POST|/me/chats/{chat_id}/clone|agents|jwt|cloneChat: Copy a public chat|p.chat_id:uuid|AgentRequestPartial?|200 data AgentModel|400,403,404
POST|/me/chats/{chat_id}/feedback|agents|jwt|giveFeedback: Rate a chat|p.chat_id:string|UserFeedbackRequest|200 data AgentModel|404
POST|/me/chats/{chat_id}/runs|runs|jwt|createChatRun: A run log entry for a new run|p.chat_id:uuid||200 data AgentRunLog|403,404,500
GET|/me/api-keys|accounts|jwt|listApiKeys: Own keys without their values|||200 array ApiKeyHidden|500
POST|/me/api-keys|accounts|jwt|createApiKey: Make a key|-|ApiKeyCreate|200 data ApiKey|500
GET|/me/api-keys/default|accounts|jwt|getDefaultApiKey: The default key|||200 data ApiKey|500
GET|/me/api-keys/{api_key_id}|accounts|jwt|getApiKey: One key|p.api_key_id:integer||200 data ApiKey|404,500
DELETE|/me/api-keys/{api_key_id}|accounts|jwt|deleteApiKey: Revoke a key|p.api_key_id:integer||200 data ApiKeyHidden|404,500
GET|/me/billing|accounts|jwt|getBilling: Plan and billing period|||200 data BillingInformationSubscription|500
GET|/me/credits|accounts|jwt|getCredits: The balance of credits|||200 data AgentExecutionCredits|404,500
POST|/me/credits/use|accounts|jwt|useCredit: Spend one credit|||200 data AgentExecutionCredits|404,500
POST|/me/payments/webhook|accounts|open|receivePaymentEvent: An event of the payment provider|h.X-Ledger-Signature:string|PaymentEvent|200 data PaymentWebhookResponseSuccess|400
POST|/me/payments/sessions|accounts|jwt|createPaymentSession: Start a payment|-|PaymentSessionRequest|200 data PaymentSessionResponse|
GET|/me/monetization/summary|accounts|jwt|getMonetizationSummary: Subscribers and earnings|q.period:integer;default=28;min=1;max=365||200 data MonetizationSummary|
GET|/me/monetization/subscribers|accounts|jwt|getMonetizationSubscribers: Subscribers by day|q.period:integer;default=28;min=1;max=365||200 data MonetizationSubscribersResponse|
GET|/me/monetization/earnings|accounts|jwt|getMonetizationEarnings: Earnings by day|q.period:integer;default=28;min=1;max=365||200 data MonetizationEarningsResponse|
GET|/me/bundles|tools|jwt|listBundles: Own bundles|||200 array UserBundleSimplified|500
POST|/me/bundles|tools|jwt|createBundle: Make an empty bundle|||200 data UserBundle|409,500
GET|/me/bundles/{bundle_id}|tools|jwt|getBundle: One bundle|p.bundle_id:integer||200 data UserBundle|404,500
PUT|/me/bundles/{bundle_id}|tools|jwt|putBundle: Write a bundle anew|p.bundle_id:integer|UserBundleRequest|200 data UserBundle|409,500
DELETE|/me/bundles/{bundle_id}|tools|jwt|deleteBundle: Remove a bundle|p.bundle_id:integer||200 data UserBundleRow|404,500
GET|/me/bundles/{bundle_id}/tools|tools|jwt|listBundleTools: The tools of a bundle|p.bundle_id:integer||200 array UserBundleTool|500
POST|/me/bundles/{bundle_id}/tools|tools|jwt|addBundleTool: Put a tool into a bundle|p.bundle_id:integer|UserBundleToolRequest|200 data UserBundleTool|404,500
DELETE|/me/bundles/{bundle_id}/tools/{tool_id}|tools|jwt|removeBundleTool: Take a tool out of a bundle|p.bundle_id:integer p.tool_id:string||200 data UserBundleTool|404,500
POST|/me/cli-auth|accounts|open|createCliAuth: Begin a login of the command line|||200 data CliAuthModel|503
PUT|/me/cli-auth/{cli_auth_id}|accounts|jwt|attachCliAuth: Attach a JWT to it|p.cli_auth_id:uuid|CliAuthInsertModel|200 data CliAuthModel|403,404,503
GET|/me/cli-auth/{auth_id}|accounts|open|consumeCliAuth: Read the JWT once|p.auth_id:uuid||200 token JWT|404,503
GET|/me/schedules|runs|jwt|listSchedules: Own schedules|||200 as ScheduleListResponse|500
POST|/me/schedules|runs|jwt|createSchedule: Make a schedule|-|ScheduleRequest|200 data Schedule|403,500
GET|/me/schedules/onboarding|runs|jwt|getScheduleOnboarding: Hints for the first schedule|||200 data ScheduleOnboarding|500
GET|/me/schedules/text-to-cron|runs|jwt|textToCron: Words or an expression as a cron expression|q.cron:string!||200 data ConvertedCron|400,500
GET|/me/schedules/{schedule_id}|runs|jwt|getSchedule: One schedule|p.schedule_id:uuid||200 data Schedule|404,500
PUT|/me/schedules/{schedule_id}|runs|jwt|putSchedule: Change a schedule|p.schedule_id:uuid|ScheduleUpdateRequest|200 data Schedule|403,404,500
DELETE|/me/schedules/{schedule_id}|runs|jwt|deleteSchedule: Remove a schedule|p.schedule_id:uuid||200 data Schedule|404,500
GET|/me/tools/list|tools|jwt|listMcpTools: All tools in MCP format|||200 array Tool|500
GET|/me/tools|tools|open|listPublicTools: All public tools|||200 array PublicTool|500
GET|/me/tools/search|tools|jwt|searchTools: Tools by words, best first|q.q:string!;minLength=1 q.toolkit:string? q.limit:integer;default=20;min=1;max=200 q.min_score:number;default=0.15;min=0;max=1||200 array Tool|500
GET|/me/tools/{tool_id}|tools|open|getPublicTool: One public tool|p.tool_id:string||200 data PublicTool|404,500
POST|/me/tools/run/{tool_name}|tools|jwt|runTool: Run a tool|p.tool_name:string q.service_id:string;default=default q.service_id_namespace:string;default=global|ToolInput|200 data ToolResult|400,404,500
GET|/me/toolsets/list|tools|jwt|listToolsets: All toolsets|||200 array ToolSet|500
GET|/me/toolsets/{toolset_name}|tools|jwt|getToolset: One toolset and its tools|p.toolset_name:string||200 data ToolSetWithTools|404,500
GET|/me/user-tools|tools|jwt|listUserTools: Installed tools|||200 array UserTool|500
POST|/me/user-tools|tools|jwt|installTool: Install a tool|-|UserInstallToolRequest|200 data UserInstalledTool|409,500
GET|/me/user-tools/{tool_id}|tools|jwt|getUserTool: One installed tool|p.tool_id:string||200 data UserTool|404,500
DELETE|/me/user-tools/{tool_id}|tools|jwt|uninstallTool: Remove an installed tool|p.tool_id:string||200 data UserInstalledTool|404,500
GET|/me/|accounts|jwt|getMe: The current user|||200 data UserWithTier|
GET|/me/vip|accounts|jwt|countVip: How many codes the caller has redeemed|||200 data VipCodeRedemptionCount|400
POST|/me/vip|accounts|jwt|redeemVip: Redeem a code|-|VipCodeRequest|200 data VipCodeRedeemed|400
`

type Op struct {
	Method, Path, Svc, Auth, ID, Summary, Params, Body, Success, Errs string
}

var ops = func() (out []Op) {
	for _, line := range strings.Split(strings.TrimSpace(opsTable), "\n") {
		f := strings.Split(line, "|")
		id, sum, _ := strings.Cut(f[4], ": ")
		out = append(out, Op{f[0], f[1], f[2], f[3], id, sum, f[5], f[6], f[7], f[8]})
	}
	return
}()

// The records, by hand: name: field type, with ? for null, ~ for not required.
const schemaTable = `
Meta: requestId ulid, next datetime?
Problem: type string, title string, status integer, detail string, requestId ulid
ValidationItem: in string, field string, reason string
HTTPValidationError: type string, title string, status integer, detail string, requestId ulid, errors []ValidationItem
Message: role enum(user/assistant), content string
StartRunRequest: message string
ContinueRunRequest: message string
StreamLine: seq integer, type enum(run.started/text.delta/tool.call/tool.result/job.started/run.finished), runId uuid~, text string~, callId ulid~, name string~, arguments object~, output object~, jobId string~
AgentRunView: runId uuid, workerId uuid, workerName string?, status enum(idle/running), jobId string?, access enum(owner/subscriber/free/none), source enum(api/chat/schedule), messageCount integer, startedAt datetime, lastActivityAt datetime
AgentRunViewListResponse: data []AgentRunView, meta Meta
McpServerLog: logId ulid, runId uuid, serverName string, toolName string, request object, response object, createdAt datetime
AgentRunLog: logId ulid, runId uuid, workerId uuid, event string, detail string, createdAt datetime
ToolExecutionLog: logId integer, toolName string, serviceId string, serviceIdNamespace string, status enum(success/error), input object, output object, durationMs integer, createdAt datetime
ToolExecutionLogsResponse: data []ToolExecutionLog, meta Meta
AgentSubscribeRequest: successUrl string?~, cancelUrl string?~
AgentSubscribeResponse: agentId uuid, subscriptionId ulid, checkoutSessionId ulid, checkoutUrl string, status enum(active), priceCents integer, currency string
AgentSubscriptionResponse: agentId uuid, subscriptionId ulid, status enum(active/canceled), priceCents integer, currency string, startedAt datetime, canceledAt datetime?
AgentSubscriptionListResponse: data []AgentSubscriptionResponse, meta Meta
AgentStudioChat: runId string, ownerId ulid, title string, visibility enum(private/public), tags []string, notes string?, createdAt datetime, updatedAt datetime, deletedAt datetime?
AgentStudioChatCreate: runId string?~, title string?~, visibility enum(private/public)?~, tags []string?~, notes string?~
AgentStudioChatUpdate: title string?~, visibility enum(private/public)?~, tags []string?~, notes string?~
FeedbackSummary: count integer, averageRating number?
AgentModel: agentId uuid, chatId uuid, ownerId ulid, name string, description string?, chatPrompt string, visibility enum(private/public), vanitySlug string?, upsellDescription string?, monthlyPriceCents integer?, currency string, themeColor string?, fileCount integer, runCount integer, feedback FeedbackSummary, createdAt datetime, updatedAt datetime
AgentRequest: agentId uuid?~, chatPrompt string?~, name string?~, description string?~, visibility enum(private/public)?~, vanitySlug string?~, upsellDescription string?~, monthlyPriceCents integer?~
AgentRequestPartial: chatPrompt string?~, name string?~, description string?~, visibility enum(private/public)?~, vanitySlug string?~, upsellDescription string?~, monthlyPriceCents integer?~
SlugRequest: name string?~
Slug: slug string
SlugAvailability: slug string, available boolean, reason string?
VibeCoderPromptResponse: agentId uuid, serviceName string, prompt string
VibeService: name string, label string
VibeCoderListResponse: data []VibeService, meta Meta
AgentThemePreferenceResponse: agentId uuid, themeColor string, updatedAt datetime
AgentThemePreferenceUpsertRequest: themeColor string
AgentFileResponse: fileId uuid, agentId uuid, fileName string, contentType string, content string, sizeBytes integer, position integer, createdAt datetime, updatedAt datetime
AgentFileListResponse: data []AgentFileResponse, meta Meta
AgentFileCreateRequest: fileName string, content string?~, contentType string?~, position integer?~
AgentFileUpdateRequest: fileName string?~, content string?~, contentType string?~, position integer?~
FilePosition: fileId uuid, position integer
AgentFileBatchPositionRequest: positions []FilePosition
SocialPreview: title string, description string, url string, imageUrl string
UserFeedbackRequest: rating integer, comment string?~
ApiKey: apiKeyId integer, name string, key string, isDefault boolean, createdAt datetime
ApiKeyHidden: apiKeyId integer, name string, isDefault boolean, createdAt datetime
ApiKeyCreate: name string?~, isDefault boolean?~
BillingInformationSubscription: plan string, status string, amountCents integer, currency string, currentPeriodStart datetime, currentPeriodEnd datetime, cardLastFour string?
AgentExecutionCredits: balance integer, used integer, updatedAt datetime
PaymentEvent: id string, type string, data object
PaymentWebhookResponseSuccess: received boolean, eventId string
PaymentSessionRequest: amountCents integer, currency string?~
PaymentSessionResponse: sessionId ulid, url string, amountCents integer, currency string, status enum(open), createdAt datetime
MonetizationSummary: periodDays integer, totalSubscribers integer, totalEarningsCents integer, currency string
DaySubscribers: date date, subscribers integer
DayEarnings: date date, earningsCents integer
MonetizationSubscribersResponse: periodDays integer, days []DaySubscribers, totalSubscribers integer
MonetizationEarningsResponse: periodDays integer, days []DayEarnings, totalEarningsCents integer, currency string
UserBundleTool: bundleId integer, toolId ulid, addedAt datetime
UserBundleToolRequest: toolId ulid
UserBundle: bundleId integer, name string, description string?, tools []UserBundleTool, createdAt datetime, updatedAt datetime
UserBundleSimplified: bundleId integer, name string, toolCount integer
UserBundleRow: bundleId integer, userId ulid, name string, description string?, createdAt datetime, updatedAt datetime
UserBundleRequest: name string, description string?~, tools []ulid~
CliAuthModel: cliAuthId uuid, status enum(pending/attached/consumed), createdAt datetime, expiresAt datetime
CliAuthInsertModel: jwt string
Schedule: scheduleId uuid, chatId uuid, cron string, message string, enabled boolean, timezone string, nextRunAt datetime?, createdAt datetime, updatedAt datetime
ScheduleListResponse: data []Schedule, meta Meta
ScheduleRequest: chatId uuid, cron string, message string?~, enabled boolean?~
ScheduleUpdateRequest: chatId uuid?~, cron string?~, message string?~, enabled boolean?~
ScheduleExample: text string, cron string
ScheduleOnboarding: hasSchedules boolean, examples []ScheduleExample
ConvertedCron: input string, cron string
ToolMeta: toolId ulid, toolkit string, score number~
Tool: name string, description string, inputSchema object, _meta ToolMeta
PublicTool: toolId ulid, name string, description string, toolkit string, requiresConnection boolean
ToolInput: 
ToolContent: type enum(text), text string
ToolResult: executionId integer, toolName string, isError boolean, content []ToolContent, structuredContent object, durationMs integer
ToolSet: toolsetName string, description string, toolCount integer
ToolSetWithTools: toolsetName string, description string, toolCount integer, tools []Tool
UserTool: toolId ulid, name string, description string, toolkit string, requiresConnection boolean, installedAt datetime
UserInstalledTool: toolId ulid, userId ulid, installedAt datetime
UserInstallToolRequest: toolId ulid
UserWithTier: userId ulid, email string, displayName string, tier enum(pro/sandbox), createdAt datetime
VipCodeRequest: code string
VipCodeRedeemed: code string, perk string, redeemedAt datetime
VipCodeRedemptionCount: count integer
`
