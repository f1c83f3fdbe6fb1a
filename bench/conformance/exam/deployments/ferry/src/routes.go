package main

import "maps"

// The query parameters of the interface.
var (
	cursorParam = Param{Name: "next_cursor", NullText: true, Schema: dateTime, Note: "nextCursor of the page before"}
	limitParam  = Param{Name: "limit", Schema: S{"type": "integer", "minimum": 1, "maximum": 200, "default": 30}}
	periodParam = Param{Name: "period", Schema: S{"type": "integer", "minimum": 1, "maximum": 365, "default": 28}, Note: "days"}
)

// What the statuses mean.
var (
	noSuch      = map[int]string{404: "not found"}
	noAccess    = map[int]string{403: "no permission", 404: "not found"}
	internal    = map[int]string{500: "internal error"}
	privateOnly = map[int]string{400: "the sandbox tier cannot set private"}
)

// statuses joins what statuses mean.
func statuses(several ...map[int]string) map[int]string {
	joined := map[int]string{}
	for _, one := range several {
		maps.Copy(joined, one)
	}
	return joined
}

// routes are all operations of both APIs.
func (s *Service) routes() []*Route {
	var routes []*Route
	for _, route := range s.workerRoutes() {
		route.Prefix, route.Auth, route.Tag = workersPrefix, authAPIKey, "Workers"
		routes = append(routes, route)
	}
	groups := s.userRoutes()
	for _, tag := range sortedKeys(groups) {
		for _, route := range groups[tag] {
			route.Prefix, route.Tag = userPrefix, tag
			if route.Success == 0 {
				route.Success = 200
			}
			routes = append(routes, route)
		}
	}
	return routes
}

func (s *Service) workerRoutes() []*Route {
	const runHeader, jobHeader = "X-Service-Run-ID", "x-service-job-id"
	refused := map[int]string{403: "the worker is private, or needs a subscription", 404: "no such worker"}
	busy := map[int]string{403: "the worker is private, or needs a subscription", 404: "no such worker or run", 409: "a background job is running"}
	return []*Route{
		{Method: "POST", Path: "/{agent_id:uuid}", Summary: "Start a conversation; the answer is streamed as text", Success: 200,
			Body: "StartRunRequest", Stream: "text/plain", Headers: []string{runHeader, jobHeader}, Errors: refused, HandleStream: s.postText},
		{Method: "PUT", Path: "/{agent_id:uuid}/{run_id:uuid}", Summary: "Continue a conversation; the answer is streamed as text", Success: 200,
			Body: "ContinueRunRequest", Stream: "text/plain", Headers: []string{runHeader, jobHeader}, Errors: busy, HandleStream: s.putText},
		{Method: "POST", Path: "/ndjson/{agent_id:uuid}", Summary: "Start a conversation; the answer is streamed as NDJSON", Success: 200,
			Body: "StartRunRequest", Stream: "application/x-ndjson", Headers: []string{runHeader, jobHeader}, Errors: refused, HandleStream: s.postNDJSON},
		{Method: "PUT", Path: "/ndjson/{agent_id:uuid}/{run_id:uuid}", Summary: "Continue a conversation; the answer is streamed as NDJSON", Success: 200,
			Body: "ContinueRunRequest", Stream: "application/x-ndjson", Headers: []string{runHeader, jobHeader}, Errors: busy, HandleStream: s.putNDJSON},
		{Method: "GET", Path: "/{agent_id:uuid}/{run_id:uuid}", Summary: "Read the messages of a conversation", Success: 200,
			Result: arrayOf(ref("Message")), Headers: []string{jobHeader}, Errors: noAccess, Handle: s.getHistory},
	}
}

func (s *Service) userRoutes() map[string][]*Route {
	return map[string][]*Route{
		"Agent runs and logs":      s.runRoutes(),
		"Paid agent subscriptions": s.subscriptionRoutes(),
		"Agent studio chats":       s.studioRoutes(),
		"Agents":                   s.agentRoutes(),
		"Customization and files":  s.customizationRoutes(),
		"Chats":                    s.chatRoutes(),
		"API keys":                 s.keyRoutes(),
		"Billing and payments":     s.billingRoutes(),
		"Bundles":                  s.bundleRoutes(),
		"CLI auth sessions":        s.cliRoutes(),
		"Schedules":                s.scheduleRoutes(),
		"Tools":                    s.toolRoutes(),
		"User":                     s.accountRoutes(),
	}
}

func (s *Service) runRoutes() []*Route {
	page := []Param{cursorParam, limitParam}
	return []*Route{
		{Method: "GET", Path: "/me/agent-runs", Summary: "List the caller's runs, the newest first", Params: page,
			Result: ref("AgentRunViewListResponse"), Errors: internal, Handle: s.listRuns},
		{Method: "GET", Path: "/me/agent-runs/{run_id:uuid}", Summary: "Read a run",
			Result: ref("AgentRunView"), Errors: statuses(noSuch, internal), Handle: s.getRun},
		{Method: "GET", Path: "/me/agent-runs/{run_id:uuid}/mcp-server-logs", Summary: "Read the MCP server logs of a run",
			Result: arrayOf(ref("McpServerLog")), Errors: statuses(noSuch, internal), Handle: s.getServerLogs},
		{Method: "GET", Path: "/me/agent-runs/{run_id:uuid}/logs", Summary: "Read the logs of a run",
			Result: arrayOf(ref("AgentRunLog")), Errors: statuses(noSuch, internal), Handle: s.getRunLogs},
		{Method: "GET", Path: "/me/executions", Summary: "List the caller's tool executions, the newest first", Params: page,
			Result: ref("ToolExecutionLogsResponse"), Errors: internal, Handle: s.listExecutions},
		{Method: "GET", Path: "/me/executions/{log_id:int}", Summary: "Read a tool execution",
			Result: ref("ToolExecutionLog"), Errors: statuses(noSuch, internal), Handle: s.getExecution},
	}
}

func (s *Service) subscriptionRoutes() []*Route {
	return []*Route{
		{Method: "POST", Path: "/me/agents/{agent_id}/subscribe", Summary: "Start a checkout for a subscription", Body: "AgentSubscribeRequest",
			Result: ref("AgentSubscribeResponse"), Handle: s.subscribe,
			Errors: map[int]string{400: "the agent is not paid, or the caller's own", 402: "already subscribed", 404: "not found"}},
		{Method: "POST", Path: "/me/agents/{agent_id}/unsubscribe", Summary: "Cancel a subscription",
			Result: ref("AgentSubscriptionResponse"), Handle: s.unsubscribe,
			Errors: map[int]string{400: "no active subscription, or none at the payment provider", 404: "not found"}},
		{Method: "GET", Path: "/me/subscriptions", Summary: "List the caller's subscriptions",
			Result: ref("AgentSubscriptionListResponse"), Handle: s.listSubscriptions},
		{Method: "GET", Path: "/me/subscriptions/{agent_id}", Summary: "Read the caller's subscription to an agent",
			Result: ref("AgentSubscriptionResponse"), Errors: noSuch, Handle: s.getSubscription},
	}
}

func (s *Service) studioRoutes() []*Route {
	chat := ref("AgentStudioChat")
	change := statuses(privateOnly, noAccess)
	return []*Route{
		{Method: "GET", Path: "/me/agent-studio-chats", Summary: "List the caller's studio chats",
			Result: arrayOf(chat), Handle: s.listStudioChats},
		{Method: "POST", Path: "/me/agent-studio-chats", Summary: "Create a studio chat, or get the one with this run ID", Body: "AgentStudioChatCreate",
			Result: chat, Errors: statuses(privateOnly, map[int]string{409: "somebody else's or a deleted chat has this run ID"}), Handle: s.createStudioChat},
		{Method: "GET", Path: "/me/agent-studio-chats/{run_id}", Summary: "Read a studio chat", Auth: authNone,
			Result: chat, Errors: noAccess, Handle: s.getStudioChat},
		{Method: "PUT", Path: "/me/agent-studio-chats/{run_id}", Summary: "Update a studio chat; what is left out gets its default", Body: "AgentStudioChatCreate",
			Result: chat, Errors: change, Handle: s.putStudioChat},
		{Method: "PATCH", Path: "/me/agent-studio-chats/{run_id}", Summary: "Update what the body names of a studio chat", Body: "AgentStudioChatUpdate",
			Result: chat, Errors: change, Handle: s.patchStudioChat},
		{Method: "DELETE", Path: "/me/agent-studio-chats/{run_id}", Summary: "Delete a studio chat softly",
			Result: chat, Errors: statuses(map[int]string{400: "delete failed"}, noAccess), Handle: s.deleteStudioChat},
		{Method: "POST", Path: "/me/agent-studio-chats/{run_id}/clone", Summary: "Clone a public studio chat", Success: 201,
			Result: chat, Errors: map[int]string{400: "private chats cannot be cloned", 404: "not found"}, Handle: s.cloneStudioChat},
	}
}

func (s *Service) agentRoutes() []*Route {
	agent := ref("AgentModel")
	return []*Route{
		{Method: "GET", Path: "/me/agents", Summary: "List the caller's agents", Result: arrayOf(agent), Handle: s.listAgents},
		{Method: "POST", Path: "/me/agents", Summary: "Create an agent, or update the one that the body names", Body: "AgentRequest",
			Result: agent, Errors: statuses(map[int]string{400: "no chat prompt, or the sandbox tier setting private"}, noAccess), Handle: s.upsertAgent},
		{Method: "GET", Path: "/me/agents/{agent_id}", Summary: "Read an agent", Auth: authNone,
			Result: agent, Errors: noAccess, Handle: s.getAgent},
		{Method: "POST", Path: "/me/agents/{agent_id}/upsell-description", Summary: "Generate the upsell description of an agent",
			Result: agent, Errors: map[int]string{404: "not found", 500: "generation failed"}, Handle: s.generateUpsell},
		{Method: "POST", Path: "/me/agents/vanity/slug", Summary: "Generate a vanity slug that is available", Auth: authNone, Body: "SlugRequest",
			Result: ref("SlugSuggestion"), Errors: map[int]string{500: "generation failed"}, Handle: s.generateSlug},
		{Method: "GET", Path: "/me/agents/vanity/slug", Summary: "Tell whether a vanity slug is available",
			Params: []Param{{Name: "slug", Required: true, Schema: anyText}},
			Result: ref("SlugAvailability"), Handle: s.checkSlug},
		{Method: "GET", Path: "/me/agents/{agent_id}/vibe", Summary: "Get a prompt for a code-generation service",
			Params: []Param{{Name: "service_name", Required: true, Schema: enum(vibeServiceNames()...)}},
			Result: ref("VibeCoderPromptResponse"), Errors: noAccess, Handle: s.getVibePrompt},
		{Method: "GET", Path: "/me/vibe/services", Summary: "List the code-generation services", Auth: authNone,
			Result: ref("VibeCoderListResponse"), Handle: s.listVibeServices},
	}
}

func (s *Service) customizationRoutes() []*Route {
	const files = "/me/agents/{agent_id:uuid}/files"
	const theme = "/me/agents/{agent_id:uuid}/customizations/theme"
	return []*Route{
		{Method: "GET", Path: theme, Summary: "Read the theme of an agent; null when it has none",
			Result: nullable(ref("AgentThemePreferenceResponse")), Errors: noAccess, Handle: s.getTheme},
		{Method: "PUT", Path: theme, Summary: "Set the theme of an agent", Body: "AgentThemePreferenceUpsertRequest",
			Result: ref("AgentThemePreferenceResponse"), Errors: statuses(map[int]string{400: "invalid theme color format"}, noAccess), Handle: s.putTheme},
		{Method: "GET", Path: files, Summary: "List the files of an agent, by their sort index",
			Result: ref("AgentFileListResponse"), Errors: noAccess, Handle: s.listFiles},
		{Method: "POST", Path: files, Summary: "Add a file to an agent, which may have ten", Success: 201, Body: "AgentFileCreateRequest",
			Result: ref("AgentFileResponse"), Errors: statuses(map[int]string{400: "file limit exceeded"}, noAccess), Handle: s.createFile},
		{Method: "GET", Path: files + "/{file_id:uuid}", Summary: "Read a file",
			Result: ref("AgentFileResponse"), Errors: noAccess, Handle: s.getFile},
		{Method: "PATCH", Path: files + "/{file_id:uuid}", Summary: "Update what the body names of a file", Body: "AgentFileUpdateRequest",
			Result: ref("AgentFileResponse"), Errors: noAccess, Handle: s.patchFile},
		{Method: "DELETE", Path: files + "/{file_id:uuid}", Summary: "Delete a file", Success: 204, Errors: noAccess, Handle: s.deleteFile},
		{Method: "PUT", Path: files + "/positions", Summary: "Move several files", Body: "AgentFileBatchPositionRequest",
			Result: ref("AgentFileListResponse"), Errors: noAccess, Handle: s.putFilePositions},
	}
}

func (s *Service) chatRoutes() []*Route {
	agent := ref("AgentModel")
	noPrompt := map[int]string{400: "no chat prompt, or the sandbox tier setting private"}
	return []*Route{
		{Method: "GET", Path: "/me/chats", Summary: "List the caller's agents as chats", Result: arrayOf(agent), Handle: s.listChats},
		{Method: "POST", Path: "/me/chats", Summary: "Create or update an agent; use POST /me/agents", Deprecated: true, Body: "AgentRequest",
			Result: agent, Errors: statuses(noPrompt, noAccess), Handle: s.createChat},
		{Method: "GET", Path: "/me/chats/{chat_id}", Summary: "Read a chat", Auth: authNone, Result: agent, Errors: noAccess, Handle: s.getChat},
		{Method: "PUT", Path: "/me/chats/{chat_id}", Summary: "Update a chat; the chat prompt is required", Body: "AgentRequest",
			Result: agent, Errors: statuses(noPrompt, noAccess), Handle: s.putChat},
		{Method: "PATCH", Path: "/me/chats/{chat_id}", Summary: "Update what the body names of a chat", Body: "AgentRequestPartial",
			Result: agent, Errors: statuses(privateOnly, noAccess), Handle: s.patchChat},
		{Method: "DELETE", Path: "/me/chats/{chat_id}", Summary: "Delete a chat with its files and schedules",
			Result: agent, Errors: noAccess, Handle: s.deleteChat},
		{Method: "GET", Path: "/me/chats/{chat_id:uuid}/og", Summary: "Read what a social preview of a chat shows", Auth: authNone,
			Result: ref("ChatPreview"), Errors: noAccess, Handle: s.getPreview},
		{Method: "POST", Path: "/me/chats/{chat_id:uuid}/clone", Summary: "Clone a public chat", Body: "AgentRequestPartial", BodyOptional: true,
			Result: agent, Errors: statuses(privateOnly, map[int]string{403: "the chat is not public", 404: "not found"}), Handle: s.cloneChat},
		{Method: "POST", Path: "/me/chats/{chat_id}/feedback", Summary: "Rate a chat", Body: "UserFeedbackRequest",
			Result: agent, Errors: noSuch, Handle: s.giveFeedback},
		{Method: "POST", Path: "/me/chats/{chat_id:uuid}/runs", Summary: "Create a run of a chat",
			Result: ref("AgentRunLog"), Errors: statuses(noAccess, internal), Handle: s.createChatRun},
	}
}

func (s *Service) keyRoutes() []*Route {
	failing := statuses(noSuch, internal)
	return []*Route{
		{Method: "GET", Path: "/me/api-keys", Summary: "List the caller's API keys", Result: arrayOf(ref("ApiKeyHidden")), Errors: internal, Handle: s.listKeys},
		{Method: "POST", Path: "/me/api-keys", Summary: "Create an API key", Body: "ApiKeyCreate", Result: ref("ApiKey"), Errors: internal, Handle: s.createKey},
		{Method: "GET", Path: "/me/api-keys/default", Summary: "Read the default API key; it is made when there is none", Result: ref("ApiKey"), Errors: internal, Handle: s.getDefaultKey},
		{Method: "GET", Path: "/me/api-keys/{api_key_id:int}", Summary: "Read an API key", Result: ref("ApiKey"), Errors: failing, Handle: s.getKey},
		{Method: "DELETE", Path: "/me/api-keys/{api_key_id:int}", Summary: "Delete an API key", Result: ref("ApiKeyHidden"), Errors: failing, Handle: s.deleteKey},
	}
}

func (s *Service) billingRoutes() []*Route {
	noCredits := map[int]string{404: "no credits", 500: "internal error"}
	period := []Param{periodParam}
	return []*Route{
		{Method: "GET", Path: "/me/billing", Summary: "Read the caller's plan", Result: ref("BillingInformationSubscription"), Errors: internal, Handle: s.getBilling},
		{Method: "GET", Path: "/me/credits", Summary: "Read the caller's credits", Result: ref("AgentExecutionCredits"), Errors: noCredits, Handle: s.getCredits},
		{Method: "POST", Path: "/me/credits/use", Summary: "Use one credit", Result: ref("AgentExecutionCredits"), Errors: noCredits, Handle: s.useCredit},
		{Method: "POST", Path: "/me/payments/webhook", Summary: "Receive an event of the payment provider", Auth: authNone,
			Params:  []Param{{Name: webhookSignatureHeader, In: "header", Required: true, Schema: S{"type": "string", "pattern": "^sha256=[0-9a-f]{64}$"}, Note: "HMAC-SHA256 of the body"}},
			RawBody: true, Body: "", Result: ref("PaymentWebhookResponseSuccess"), Errors: map[int]string{400: "missing or wrong signature, or invalid event"}, Handle: s.receivePayment},
		{Method: "POST", Path: "/me/payments/sessions", Summary: "Start a checkout for credits", Body: "PaymentSessionRequest", Result: ref("PaymentSessionResponse"), Handle: s.createPaymentSession},
		{Method: "GET", Path: "/me/monetization/summary", Summary: "Subscribers and earnings of a period", Params: period, Result: ref("MonetizationSummary"), Handle: s.getMonetizationSummary},
		{Method: "GET", Path: "/me/monetization/subscribers", Summary: "Subscribers day by day", Params: period, Result: ref("MonetizationSubscribersResponse"), Handle: s.getDailySubscribers},
		{Method: "GET", Path: "/me/monetization/earnings", Summary: "Earnings day by day", Params: period, Result: ref("MonetizationEarningsResponse"), Handle: s.getDailyEarnings},
	}
}

func (s *Service) bundleRoutes() []*Route {
	const bundle = "/me/bundles/{bundle_id:int}"
	failing := statuses(noSuch, internal)
	return []*Route{
		{Method: "GET", Path: "/me/bundles", Summary: "List the caller's bundles", Result: arrayOf(ref("UserBundleSimplified")), Errors: internal, Handle: s.listBundles},
		{Method: "POST", Path: "/me/bundles", Summary: "Create an empty bundle", Result: ref("UserBundle"),
			Errors: map[int]string{409: "creation failed", 500: "internal error"}, Handle: s.createBundle},
		{Method: "GET", Path: bundle, Summary: "Read a bundle", Result: ref("UserBundle"), Errors: failing, Handle: s.getBundle},
		{Method: "PUT", Path: bundle, Summary: "Rename a bundle", Body: "UserBundleRequest", Result: ref("UserBundle"),
			Errors: map[int]string{409: "update failed: no such bundle", 500: "internal error"}, Handle: s.putBundle},
		{Method: "DELETE", Path: bundle, Summary: "Delete a bundle", Result: ref("UserBundleRow"), Errors: failing, Handle: s.deleteBundle},
		{Method: "GET", Path: bundle + "/tools", Summary: "List the tools of a bundle", Result: arrayOf(ref("UserBundleTool")), Errors: failing, Handle: s.listBundleTools},
		{Method: "POST", Path: bundle + "/tools", Summary: "Put a tool into a bundle", Body: "UserBundleTool", Result: ref("UserBundleTool"), Errors: failing, Handle: s.addBundleTool},
		{Method: "DELETE", Path: bundle + "/tools/{tool_id}", Summary: "Take a tool out of a bundle", Result: ref("UserBundleTool"), Errors: failing, Handle: s.deleteBundleTool},
	}
}

func (s *Service) cliRoutes() []*Route {
	down := map[int]string{503: "CLI authentication service unavailable"}
	return []*Route{
		{Method: "POST", Path: "/me/cli-auth", Summary: "Create a session", Auth: authNone, Result: ref("CliAuthModel"), Errors: down, Handle: s.createCLISession},
		{Method: "PUT", Path: "/me/cli-auth/{cli_auth_id:uuid}", Summary: "Attach the caller's JWT", Body: "CliAuthInsertModel", Result: ref("CliAuthModel"),
			Errors: statuses(map[int]string{403: "not allowed to update this session", 404: "not found"}, down), Handle: s.attachCLIToken},
		{Method: "GET", Path: "/me/cli-auth/{auth_id:uuid}", Summary: "Take the JWT out of a session; null while there is none", Auth: authNone,
			Result: nullable(anyText), Errors: statuses(noSuch, down), Handle: s.readCLIToken},
	}
}

func (s *Service) scheduleRoutes() []*Route {
	const one = "/me/schedules/{schedule_id:uuid}"
	failing := statuses(noSuch, internal)
	badChat := map[int]string{403: "the chat ID is invalid, missing or not the caller's"}
	return []*Route{
		{Method: "GET", Path: "/me/schedules", Summary: "List the caller's schedules", Result: ref("ScheduleListResponse"), Errors: internal, Handle: s.listSchedules},
		{Method: "POST", Path: "/me/schedules", Summary: "Create a schedule", Body: "ScheduleRequest", Result: ref("Schedule"), Errors: statuses(badChat, internal), Handle: s.createSchedule},
		{Method: "GET", Path: "/me/schedules/onboarding", Summary: "Suggest schedules", Result: ref("ScheduleOnboarding"), Errors: internal, Handle: s.getScheduleOnboarding},
		{Method: "GET", Path: "/me/schedules/text-to-cron", Summary: "Convert words or a cron expression to a cron expression",
			Params: []Param{{Name: "cron", Required: true, Schema: anyText}},
			Result: ref("ConvertedCron"), Errors: map[int]string{400: "invalid cron expression", 500: "internal error"}, Handle: s.convertCron},
		{Method: "GET", Path: one, Summary: "Read a schedule", Result: ref("Schedule"), Errors: failing, Handle: s.getSchedule},
		{Method: "PUT", Path: one, Summary: "Update what the body names of a schedule", Body: "ScheduleUpdateRequest", Result: ref("Schedule"), Errors: statuses(badChat, failing), Handle: s.putSchedule},
		{Method: "DELETE", Path: one, Summary: "Delete a schedule", Result: ref("Schedule"), Errors: failing, Handle: s.deleteSchedule},
	}
}

func (s *Service) toolRoutes() []*Route {
	failing := statuses(noSuch, internal)
	return []*Route{
		{Method: "GET", Path: "/me/tools/list", Summary: "List the tools in MCP format", Result: arrayOf(ref("Tool")), Errors: internal, Handle: s.listTools},
		{Method: "GET", Path: "/me/tools", Summary: "List the public tools", Auth: authNone, Result: arrayOf(ref("PublicTool")), Errors: internal, Handle: s.listPublicTools},
		{Method: "GET", Path: "/me/tools/search", Summary: "Search tools, the best first", Params: []Param{
			{Name: "q", Required: true, Schema: S{"type": "string", "minLength": 1}},
			{Name: "toolkit", NullText: true, Schema: anyText, Note: "the name of a toolset"},
			{Name: "limit", Schema: S{"type": "integer", "minimum": 1, "maximum": 200, "default": 20}},
			{Name: "min_score", Schema: S{"type": "number", "minimum": 0.0, "maximum": 1.0, "default": 0.15}},
		}, Result: arrayOf(ref("Tool")), Errors: internal, Handle: s.searchTools},
		{Method: "GET", Path: "/me/tools/{tool_id}", Summary: "Read a public tool", Auth: authNone, Result: ref("PublicTool"), Errors: failing, Handle: s.getPublicTool},
		{Method: "POST", Path: "/me/tools/run/{tool_name}", Summary: "Run a tool", AnyBody: true, Params: []Param{
			{Name: "service_id", Schema: S{"type": "string", "default": "default"}},
			{Name: "service_id_namespace", Schema: S{"type": "string", "default": "global"}},
		}, Result: ref("ToolResult"), Handle: s.runTool,
			Errors: statuses(map[int]string{400: "invalid input or parameters, or no auth connection", 401: "invalid or missing JWT"}, failing)},
		{Method: "GET", Path: "/me/toolsets/list", Summary: "List the toolsets", Result: arrayOf(ref("ToolSet")), Errors: internal, Handle: s.listToolsets},
		{Method: "GET", Path: "/me/toolsets/{toolset_name}", Summary: "Read a toolset with its tools", Result: ref("ToolSetWithTools"), Errors: failing, Handle: s.getToolset},
		{Method: "GET", Path: "/me/user-tools", Summary: "List the installed tools", Result: arrayOf(ref("UserTool")), Errors: internal, Handle: s.listUserTools},
		{Method: "POST", Path: "/me/user-tools", Summary: "Install a tool", Body: "UserInstallToolRequest", Result: ref("UserInstalledTool"),
			Errors: map[int]string{409: "installation failed", 500: "internal error"}, Handle: s.installTool},
		{Method: "GET", Path: "/me/user-tools/{tool_id}", Summary: "Read an installed tool", Result: ref("UserTool"), Errors: failing, Handle: s.getUserTool},
		{Method: "DELETE", Path: "/me/user-tools/{tool_id}", Summary: "Uninstall a tool", Result: ref("UserInstalledTool"), Errors: failing, Handle: s.uninstallTool},
		{Method: "GET", Path: "/me/mcp-registry/servers", Summary: "Search MCP servers", Params: []Param{{Name: "q", Schema: anyText}},
			Result: ref("McpServerListResponse"), Handle: s.listMCPServers},
	}
}

func (s *Service) accountRoutes() []*Route {
	return []*Route{
		{Method: "GET", Path: "/me/", Summary: "Read the current user", Result: ref("UserWithTier"), Handle: s.getMe},
		{Method: "GET", Path: "/me/vip", Summary: "Count the VIP codes that the caller has redeemed", Result: ref("VipCodeRedemptionCount"),
			Errors: map[int]string{400: "database error"}, Handle: s.getVIPCount},
		{Method: "POST", Path: "/me/vip", Summary: "Redeem a VIP code", Body: "VipCodeRequest", Result: ref("VipCodeRedeemed"),
			Errors: map[int]string{400: "invalid code, own code, or a code redeemed before"}, Handle: s.redeemVIP},
	}
}
