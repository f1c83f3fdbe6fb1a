package main

const (
	authNone = iota
	authJWT
	authKey
)

// P is a path or query parameter.
type P struct {
	Name   string
	In     string
	Req    bool
	Schema S
}

// Op is an operation: what is routed, checked and shown in the OpenAPI document.
type Op struct {
	Method, Path, ID, Tag, About string
	Auth                         int
	Params                       []P
	Body                         string
	BodyOptional, RawBody        bool
	Deprecated                   bool
	Status                       int
	Answer                       string // schema, [] before for arrays, ? after for null
	Stream                       string
	Errors                       []int
	Headers, SentHeaders         []string
	H                            func(*Ctx) error
}

func path(name string, s S) P            { return P{name, "path", true, s} }
func query(name string, req bool, s S) P { return P{name, "query", req, s} }
func list(p ...P) []P                    { return p }
func e(codes ...int) []int               { return codes }

func opByPath(method, p string) *Op {
	for i := range ops {
		if ops[i].Method == method && ops[i].Path == p {
			return &ops[i]
		}
	}
	panic(p)
}

var ops []Op

func init() {
	cursor := S{"type": "string", "format": "date-time"}
	nullCursor := null(S{"type": "string", "format": "date-time"})
	limit := def(intRange(1, 1000), 30)
	period := def(intRange(1, 365), 28)
	agentS, agentU := path("agent_id", str()), path("agent_id", uuidS())
	chatS, chatU := path("chat_id", str()), path("chat_id", uuidS())
	runU, runS := path("run_id", uuidS()), path("run_id", str())
	fileU := path("file_id", uuidS())
	bundle := path("bundle_id", integer())
	toolID := path("tool_id", str())
	scheduleID := path("schedule_id", uuidS())
	runHeader := []string{"X-Service-Run-ID", "x-service-job-id"}
	agent := nameOf[AgentModel]()
	studio := nameOf[AgentStudioChat]()
	file := nameOf[AgentFileResponse]()
	files := nameOf[AgentFileListResponse]()
	schedule := nameOf[Schedule]()
	key, hidden := nameOf[ApiKey](), nameOf[ApiKeyHidden]()
	bt := nameOf[UserBundleTool]()
	bundleFull := nameOf[UserBundle]()
	services := []string{}
	for _, v := range vibeServices {
		services = append(services, v.ServiceName)
	}

	add := func(method, path, id, tag, about string, auth int, answer string, h func(*Ctx) error, more func(o *Op)) {
		o := Op{Method: method, Path: path, ID: id, Tag: tag, About: about, Auth: auth, Answer: answer, H: h}
		if more != nil {
			more(&o)
		}
		ops = append(ops, o)
	}

	// Workers API
	for _, form := range []struct{ prefix, id, mime string }{{"/workers", "", "text/plain"}, {"/workers/ndjson", "Ndjson", "application/x-ndjson"}} {
		add("POST", form.prefix+"/{agent_id}", "startRun"+form.id, "workers", "Start a conversation with a worker", authKey, "", workerTalk, func(o *Op) {
			o.Params, o.Body, o.Stream, o.Errors, o.SentHeaders = list(agentU), "StartRunRequest", form.mime, e(403, 404), runHeader
		})
		add("PUT", form.prefix+"/{agent_id}/{run_id}", "continueRun"+form.id, "workers", "Go on with a conversation", authKey, "", workerTalk, func(o *Op) {
			o.Params, o.Body, o.Stream, o.Errors, o.SentHeaders = list(agentU, runU), "ContinueRunRequest", form.mime, e(403, 404, 409), runHeader
		})
	}
	add("GET", "/workers/{agent_id}/{run_id}", "getRunMessages", "workers", "The messages of a conversation", authKey, "[]"+nameOf[Message](), workerHistory, func(o *Op) {
		o.Params, o.Errors, o.SentHeaders = list(agentU, runU), e(404), runHeader
	})

	// Agent runs and logs
	add("GET", "/me/agent-runs", "listAgentRuns", "runs", "The caller's runs, newest first", authJWT, nameOf[AgentRunViewListResponse](), runsList, func(o *Op) {
		o.Params, o.Errors = list(query("next_cursor", false, nullCursor), query("limit", false, limit)), e(500)
	})
	add("GET", "/me/agent-runs/{run_id}", "getAgentRun", "runs", "A run", authJWT, nameOf[AgentRunView](), runGet, func(o *Op) { o.Params, o.Errors = list(runU), e(404, 500) })
	add("GET", "/me/agent-runs/{run_id}/mcp-server-logs", "listMcpServerLogs", "runs", "MCP server calls of a run", authJWT, "[]"+nameOf[McpServerLog](), runMcpLogs, func(o *Op) { o.Params, o.Errors = list(runU), e(500) })
	add("GET", "/me/agent-runs/{run_id}/logs", "listAgentRunLogs", "runs", "Log of a run", authJWT, "[]"+nameOf[AgentRunLog](), runLogs, func(o *Op) { o.Params, o.Errors = list(runU), e(500) })
	add("GET", "/me/executions", "listExecutions", "runs", "The caller's tool executions, newest first", authJWT, nameOf[ToolExecutionLogsResponse](), execList, func(o *Op) {
		o.Params, o.Errors = list(query("next_cursor", false, cursor), query("limit", false, limit)), e(500)
	})
	add("GET", "/me/executions/{log_id}", "getExecution", "runs", "A tool execution", authJWT, nameOf[ToolExecutionLog](), execGet, func(o *Op) { o.Params, o.Errors = list(path("log_id", integer())), e(404, 500) })

	// Subscriptions
	add("POST", "/me/agents/{agent_id}/subscribe", "subscribeToAgent", "subscriptions", "Subscribe to a paid agent", authJWT, nameOf[AgentSubscribeResponse](), subscribe, func(o *Op) {
		o.Params, o.Body, o.Errors = list(agentS), "AgentSubscribeRequest", e(400, 402, 404)
	})
	add("POST", "/me/agents/{agent_id}/unsubscribe", "unsubscribeFromAgent", "subscriptions", "End a subscription", authJWT, nameOf[AgentSubscriptionResponse](), unsubscribe, func(o *Op) { o.Params, o.Errors = list(agentS), e(400, 404) })
	add("GET", "/me/subscriptions", "listSubscriptions", "subscriptions", "The caller's active subscriptions", authJWT, nameOf[AgentSubscriptionListResponse](), subsList, nil)
	add("GET", "/me/subscriptions/{agent_id}", "getSubscription", "subscriptions", "The caller's subscription to an agent", authJWT, nameOf[AgentSubscriptionResponse](), subGet, func(o *Op) { o.Params, o.Errors = list(agentS), e(404) })

	// Studio chats
	add("GET", "/me/agent-studio-chats", "listStudioChats", "studio", "The caller's studio chats", authJWT, "[]"+studio, studioList, nil)
	add("POST", "/me/agent-studio-chats", "createStudioChat", "studio", "Create a studio chat, or get the one of that run id", authJWT, studio, studioCreate, func(o *Op) { o.Body, o.Errors = "AgentStudioChatCreate", e(400, 409) })
	add("GET", "/me/agent-studio-chats/{run_id}", "getStudioChat", "studio", "A studio chat", authNone, studio, studioGet, func(o *Op) { o.Params, o.Errors = list(runS), e(403, 404) })
	add("PUT", "/me/agent-studio-chats/{run_id}", "replaceStudioChat", "studio", "Full update", authJWT, studio, studioUpdate, func(o *Op) { o.Params, o.Body, o.Errors = list(runS), "AgentStudioChatCreate", e(400, 403, 404) })
	add("PATCH", "/me/agent-studio-chats/{run_id}", "updateStudioChat", "studio", "Partial update", authJWT, studio, studioUpdate, func(o *Op) { o.Params, o.Body, o.Errors = list(runS), "AgentStudioChatUpdate", e(400, 403, 404) })
	add("DELETE", "/me/agent-studio-chats/{run_id}", "deleteStudioChat", "studio", "Soft delete", authJWT, studio, studioDelete, func(o *Op) { o.Params, o.Errors = list(runS), e(400, 403, 404) })
	add("POST", "/me/agent-studio-chats/{run_id}/clone", "cloneStudioChat", "studio", "Clone a public studio chat", authJWT, studio, studioClone, func(o *Op) { o.Params, o.Errors, o.Status = list(runS), e(400, 404), 201 })

	// Agents
	add("GET", "/me/agents", "listAgents", "agents", "The caller's agents", authJWT, "[]"+agent, agentsList, nil)
	add("POST", "/me/agents", "upsertAgent", "agents", "Create an agent, or update the one of agent_id", authJWT, agent, agentUpsert, func(o *Op) { o.Body, o.Errors = "AgentRequest", e(400, 403, 404) })
	add("GET", "/me/agents/{agent_id}", "getAgent", "agents", "An agent", authNone, agent, agentGet, func(o *Op) { o.Params, o.Errors = list(agentS), e(403, 404) })
	add("POST", "/me/agents/{agent_id}/upsell-description", "generateUpsell", "agents", "Generate the upsell description", authJWT, agent, agentUpsell, func(o *Op) { o.Params, o.Errors = list(agentS), e(404, 500) })
	add("POST", "/me/agents/vanity/slug", "generateSlug", "agents", "Generate a free slug", authNone, nameOf[SlugGenerated](), slugGenerate, func(o *Op) { o.Body, o.Errors = "SlugRequest", e(500) })
	add("GET", "/me/agents/vanity/slug", "checkSlug", "agents", "Tell whether a slug is free", authJWT, nameOf[SlugAvailability](), slugAvailable, func(o *Op) { o.Params = list(query("slug", true, str())) })
	add("GET", "/me/agents/{agent_id}/vibe", "getVibePrompt", "agents", "A prompt for a code generation service", authJWT, nameOf[VibeCoderPromptResponse](), vibePrompt, func(o *Op) {
		o.Params, o.Errors = list(agentS, query("service_name", true, enum(services...))), e(403, 404)
	})
	add("GET", "/me/vibe/services", "listVibeServices", "agents", "The code generation services", authNone, nameOf[VibeCoderListResponse](), vibeList, nil)
	theme := nameOf[AgentThemePreferenceResponse]()
	add("GET", "/me/agents/{agent_id}/customizations/theme", "getTheme", "agents", "The theme of an agent", authJWT, theme+"?", themeGet, func(o *Op) { o.Params, o.Errors = list(agentU), e(403, 404) })
	add("PUT", "/me/agents/{agent_id}/customizations/theme", "putTheme", "agents", "Set the theme of an agent", authJWT, theme, themePut, func(o *Op) {
		o.Params, o.Body, o.Errors = list(agentU), "AgentThemePreferenceUpsertRequest", e(400, 403, 404)
	})
	add("GET", "/me/agents/{agent_id}/files", "listFiles", "files", "The files of an agent, by position", authJWT, files, filesGet, func(o *Op) { o.Params, o.Errors = list(agentU), e(403, 404) })
	add("POST", "/me/agents/{agent_id}/files", "createFile", "files", "Add a file", authJWT, file, fileCreate, func(o *Op) {
		o.Params, o.Body, o.Errors, o.Status = list(agentU), "AgentFileCreateRequest", e(400, 403, 404), 201
	})
	add("PUT", "/me/agents/{agent_id}/files/positions", "orderFiles", "files", "Set the positions of files", authJWT, files, filePositions, func(o *Op) { o.Params, o.Body, o.Errors = list(agentU), "AgentFileBatchPositionRequest", e(403, 404) })
	add("GET", "/me/agents/{agent_id}/files/{file_id}", "getFile", "files", "A file", authJWT, file, fileGet, func(o *Op) { o.Params, o.Errors = list(agentU, fileU), e(403, 404) })
	add("PATCH", "/me/agents/{agent_id}/files/{file_id}", "updateFile", "files", "Change a file", authJWT, file, filePatch, func(o *Op) { o.Params, o.Body, o.Errors = list(agentU, fileU), "AgentFileUpdateRequest", e(403, 404) })
	add("DELETE", "/me/agents/{agent_id}/files/{file_id}", "deleteFile", "files", "Remove a file", authJWT, "", fileDelete, func(o *Op) { o.Params, o.Errors, o.Status = list(agentU, fileU), e(403, 404), 204 })

	// Chats
	add("GET", "/me/chats", "listChats", "chats", "The caller's chats", authJWT, "[]"+agent, agentsList, nil)
	add("POST", "/me/chats", "createChat", "chats", "Create a chat", authJWT, agent, agentUpsert, func(o *Op) { o.Body, o.Errors, o.Deprecated = "AgentRequest", e(400, 403, 404), true })
	add("GET", "/me/chats/{chat_id}", "getChat", "chats", "A chat", authNone, agent, agentGet, func(o *Op) { o.Params, o.Errors = list(chatS), e(403, 404) })
	add("PUT", "/me/chats/{chat_id}", "replaceChat", "chats", "Replace a chat", authJWT, agent, chatPut, func(o *Op) { o.Params, o.Body, o.Errors = list(chatS), "AgentRequest", e(400, 403, 404) })
	add("PATCH", "/me/chats/{chat_id}", "updateChat", "chats", "Change a chat", authJWT, agent, chatPatch, func(o *Op) { o.Params, o.Body, o.Errors = list(chatS), "AgentRequestPartial", e(400, 403, 404) })
	add("DELETE", "/me/chats/{chat_id}", "deleteChat", "chats", "Delete a chat", authJWT, agent, chatDelete, func(o *Op) { o.Params, o.Errors = list(chatS), e(403, 404) })
	add("GET", "/me/chats/{chat_id}/og", "getChatPreview", "chats", "Social preview of a chat", authNone, nameOf[SocialPreview](), chatOG, func(o *Op) { o.Params, o.Errors = list(chatU), e(403, 404) })
	add("POST", "/me/chats/{chat_id}/clone", "cloneChat", "chats", "Clone a public chat", authJWT, agent, chatClone, func(o *Op) {
		o.Params, o.Body, o.BodyOptional, o.Errors = list(chatU), "AgentRequestPartial", true, e(400, 403, 404)
	})
	add("POST", "/me/chats/{chat_id}/feedback", "sendFeedback", "chats", "Feedback on a chat", authJWT, agent, chatFeedback, func(o *Op) { o.Params, o.Body, o.Errors = list(chatS), "UserFeedbackRequest", e(404) })
	add("POST", "/me/chats/{chat_id}/runs", "startChatRun", "chats", "A new run log entry", authJWT, nameOf[AgentRunLog](), chatRun, func(o *Op) { o.Params, o.Errors = list(chatU), e(403, 404, 500) })

	// Keys, billing, credits, payments
	add("GET", "/me/api-keys", "listApiKeys", "account", "The caller's API keys", authJWT, "[]"+hidden, apiKeysList, func(o *Op) { o.Errors = e(500) })
	add("POST", "/me/api-keys", "createApiKey", "account", "Create an API key", authJWT, key, apiKeyCreate, func(o *Op) { o.Body, o.Errors = "ApiKeyCreate", e(500) })
	add("GET", "/me/api-keys/default", "getDefaultApiKey", "account", "The default API key", authJWT, key, apiKeyDefault, func(o *Op) { o.Errors = e(500) })
	add("GET", "/me/api-keys/{api_key_id}", "getApiKey", "account", "An API key", authJWT, key, apiKeyGet, func(o *Op) { o.Params, o.Errors = list(path("api_key_id", integer())), e(404, 500) })
	add("DELETE", "/me/api-keys/{api_key_id}", "deleteApiKey", "account", "Remove an API key", authJWT, hidden, apiKeyDelete, func(o *Op) { o.Params, o.Errors = list(path("api_key_id", integer())), e(404, 500) })
	add("GET", "/me/billing", "getBilling", "account", "The caller's plan", authJWT, nameOf[BillingInformationSubscription](), billing, func(o *Op) { o.Errors = e(500) })
	add("GET", "/me/credits", "getCredits", "account", "Balance of agent execution credits", authJWT, nameOf[AgentExecutionCredits](), creditsGet, func(o *Op) { o.Errors = e(404, 500) })
	add("POST", "/me/credits/use", "useCredit", "account", "Use one credit", authJWT, nameOf[AgentExecutionCredits](), creditsUse, func(o *Op) { o.Errors = e(404, 500) })
	add("POST", "/me/payments/webhook", "receivePaymentEvent", "payments", "Event of the payment provider", authNone, nameOf[PaymentWebhookResponseSuccess](), webhook, func(o *Op) {
		o.RawBody, o.Errors, o.Headers = true, e(400), []string{webhookHeader}
	})
	add("POST", "/me/payments/sessions", "createPaymentSession", "payments", "A checkout session", authJWT, nameOf[PaymentSessionResponse](), paymentSession, func(o *Op) { o.Body = "PaymentSessionRequest" })
	add("GET", "/me/monetization/summary", "getMonetizationSummary", "monetization", "Subscribers and earnings of a period", authJWT, nameOf[MonetizationSummary](), monetSummary, func(o *Op) { o.Params = list(query("period", false, period)) })
	add("GET", "/me/monetization/subscribers", "getMonetizationSubscribers", "monetization", "Subscribers by day", authJWT, nameOf[MonetizationSubscribersResponse](), monetSubscribers, func(o *Op) { o.Params = list(query("period", false, period)) })
	add("GET", "/me/monetization/earnings", "getMonetizationEarnings", "monetization", "Earnings by day", authJWT, nameOf[MonetizationEarningsResponse](), monetEarnings, func(o *Op) { o.Params = list(query("period", false, period)) })

	// Bundles
	add("GET", "/me/bundles", "listBundles", "bundles", "The caller's bundles", authJWT, "[]"+nameOf[UserBundleSimplified](), bundlesList, func(o *Op) { o.Errors = e(500) })
	add("POST", "/me/bundles", "createBundle", "bundles", "Create a bundle", authJWT, bundleFull, bundleCreate, func(o *Op) { o.Errors = e(409, 500) })
	add("GET", "/me/bundles/{bundle_id}", "getBundle", "bundles", "A bundle", authJWT, bundleFull, bundleGet, func(o *Op) { o.Params, o.Errors = list(bundle), e(404, 500) })
	add("PUT", "/me/bundles/{bundle_id}", "updateBundle", "bundles", "Change a bundle", authJWT, bundleFull, bundlePut, func(o *Op) { o.Params, o.Body, o.Errors = list(bundle), "UserBundleRequest", e(409, 500) })
	add("DELETE", "/me/bundles/{bundle_id}", "deleteBundle", "bundles", "Remove a bundle", authJWT, nameOf[UserBundleRow](), bundleDelete, func(o *Op) { o.Params, o.Errors = list(bundle), e(404, 500) })
	add("GET", "/me/bundles/{bundle_id}/tools", "listBundleTools", "bundles", "The tools of a bundle", authJWT, "[]"+bt, bundleToolsGet, func(o *Op) { o.Params, o.Errors = list(bundle), e(500) })
	add("POST", "/me/bundles/{bundle_id}/tools", "addBundleTool", "bundles", "Add a tool to a bundle", authJWT, bt, bundleToolAdd, func(o *Op) { o.Params, o.Body, o.Errors = list(bundle), "UserBundleTool", e(404, 500) })
	add("DELETE", "/me/bundles/{bundle_id}/tools/{tool_id}", "removeBundleTool", "bundles", "Take a tool out of a bundle", authJWT, bt, bundleToolRemove, func(o *Op) { o.Params, o.Errors = list(bundle, toolID), e(404, 500) })

	// CLI auth
	cli := nameOf[CliAuthModel]()
	add("POST", "/me/cli-auth", "createCliAuth", "cli", "Open a session", authNone, cli, cliCreate, func(o *Op) { o.Errors = e(503) })
	add("PUT", "/me/cli-auth/{cli_auth_id}", "attachCliAuth", "cli", "Attach the user's JWT", authJWT, cli, cliAttach, func(o *Op) {
		o.Params, o.Body, o.Errors = list(path("cli_auth_id", uuidS())), "CliAuthInsertModel", e(403, 404, 503)
	})
	add("GET", "/me/cli-auth/{auth_id}", "readCliAuth", "cli", "Read and consume the JWT", authNone, "string?", cliRead, func(o *Op) { o.Params, o.Errors = list(path("auth_id", uuidS())), e(404, 503) })

	// Schedules
	add("GET", "/me/schedules", "listSchedules", "schedules", "The caller's schedules", authJWT, nameOf[ScheduleListResponse](), scheduleList, func(o *Op) { o.Errors = e(500) })
	add("POST", "/me/schedules", "createSchedule", "schedules", "Create a schedule", authJWT, schedule, scheduleCreate, func(o *Op) { o.Body, o.Errors = "ScheduleRequest", e(403, 500) })
	add("GET", "/me/schedules/onboarding", "getScheduleOnboarding", "schedules", "Schedules to begin with", authJWT, nameOf[OnboardingSchedules](), scheduleOnboarding, func(o *Op) { o.Errors = e(500) })
	add("GET", "/me/schedules/text-to-cron", "textToCron", "schedules", "Convert a text to cron", authJWT, nameOf[ConvertedCron](), scheduleText, func(o *Op) { o.Params, o.Errors = list(query("cron", true, str())), e(400, 500) })
	add("GET", "/me/schedules/{schedule_id}", "getSchedule", "schedules", "A schedule", authJWT, schedule, scheduleGet, func(o *Op) { o.Params, o.Errors = list(scheduleID), e(404, 500) })
	add("PUT", "/me/schedules/{schedule_id}", "updateSchedule", "schedules", "Change a schedule", authJWT, schedule, schedulePut, func(o *Op) { o.Params, o.Body, o.Errors = list(scheduleID), "ScheduleUpdateRequest", e(403, 404, 500) })
	add("DELETE", "/me/schedules/{schedule_id}", "deleteSchedule", "schedules", "Remove a schedule", authJWT, schedule, scheduleDelete, func(o *Op) { o.Params, o.Errors = list(scheduleID), e(404, 500) })

	// Tools
	add("GET", "/me/tools/list", "listTools", "tools", "The tools in MCP format", authJWT, "[]"+nameOf[Tool](), toolsList, func(o *Op) { o.Errors = e(500) })
	add("GET", "/me/tools", "listPublicTools", "tools", "The public tools", authNone, "[]"+nameOf[PublicTool](), toolsPublic, func(o *Op) { o.Errors = e(500) })
	add("GET", "/me/tools/search", "searchTools", "tools", "Search tools", authJWT, "[]"+nameOf[Tool](), toolSearch, func(o *Op) {
		o.Params = list(query("q", true, S{"type": "string", "minLength": 1}), query("toolkit", false, null(str())), query("limit", false, def(intRange(1, 200), 20)),
			query("min_score", false, S{"type": "number", "minimum": 0.0, "maximum": 1.0, "default": 0.15}))
		o.Errors = e(500)
	})
	add("GET", "/me/tools/{tool_id}", "getTool", "tools", "A public tool", authNone, nameOf[PublicTool](), toolGet, func(o *Op) { o.Params, o.Errors = list(toolID), e(404, 500) })
	add("POST", "/me/tools/run/{tool_name}", "runTool", "tools", "Run a tool", authJWT, nameOf[ToolResult](), toolRun, func(o *Op) {
		o.Params = list(path("tool_name", str()), query("service_id", false, def(str(), "default")), query("service_id_namespace", false, def(str(), "global")))
		o.Body, o.Errors = "ToolInput", e(400, 404, 500)
	})
	add("GET", "/me/toolsets/list", "listToolsets", "tools", "The toolsets", authJWT, "[]"+nameOf[ToolSet](), toolsetsList, func(o *Op) { o.Errors = e(500) })
	add("GET", "/me/toolsets/{toolset_name}", "getToolset", "tools", "A toolset", authJWT, nameOf[ToolSetWithTools](), toolsetGet, func(o *Op) { o.Params, o.Errors = list(path("toolset_name", str())), e(404, 500) })
	ut, ui := nameOf[UserTool](), nameOf[UserInstalledTool]()
	add("GET", "/me/user-tools", "listUserTools", "tools", "The installed tools", authJWT, "[]"+ut, userToolsList, func(o *Op) { o.Errors = e(500) })
	add("POST", "/me/user-tools", "installTool", "tools", "Install a tool", authJWT, ui, userToolInstall, func(o *Op) { o.Body, o.Errors = "UserInstallToolRequest", e(409, 500) })
	add("GET", "/me/user-tools/{tool_id}", "getUserTool", "tools", "An installed tool", authJWT, ut, userToolGet, func(o *Op) { o.Params, o.Errors = list(toolID), e(404, 500) })
	add("DELETE", "/me/user-tools/{tool_id}", "uninstallTool", "tools", "Uninstall a tool", authJWT, ui, userToolRemove, func(o *Op) { o.Params, o.Errors = list(toolID), e(404, 500) })

	// User and VIP codes
	add("GET", "/me/", "getMe", "user", "The caller", authJWT, nameOf[UserWithTier](), me, nil)
	add("GET", "/me/vip", "getVipCount", "user", "How many codes the caller redeemed", authJWT, nameOf[VipCodeRedemptionCount](), vipCount, func(o *Op) { o.Errors = e(400) })
	add("POST", "/me/vip", "redeemVipCode", "user", "Redeem a VIP code", authJWT, nameOf[VipCodeRedeemed](), vipRedeem, func(o *Op) { o.Body, o.Errors = "VipCodeRequest", e(400) })
}
