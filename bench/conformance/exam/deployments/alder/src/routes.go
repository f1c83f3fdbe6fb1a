package main

import "github.com/gin-gonic/gin"

func (s *Server) routes() []op {
	e := func(n ...int) []int { return n }
	type H = func(c *gin.Context) (any, error)
	var ops []op
	add := func(m, p string, auth int, out any, ok int, errs []int, h H, sum string, more ...any) {
		o := op{M: m, P: p, Auth: auth, Out: out, OK: ok, Errs: errs, H: h, Sum: sum}
		for _, x := range more {
			switch v := x.(type) {
			case []qp:
				o.Query = v
			case bool:
				o.BodyOp = v
			default:
				o.Body = v
			}
		}
		ops = append(ops, o)
	}
	cursor := []qp{{Name: "next_cursor", Type: "date-time", Default: Stamp(0)}, {Name: "limit", Type: "integer", Min: num(1), Max: num(200), Default: 30}}
	period := []qp{{Name: "period", Type: "integer", Min: num(1), Max: num(365), Default: 28}}
	if fault("monetization-period-366") {
		period[0].Max = num(366)
	}
	services := []string{"bolt", "lovable", "v0"}
	vibe := []qp{{Name: "service_name", Type: "string", Required: true, Enum: services}}
	if fault("vibe-service-unchecked") {
		vibe[0].Enum = nil
	}
	minQ := 1
	if fault("search-empty-query-accepted") {
		minQ = 0
	}

	// Workers API
	for _, nd := range []bool{false, true} {
		pre, sum := "/workers/", "streamed text"
		if nd {
			pre, sum = "/workers/ndjson/", "an NDJSON stream"
		}
		ops = append(ops,
			op{M: "POST", P: pre + "{agent_id:uuid}", Auth: authKey, Body: WorkerRequest{}, OK: 200, Errs: e(401, 403, 404, 422, 500), Raw: s.workerPost(nd), Sum: "Start a run; " + sum},
			op{M: "PUT", P: pre + "{agent_id:uuid}/{run_id:uuid}", Auth: authKey, Body: WorkerRequest{}, OK: 200, Errs: e(401, 403, 404, 409, 422, 500), Raw: s.workerPut(nd), Sum: "Continue a run; " + sum})
	}
	add("GET", "/workers/{agent_id:uuid}/{run_id:uuid}", authKey, []Message{}, 200, e(401, 403, 404, 422, 500), s.workerGet, "Messages of a run")

	// runs and logs
	add("GET", "/me/agent-runs", authJWT, List[Run]{}, 200, e(401, 422, 500), s.listRuns, "List runs, newest first", cursor)
	add("GET", "/me/agent-runs/{run_id:uuid}", authJWT, Run{}, 200, e(401, 404, 422, 500), s.getRun, "Get a run")
	add("GET", "/me/agent-runs/{run_id:uuid}/mcp-server-logs", authJWT, []McpLog{}, 200, e(401, 422, 500), s.runMcpLogs, "MCP server logs of a run")
	add("GET", "/me/agent-runs/{run_id:uuid}/logs", authJWT, []RunLog{}, 200, e(401, 422, 500), s.runLogs, "Logs of a run")
	add("GET", "/me/executions", authJWT, List[Execution]{}, 200, e(401, 422, 500), s.listExecutions, "List tool executions, newest first", cursor)
	add("GET", "/me/executions/{log_id:int}", authJWT, Execution{}, 200, e(401, 404, 422, 500), s.getExecution, "Get a tool execution")

	// subscriptions
	add("POST", "/me/agents/{agent_id}/subscribe", authJWT, SubscribeResponse{}, 200, e(400, 401, 402, 404, 422, 500), s.subscribe, "Subscribe to a paid agent", SubscribeRequest{})
	add("POST", "/me/agents/{agent_id}/unsubscribe", authJWT, Subscription{}, 200, e(400, 401, 404, 422, 500), s.unsubscribe, "End a subscription")
	add("GET", "/me/subscriptions", authJWT, List[Subscription]{}, 200, e(401, 500), s.listSubscriptions, "List subscriptions")
	add("GET", "/me/subscriptions/{agent_id}", authJWT, Subscription{}, 200, e(401, 404, 422, 500), s.getSubscription, "Get a subscription")

	// studio chats
	const sc = "/me/agent-studio-chats"
	cloneOK := 201
	if fault("studio-clone-answers-200") {
		cloneOK = 200
	}
	add("GET", sc, authJWT, []StudioChat{}, 200, e(401, 500), s.listStudio, "List studio chats")
	add("POST", sc, authJWT, StudioChat{}, 200, e(400, 401, 409, 422, 500), s.createStudio, "Create a studio chat or get the one that exists", StudioCreate{})
	add("GET", sc+"/{run_id}", authOptional, StudioChat{}, 200, e(403, 404, 422, 500), s.getStudio, "Get a studio chat")
	add("PUT", sc+"/{run_id}", authJWT, StudioChat{}, 200, e(400, 401, 403, 404, 422, 500), s.putStudio, "Replace a studio chat", StudioCreate{})
	add("PATCH", sc+"/{run_id}", authJWT, StudioChat{}, 200, e(400, 401, 403, 404, 422, 500), s.patchStudio, "Change a studio chat", StudioUpdate{})
	add("DELETE", sc+"/{run_id}", authJWT, StudioChat{}, 200, e(400, 401, 403, 404, 422, 500), s.deleteStudio, "Delete a studio chat")
	add("POST", sc+"/{run_id}/clone", authJWT, StudioChat{}, cloneOK, e(400, 401, 404, 422, 500), s.cloneStudio, "Clone a public studio chat")

	// agents
	add("GET", "/me/agents", authJWT, []Agent{}, 200, e(401, 500), s.listAgents, "List agents")
	add("POST", "/me/agents", authJWT, Agent{}, 200, e(400, 401, 403, 404, 422, 500), s.upsertAgent, "Create an agent, or update the one with this id", AgentRequest{})
	add("GET", "/me/agents/{agent_id}", authOptional, Agent{}, 200, e(403, 404, 422, 500), s.getAgent, "Get an agent")
	add("POST", "/me/agents/{agent_id}/upsell-description", authJWT, Agent{}, 200, e(401, 404, 422, 500), s.upsell, "Generate the upsell description")
	add("POST", "/me/agents/vanity/slug", authNone, SlugResponse{}, 200, e(422, 500), s.makeSlug, "Generate a free slug", SlugRequest{})
	add("GET", "/me/agents/vanity/slug", authJWT, SlugAvailability{}, 200, e(401, 422, 500), s.slugFree, "Whether a slug is available", []qp{{Name: "slug", Type: "string", Required: true}})
	add("GET", "/me/agents/{agent_id}/vibe", authJWT, VibePrompt{}, 200, e(401, 404, 422, 500), s.vibePrompt, "Prompt for a code-generation service", vibe)
	add("GET", "/me/vibe/services", authNone, List[VibeService]{}, 200, e(500), s.vibeList, "Code-generation services")
	const th = "/me/agents/{agent_id:uuid}/customizations/theme"
	add("GET", th, authJWT, &Theme{}, 200, e(401, 403, 404, 422, 500), s.getTheme, "Theme of an agent, or null")
	add("PUT", th, authJWT, Theme{}, 200, e(400, 401, 403, 404, 422, 500), s.putTheme, "Set the theme of an agent", ThemeRequest{})
	const fs = "/me/agents/{agent_id:uuid}/files"
	add("GET", fs, authJWT, List[AgentFile]{}, 200, e(401, 403, 404, 422, 500), s.listFiles, "List files by position")
	add("POST", fs, authJWT, AgentFile{}, 201, e(400, 401, 403, 404, 422, 500), s.createFile, "Add a file (at most 10)", FileCreate{})
	add("GET", fs+"/{file_id:uuid}", authJWT, AgentFile{}, 200, e(401, 403, 404, 422, 500), s.getFile, "Get a file")
	add("PATCH", fs+"/{file_id:uuid}", authJWT, AgentFile{}, 200, e(401, 403, 404, 422, 500), s.patchFile, "Change a file", FileUpdate{})
	add("DELETE", fs+"/{file_id:uuid}", authJWT, nil, 204, e(401, 403, 404, 422, 500), s.deleteFile, "Remove a file")
	add("PUT", fs+"/positions", authJWT, List[AgentFile]{}, 200, e(401, 403, 404, 422, 500), s.putPositions, "Order the files", FilePositions{})

	// chats
	add("GET", "/me/chats", authJWT, []Agent{}, 200, e(401, 500), s.listAgents, "List chats")
	add("POST", "/me/chats", authJWT, Agent{}, 200, e(400, 401, 422, 500), s.createChat, "Create a chat (deprecated)", AgentRequest{})
	add("GET", "/me/chats/{chat_id}", authOptional, Agent{}, 200, e(403, 404, 422, 500), s.getChat, "Get a chat")
	add("PUT", "/me/chats/{chat_id}", authJWT, Agent{}, 200, e(400, 401, 403, 404, 422, 500), s.putChat, "Replace a chat; the visibility stays if it is left out", AgentRequest{})
	add("PATCH", "/me/chats/{chat_id}", authJWT, Agent{}, 200, e(400, 401, 403, 404, 422, 500), s.patchChat, "Change a chat", AgentRequestPartial{})
	add("DELETE", "/me/chats/{chat_id}", authJWT, Agent{}, 200, e(401, 403, 404, 422, 500), s.deleteChat, "Delete a chat")
	add("GET", "/me/chats/{chat_id:uuid}/og", authNone, SocialPreview{}, 200, e(404, 422, 500), s.chatOG, "Social preview")
	add("POST", "/me/chats/{chat_id:uuid}/clone", authJWT, Agent{}, 200, e(400, 401, 403, 404, 422, 500), s.cloneChat, "Clone a public chat", AgentRequestPartial{}, true)
	add("POST", "/me/chats/{chat_id}/feedback", authJWT, Agent{}, 200, e(401, 404, 422, 500), s.feedback, "Give feedback", FeedbackRequest{})
	add("POST", "/me/chats/{chat_id:uuid}/runs", authJWT, RunLog{}, 200, e(401, 403, 404, 422, 500), s.runChat, "Begin a run of a chat")

	// keys, billing, credits, payments
	add("GET", "/me/api-keys", authJWT, []ApiKeyHidden{}, 200, e(401, 500), s.listKeys, "List API keys")
	add("POST", "/me/api-keys", authJWT, ApiKey{}, 200, e(401, 422, 500), s.createKey, "Create an API key", ApiKeyCreate{})
	add("GET", "/me/api-keys/default", authJWT, ApiKey{}, 200, e(401, 500), s.defaultKey, "The default API key")
	add("GET", "/me/api-keys/{api_key_id:int}", authJWT, ApiKey{}, 200, e(401, 404, 422, 500), s.getKey, "Get an API key")
	add("DELETE", "/me/api-keys/{api_key_id:int}", authJWT, ApiKeyHidden{}, 200, e(401, 404, 422, 500), s.deleteKey, "Delete an API key")
	add("GET", "/me/billing", authJWT, Billing{}, 200, e(401, 500), s.billing, "Billing information")
	add("GET", "/me/credits", authJWT, Credits{}, 200, e(401, 404, 500), s.credits, "Credits")
	add("POST", "/me/credits/use", authJWT, Credits{}, 200, e(401, 404, 500), s.useCredit, "Use one credit")
	add("POST", "/me/payments/webhook", authNone, WebhookAnswer{}, 200, e(400, 422, 500), s.webhook, "Event of the payment provider; header "+webhookHeader, WebhookEvent{})
	add("POST", "/me/payments/sessions", authJWT, PaySession{}, 200, e(401, 422, 500), s.paySession, "Begin a payment for credits", SessionRequest{})
	add("GET", "/me/monetization/summary", authJWT, Summary{}, 200, e(401, 422, 500), s.monSummary, "Subscribers and earnings of the period", period)
	add("GET", "/me/monetization/subscribers", authJWT, SubsReport{}, 200, e(401, 422, 500), s.monSubscribers, "New subscribers by day", period)
	add("GET", "/me/monetization/earnings", authJWT, EarnReport{}, 200, e(401, 422, 500), s.monEarnings, "Earnings by day", period)

	// bundles
	add("GET", "/me/bundles", authJWT, []BundleSimple{}, 200, e(401, 500), s.listBundles, "List bundles")
	add("POST", "/me/bundles", authJWT, BundleFull{}, 200, e(401, 409, 500), s.createBundle, "Create a bundle")
	add("GET", "/me/bundles/{bundle_id:int}", authJWT, BundleFull{}, 200, e(401, 404, 422, 500), s.getBundle, "Get a bundle")
	add("PUT", "/me/bundles/{bundle_id:int}", authJWT, BundleFull{}, 200, e(401, 409, 422, 500), s.putBundle, "Change a bundle", BundleRequest{})
	add("DELETE", "/me/bundles/{bundle_id:int}", authJWT, Bundle{}, 200, e(401, 404, 422, 500), s.deleteBundle, "Delete a bundle")
	add("GET", "/me/bundles/{bundle_id:int}/tools", authJWT, []BundleTool{}, 200, e(401, 422, 500), s.listBundleTools, "Tools of a bundle")
	add("POST", "/me/bundles/{bundle_id:int}/tools", authJWT, BundleTool{}, 200, e(401, 404, 422, 500), s.addBundleTool, "Add a tool to a bundle", BundleToolRequest{})
	add("DELETE", "/me/bundles/{bundle_id:int}/tools/{tool_id}", authJWT, BundleTool{}, 200, e(401, 404, 422, 500), s.removeBundleTool, "Take a tool out of a bundle")

	// CLI auth
	add("POST", "/me/cli-auth", authNone, CliSession{}, 200, e(500, 503), s.cliCreate, "Begin a CLI login")
	add("PUT", "/me/cli-auth/{cli_auth_id:uuid}", authJWT, CliSession{}, 200, e(401, 403, 404, 422, 503), s.cliPut, "Attach a JWT", CliInsert{})
	add("GET", "/me/cli-auth/{auth_id:uuid}", authNone, new(string), 200, e(404, 422, 503), s.cliGet, "Take the JWT, once")

	// schedules
	add("GET", "/me/schedules", authJWT, List[Schedule]{}, 200, e(401, 500), s.listSchedules, "List schedules")
	add("POST", "/me/schedules", authJWT, Schedule{}, 200, e(401, 403, 422, 500), s.createSchedule, "Create a schedule", ScheduleRequest{})
	add("GET", "/me/schedules/onboarding", authJWT, Onboarding{}, 200, e(401, 500), s.onboarding, "Onboarding")
	add("GET", "/me/schedules/text-to-cron", authJWT, CronResult{}, 200, e(400, 401, 422, 500), s.textToCron, "Convert to cron", []qp{{Name: "cron", Type: "string", Required: true}})
	add("GET", "/me/schedules/{schedule_id:uuid}", authJWT, Schedule{}, 200, e(401, 404, 422, 500), s.getSchedule, "Get a schedule")
	add("PUT", "/me/schedules/{schedule_id:uuid}", authJWT, Schedule{}, 200, e(401, 403, 404, 422, 500), s.putSchedule, "Change a schedule", ScheduleUpdate{})
	add("DELETE", "/me/schedules/{schedule_id:uuid}", authJWT, Schedule{}, 200, e(401, 404, 422, 500), s.deleteSchedule, "Delete a schedule")

	// tools
	add("GET", "/me/tools/list", authJWT, []Tool{}, 200, e(401, 500), s.mcpTools, "Tools in MCP format")
	add("GET", "/me/tools", authNone, []PublicTool{}, 200, e(500), s.publicTools, "Public tools")
	add("GET", "/me/tools/search", authJWT, []FoundTool{}, 200, e(401, 422, 500), s.searchTools, "Search tools, best first", []qp{{Name: "q", Type: "string", Required: true, MinLen: minQ},
		{Name: "toolkit", Type: "null-string", Default: ""}, {Name: "limit", Type: "integer", Min: num(1), Max: num(200), Default: 20}, {Name: "min_score", Type: "number", Min: num(0), Max: num(1), Default: 0.15}})
	add("GET", "/me/tools/{tool_id}", authNone, PublicTool{}, 200, e(404, 422, 500), s.publicTool, "Get a public tool")
	add("POST", "/me/tools/run/{tool_name}", authJWT, ToolResult{}, 200, e(400, 401, 404, 422, 500), s.runTool, "Run a tool", map[string]any{},
		[]qp{{Name: "service_id", Type: "string", Default: "default"}, {Name: "service_id_namespace", Type: "string", Default: "global"}})
	add("GET", "/me/toolsets/list", authJWT, []ToolSet{}, 200, e(401, 500), s.listToolsets, "List toolsets")
	add("GET", "/me/toolsets/{toolset_name}", authJWT, ToolSetWithTools{}, 200, e(401, 404, 422, 500), s.getToolset, "Get a toolset")
	add("GET", "/me/user-tools", authJWT, []UserTool{}, 200, e(401, 500), s.listUserTools, "Installed tools")
	add("POST", "/me/user-tools", authJWT, UserInstalledTool{}, 200, e(401, 409, 422, 500), s.installTool, "Install a tool", InstallRequest{})
	add("GET", "/me/user-tools/{tool_id}", authJWT, UserTool{}, 200, e(401, 404, 422, 500), s.getUserTool, "Get an installed tool")
	add("DELETE", "/me/user-tools/{tool_id}", authJWT, UserInstalledTool{}, 200, e(401, 404, 422, 500), s.uninstallTool, "Uninstall a tool")

	// user and VIP codes
	add("GET", "/me/", authJWT, User{}, 200, e(401, 500), s.getMe, "The current user")
	add("GET", "/me/vip", authJWT, VipCount{}, 200, e(400, 401, 500), s.vipCount, "How many codes were redeemed")
	add("POST", "/me/vip", authJWT, VipRedeemed{}, 200, e(400, 401, 422, 500), s.vipRedeem, "Redeem a VIP code", VipRequest{})
	return ops
}
