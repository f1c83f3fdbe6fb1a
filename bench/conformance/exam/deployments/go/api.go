package main

import (
	"strings"
)

// schemas are the components of the OpenAPI document; request bodies are validated against them.
var schemas obj

const maxFiles = 20

func init() {
	visibility := func(words string) obj { return choice(words, "public", "private") }
	price := func() obj {
		return maybe(with(integer("Monthly price of the paid subscription in cents; null or 0: the agent is not paid"), "minimum", 0, "maximum", 1000000))
	}
	slug := func() obj {
		return maybe(with(text("Vanity slug, unique on the platform; 422 if taken"), "pattern", `^[a-z0-9]+(-[a-z0-9]+)*$`, "maxLength", 64))
	}
	title := func(words string) obj { return maybe(with(text(words), "maxLength", 200)) }
	page := func(of string) obj {
		return record("One page, newest first", "*", obj{"items": list(ref(of)),
			"nextCursor": maybe(moment("Pass as next_cursor for the following page; null on the last one"))})
	}
	whole := func(of string) obj {
		return record("The whole list", "*", obj{"items": list(ref(of))})
	}
	agentFields := func(prompt obj) obj {
		return obj{"name": title("Name shown to people"), "description": maybe(text("What the agent is for")), "chatPrompt": prompt,
			"visibility":             visibility("Who may see and call the agent. When omitted: public on creation, unchanged on update"),
			"vanitySlug":             slug(),
			"subscriptionPriceCents": price()}
	}
	fileFields := func() obj {
		return obj{"name": with(text("File name; may be neither blank nor hold a slash (400 on creation)"), "maxLength", 255),
			"mimeType": text("MIME type"), "content": text("Text of the file")}
	}
	count := func(words string) obj { return with(integer(words), "minimum", 0) }
	toolFields := func() obj {
		return obj{"name": text("Name of the tool, by which it is run"), "description": text("What the tool does"),
			"inputSchema": free("JSON Schema of the input"),
			"annotations": record("", "*", obj{"toolkit": text("Toolset that the tool belongs to"), "requiresAuthConnection": boolean("Needs an auth connection set up in the dashboard")})}
	}
	publicTool := func() obj {
		return obj{"toolId": text("Id of the tool (its name too)"), "name": text("Name of the tool, by which it is run"), "description": text("What the tool does"),
			"toolkit": text("Toolset that the tool belongs to"), "requiresAuthConnection": boolean("Needs an auth connection set up in the dashboard"),
			"inputSchema": free("JSON Schema of the input")}
	}
	toolset := func() obj {
		return obj{"name": text("Name of the toolset"), "description": text("What its tools are for"), "toolCount": count("Number of its tools")}
	}
	bundleRow := func() obj {
		return obj{"bundleId": integer("Id of the bundle"), "ownerId": uuid("User who owns the bundle"), "name": text("Name"), "description": maybe(text("Description")),
			"createdAt": moment("Creation"), "updatedAt": moment("Last change of the bundle or its tools")}
	}
	keyFields := func() obj {
		return obj{"apiKeyId": integer("Id of the API key"), "name": text("Name"), "isDefault": boolean("Whether it is the user's default key; one key is"), "createdAt": moment("Creation")}
	}
	plus := func(fields obj, more obj) obj {
		for name, s := range more {
			fields[name] = s
		}
		return fields
	}
	period := with(integer("Days that the report covers, ending today (UTC)"), "minimum", 1, "maximum", 365)
	cronField := func() obj { return text("Cron expression with five fields, UTC; 422 if invalid") }

	schemas = obj{
		"Error": record("Any refusal but 422", "*", obj{"code": text("Status in words"), "message": text("What was wrong")}),
		"HTTPValidationError": record("422", "*", obj{"detail": list(record("", "*", obj{
			"loc": with(list(obj{"type": []any{"string", "integer"}}), "description", "Where: path, query or body, then the way to the field"),
			"msg": text("What was wrong"), "type": text("Kind of problem")}))}),

		"MessageRequest": record("What the user says to the worker", "message", obj{"message": text("Text of the user message")}),
		"Message":        record("", "*", obj{"role": choice("Who spoke", "user", "assistant"), "content": text("Text of the message")}),
		"StreamLine": record("One line of the NDJSON stream", "type", obj{"type": choice("text: output of the worker; toolCall and toolResult: a call and its response; job: a background job started; end: last line", "text", "toolCall", "toolResult", "job", "end"),
			"text": text("type=text: a piece of the output"), "callId": text("type=toolCall, toolResult: id of the call"), "toolName": text("type=toolCall, toolResult: name of the tool"),
			"input": free("type=toolCall: input of the tool"), "output": text("type=toolResult: output of the tool"), "jobId": text("type=job: id of the job"), "runId": uuid("type=end: id of the run")}),

		"AgentRunView": record("A run", "*", obj{"runId": uuid("Id of the run"), "agentId": uuid("Agent that ran"), "title": maybe(text("Beginning of the first message; null while there is none")),
			"messageCount": count("Number of messages"), "status": choice("Whether a background job runs", "idle", "running"), "createdAt": moment("Start of the run"), "updatedAt": moment("Last change")}),
		"AgentRunViewListResponse": page("AgentRunView"),
		"AgentRunLog": record("Something that happened in a run", "*", obj{"logId": integer("Id of the entry"), "runId": uuid("Run"), "agentId": uuid("Agent"),
			"event":  choice("What happened", "runStarted", "userMessage", "assistantMessage", "toolCall", "jobStarted", "jobFinished", "jobFailed"),
			"detail": maybe(text("Message text, tool name or job id")), "createdAt": moment("When")}),
		"McpServerLog": record("A call of an MCP server's tool in a run", "*", obj{"logId": integer("Id of the entry"), "runId": uuid("Run"), "serverName": text("MCP server"),
			"toolName": text("Tool that was called"), "input": free("Input of the tool"), "output": text("Output of the tool"), "createdAt": moment("When")}),
		"ToolExecutionLog": record("One successful run of a tool by the user", "*", obj{"logId": integer("Id of the entry"), "toolName": text("Tool that was run"), "serviceId": text("Service id that it was run with"),
			"serviceIdNamespace": text("Namespace of the service id"), "input": free("Input of the tool"), "output": free("Output of the tool"), "createdAt": moment("When")}),
		"ToolExecutionLogsResponse": page("ToolExecutionLog"),

		"AgentSubscribeRequest": record("", "", obj{"successUrl": maybe(text("Where the checkout leads when paid")), "cancelUrl": maybe(text("Where the checkout leads when given up"))}),
		"AgentSubscribeResponse": record("The checkout is settled at once: the subscription is active", "*", obj{"checkoutSessionId": text("Id of the checkout session"),
			"checkoutUrl": with(text("Page of the checkout"), "format", "uri"), "agentId": uuid("Agent subscribed to"), "status": choice("Status of the subscription", "active")}),
		"AgentSubscriptionResponse": record("", "*", obj{"agentId": uuid("Agent subscribed to"), "subscriptionId": text("Id at the payment provider"), "status": choice("canceled only in the answer to unsubscribe; such a subscription is found no more", "active", "canceled"),
			"priceCents": count("Monthly price"), "subscribedAt": moment("Start"), "canceledAt": maybe(moment("End, or null"))}),
		"AgentSubscriptionListResponse": whole("AgentSubscriptionResponse"),

		"AgentStudioChat": record("", "*", obj{"runId": text("Run id that names the chat"), "ownerId": uuid("User who owns the chat"), "agentId": maybe(text("Agent that the chat is about")),
			"title": title("Title"), "visibility": visibility("Private chats are seen by their owner only"), "createdAt": moment("Creation"), "updatedAt": moment("Last change"),
			"deletedAt": maybe(moment("Soft deletion; null while the chat exists"))}),
		"AgentStudioChatCreate": record("", "", obj{"runId": with(text("Run id that names the chat; made up when omitted. An own chat with it is returned as it is; 409 for another user's or a deleted one. On PUT the path counts"), "minLength", 1, "maxLength", 200),
			"agentId": maybe(text("Agent that the chat is about")), "title": title("Title"), "visibility": with(visibility("Who may read and clone the chat"), "default", "public")}),
		"AgentStudioChatUpdate": record("Fields left out stay as they are", "", obj{"agentId": maybe(text("Agent that the chat is about")), "title": title("Title"), "visibility": visibility("Who may read and clone the chat")}),

		"AgentModel": record("An agent, called a chat in the legacy family", "*", plus(agentFields(text("Prompt that the agent works by")), obj{"agentId": uuid("Id of the agent (chat_id in the legacy family)"),
			"ownerId": uuid("User who owns the agent"), "upsellDescription": maybe(text("Generated text that advertises the agent")), "feedbackCount": count("How often feedback was given"),
			"createdAt": moment("Creation"), "updatedAt": moment("Last change")})),
		"AgentRequest": record("Replaces all fields on update", "", plus(agentFields(maybe(text("Prompt that the agent works by; on POST 400 when missing or blank, on PUT 422"))), obj{
			"agentId": maybe(uuid("POST /me/agents: the agent to update; omitted or null: a new one is made. The chats family ignores it"))})),
		"AgentRequestPartial": record("Fields left out stay as they are", "", agentFields(with(text("Prompt that the agent works by"), "minLength", 1))),
		"SlugRequest":         record("", "text", obj{"text": text("Words to make a slug of, such as the agent's name")}),
		"SlugGenerated":       record("", "*", obj{"slug": text("A slug that is available")}),
		"SlugAvailability":    record("", "*", obj{"slug": text("The slug asked for"), "available": boolean("True if well-formed and not taken by any agent")}),
		"VibeCoderPromptResponse": record("", "*", obj{"serviceName": text("Code-generation service"), "agentId": text("Agent"), "prompt": text("Prompt to paste into the service"),
			"url": with(text("Page of the service"), "format", "uri")}),
		"VibeCoder":                         record("", "*", obj{"serviceName": choice("Name to pass as service_name", "bolt", "lovable", "replit"), "title": text("Name for people")}),
		"VibeCoderListResponse":             whole("VibeCoder"),
		"AgentThemePreferenceResponse":      record("", "*", obj{"agentId": uuid("Agent"), "themeColor": text("Color as #rrggbb"), "updatedAt": moment("Last change")}),
		"AgentThemePreferenceUpsertRequest": record("", "themeColor", obj{"themeColor": with(text("Color as #rrggbb, six hexadecimal digits; anything else answers 400"), "examples", []any{"#1a2b3c"})}),
		"AgentFileResponse": record("", "*", plus(fileFields(), obj{"fileId": uuid("Id of the file"), "agentId": uuid("Agent that the file belongs to"), "position": count("Place in the order of the agent's files, ascending"),
			"createdAt": moment("Creation"), "updatedAt": moment("Last change")})),
		"AgentFileListResponse":  whole("AgentFileResponse"),
		"AgentFileCreateRequest": record("The file goes to the end of the order. An agent has at most 20 files; one more answers 400", "name content", fileFields()),
		"AgentFileUpdateRequest": record("Fields left out stay as they are", "", func() obj {
			f := fileFields()
			f["name"].(obj)["pattern"] = `^[^/]*[^/\s][^/]*$`
			return f
		}()),
		"AgentFileBatchPositionRequest": record("", "positions", obj{"positions": with(list(record("", "*", obj{"fileId": uuid("File of the agent; 404 if unknown"),
			"position": with(integer("Its new place"), "minimum", 0, "maximum", 1000000)})), "description", "New places; files not named keep theirs, a file named twice answers 422")}),
		"UserFeedbackRequest": record("", "rating", obj{"rating": with(integer("1 (bad) to 5 (good)"), "minimum", 1, "maximum", 5), "comment": maybe(text("Words"))}),
		"SocialPreview":       record("Social-preview metadata", "*", obj{"title": text("Title"), "description": text("Description"), "url": with(text("Page of the chat"), "format", "uri"), "imageUrl": with(text("Picture"), "format", "uri")}),

		"ApiKeyHidden": record("An API key without its value", "*", keyFields()),
		"ApiKey":       record("An API key", "*", plus(keyFields(), obj{"key": text("Value of the key, the bearer credential of the Workers API")})),
		"ApiKeyCreate": record("", "name", obj{"name": with(text("Name"), "maxLength", 200)}),
		"BillingInformationSubscription": record("", "*", obj{"userId": uuid("User"), "plan": text("Plan"), "status": choice("Status", "active"), "priceCents": count("Monthly price"),
			"currentPeriodEnd": moment("End of the paid period"), "cancelAtPeriodEnd": boolean("Ends then")}),
		"AgentExecutionCredits":         record("", "*", obj{"balance": count("Credits left"), "used": count("Credits used so far"), "updatedAt": moment("Last change")}),
		"PaymentEvent":                  record("Event of the payment provider. Header X-Payment-Signature: sha256= and the hexadecimal HMAC-SHA256 of the body. An event id counts once", "id type", obj{"id": with(text("Id of the event"), "minLength", 1), "type": with(text("credits.granted adds data.credits to the user data.userId; other types have no effect"), "minLength", 1), "data": free("Depends on type")}),
		"PaymentWebhookResponseSuccess": record("", "*", obj{"received": boolean("True"), "eventId": text("Id of the event")}),
		"PaymentSessionRequest":         record("", "credits", obj{"credits": with(integer("Credits to buy"), "minimum", 1, "maximum", 100000), "successUrl": maybe(text("Where the checkout leads when paid")), "cancelUrl": maybe(text("Where the checkout leads when given up"))}),
		"PaymentSessionResponse": record("", "*", obj{"sessionId": text("Id of the payment session"), "url": with(text("Page of the checkout"), "format", "uri"), "credits": count("Credits to buy"),
			"amountCents": count("Price"), "status": choice("Status", "open")}),
		"MonetizationSummary":             record("", "*", obj{"period": period, "totalSubscribers": count("Subscriptions started in the period"), "totalEarningsCents": count("Earnings in the period")}),
		"MonetizationSubscribersResponse": record("One entry for each day, the oldest first", "*", obj{"period": period, "items": list(record("", "*", obj{"date": with(text("Day, UTC"), "format", "date"), "subscribers": count("Subscriptions started that day")}))}),
		"MonetizationEarningsResponse":    record("One entry for each day, the oldest first", "*", obj{"period": period, "items": list(record("", "*", obj{"date": with(text("Day, UTC"), "format", "date"), "earningsCents": count("Earnings that day")}))}),

		"UserBundleSimplified": record("", "*", obj{"bundleId": integer("Id of the bundle"), "name": text("Name"), "toolCount": count("Number of its tools")}),
		"UserBundleRow":        record("", "*", bundleRow()),
		"UserBundle":           record("", "*", plus(bundleRow(), obj{"tools": list(ref("UserBundleTool"))})),
		"UserBundleRequest":    record("Replaces both fields", "name", obj{"name": with(text("Name"), "maxLength", 200), "description": maybe(text("Description"))}),
		"UserBundleTool": record("Membership of a tool in a bundle. Adding a member again replaces its entry", "toolId", obj{"toolId": with(text("Id of the tool"), "minLength", 1), "serviceId": with(text("Service id to run it with"), "default", "default"),
			"serviceIdNamespace": with(text("Namespace of the service id"), "default", "global"), "addedAt": with(moment("When it was added"), "readOnly", true)}),

		"CliAuthModel": record("", "*", obj{"cliAuthId": uuid("Id of the session (cli_auth_id, auth_id)"), "status": choice("pending: no JWT yet; attached: a JWT waits; consumed: it was read", "pending", "attached", "consumed"),
			"createdAt": moment("Creation"), "expiresAt": moment("After this the session is gone")}),
		"CliAuthInsertModel": record("", "jwt", obj{"jwt": text("The caller's own valid JWT, to be handed to the command-line client. 422 if it is no valid JWT, 403 if another user's")}),
		"Schedule": record("", "*", obj{"scheduleId": uuid("Id of the schedule"), "chatId": uuid("Chat (agent) that is run"), "cron": text("Cron expression with five fields, UTC"), "message": maybe(text("Message that the run begins with")),
			"enabled": boolean("Whether it runs"), "nextRunAt": maybe(moment("Next run; null when none will be")), "lastRunAt": maybe(moment("Last run")), "createdAt": moment("Creation"), "updatedAt": moment("Last change")}),
		"ScheduleListResponse":  whole("Schedule"),
		"ScheduleRequest":       record("", "cron", obj{"chatId": maybe(text("An own chat (agent) to run; 403 when invalid, missing or another user's")), "cron": cronField(), "message": maybe(text("Message that the run begins with")), "enabled": with(boolean("Whether it runs"), "default", true)}),
		"ScheduleUpdateRequest": record("Fields left out stay as they are", "", obj{"cron": cronField(), "message": maybe(text("Message that the run begins with")), "enabled": boolean("Whether it runs")}),
		"ScheduleOnboarding":    record("", "*", obj{"suggestions": list(record("", "*", obj{"title": text("Name"), "cron": text("Cron expression")}))}),
		"CronConverted":         record("", "*", obj{"cron": text("Cron expression with five fields"), "nextRunAt": maybe(moment("First run; null when there is none"))}),

		"Tool":                   record("A tool in MCP format", "name description inputSchema annotations", plus(toolFields(), obj{"score": number("Only in search: how well it fits, 0 to 1")})),
		"PublicTool":             record("", "*", publicTool()),
		"ToolResult":             record("", "*", obj{"toolName": text("Tool that was run"), "serviceId": text("Service id that it was run with"), "serviceIdNamespace": text("Namespace of the service id"), "isError": boolean("Whether the tool failed"), "output": free("Output of the tool")}),
		"ToolSet":                record("", "*", toolset()),
		"ToolSetWithTools":       record("", "*", plus(toolset(), obj{"tools": list(ref("Tool"))})),
		"UserTool":               record("", "*", plus(publicTool(), obj{"installedAt": moment("Installation")})),
		"UserInstallToolRequest": record("", "toolId", obj{"toolId": text("Tool to install; 409 if unknown or installed already")}),
		"UserInstalledTool":      record("", "*", obj{"toolId": text("Tool"), "userId": uuid("User"), "installedAt": moment("Installation")}),

		"UserWithTier":           record("", "*", obj{"userId": uuid("Id of the user"), "email": with(text("Address"), "format", "email"), "name": text("Name"), "tier": choice("Tier; sandbox users cannot make agents or chats private", "pro", "sandbox"), "createdAt": moment("Registration")}),
		"VipCodeRedemptionCount": record("", "*", obj{"redemptionCount": count("Number of codes that the caller has redeemed")}),
		"VipCodeRequest":         record("", "code", obj{"code": text("VIP code")}),
		"VipCodeRedeemed":        record("", "*", obj{"code": text("VIP code"), "redeemedAt": moment("When")}),
	}
}

// operations lists every operation of the document, and what each one is made of.
func operations() []*operation {
	cursor := query("next_cursor", maybe(moment("From nextCursor of the page before; null or empty: the first page")))
	limit := query("limit", with(integer("Entries per page"), "minimum", 1, "maximum", 100, "default", int64(30)))
	if fault("runs-limit-20") {
		limit.schema["default"] = int64(20)
	}
	execLimit := query("limit", with(integer("Entries per page"), "minimum", 1, "maximum", 100, "default", int64(30)))
	period := query("period", with(integer("Days that the report covers, ending today (UTC)"), "minimum", 1, "maximum", 365, "default", int64(28)))
	if fault("monet-period-366") {
		period.schema["maximum"] = 366
	}
	if fault("monet-default-30") {
		period.schema["default"] = int64(30)
	}
	searchLimit := query("limit", with(integer("Most results"), "minimum", 1, "maximum", 200, "default", int64(20)))
	if fault("tool-search-default-10") {
		searchLimit.schema["default"] = int64(10)
	}
	if fault("tool-search-limit-201") {
		searchLimit.schema["maximum"] = 1000
	}
	q := neededQuery("q", with(text("Words to look for in names and descriptions"), "minLength", 1))
	if fault("tool-search-empty-q") {
		delete(q.schema, "minLength")
	}
	service := neededQuery("service_name", choice("Code-generation service", "bolt", "lovable", "replit"))
	if fault("vibe-any-service") {
		service.schema = text("Code-generation service")
	}
	if fault("vibe-service-optional") {
		service.required, service.schema["default"] = false, "bolt"
	}
	serviceID := query("service_id", with(text("Service that the tool is run with"), "default", "default"))
	if fault("tool-run-service-default") {
		serviceID.schema["default"] = "global"
	}

	var ops []*operation
	tag := ""
	add := func(auth authKind, row string, status int, result obj, handle func(*call) (any, error), more ...any) *operation {
		method, path, _ := strings.Cut(row, " ")
		op := &operation{api: "api", method: method, path: path, auth: auth, tag: tag, status: status, result: result, handle: handle, summary: row}
		for _, m := range more {
			switch m := m.(type) {
			case int:
				op.errors = append(op.errors, m)
			case param:
				op.params = append(op.params, m)
			case *bodySpec:
				op.body = m
			case string:
				op.summary = m
			}
		}
		op.segments = strings.Split(strings.TrimPrefix(path, "/"), "/")
		var inPath []param
		for _, segment := range op.segments {
			if isParam(segment) {
				inPath = append(inPath, pathParam(path, strings.Trim(segment, "{}")))
			}
		}
		op.params = append(inPath, op.params...)
		ops = append(ops, op)
		return op
	}
	body := func(name string) *bodySpec { return &bodySpec{schema: ref(name)} }
	r := ref

	tag = "Workers API"
	for _, form := range []struct{ prefix, stream string }{{"", "text/plain"}, {"/ndjson", ndjson}} {
		result := text("The worker's user-facing output")
		if form.prefix != "" {
			result = with(text("One JSON object of schema StreamLine on each line"), "x-lineSchema", ref("StreamLine"))
		}
		post := add(keyAuth, "POST "+form.prefix+"/{agent_id}", 200, result, (*call).postMessage, body("MessageRequest"), 403, 404, "Start a new run")
		put := add(keyAuth, "PUT "+form.prefix+"/{agent_id}/{run_id}", 200, result, (*call).putMessage, body("MessageRequest"), 403, 404, 409, "Add a message to a run; 409 while a background job runs")
		post.stream, put.stream = form.stream, form.stream
	}
	add(keyAuth, "GET /{agent_id}/{run_id}", 200, list(r("Message")), (*call).getMessages, 403, 404, "The messages of a run in conversation order")
	for _, op := range ops {
		op.api = "workers"
	}

	tag = "Agent runs and logs"
	add(jwtAuth, "GET /me/agent-runs", 200, r("AgentRunViewListResponse"), (*call).listRuns, cursor, limit, 500)
	add(jwtAuth, "GET /me/agent-runs/{run_id}", 200, r("AgentRunView"), (*call).getRun, 404, 500)
	add(jwtAuth, "GET /me/agent-runs/{run_id}/mcp-server-logs", 200, list(r("McpServerLog")), (*call).mcpLogs, 500, "Empty for an unknown run")
	add(jwtAuth, "GET /me/agent-runs/{run_id}/logs", 200, list(r("AgentRunLog")), (*call).runLogs, 500, "Empty for an unknown run")
	add(jwtAuth, "GET /me/executions", 200, r("ToolExecutionLogsResponse"), (*call).listExecutions, cursor, execLimit, 500)
	add(jwtAuth, "GET /me/executions/{log_id}", 200, r("ToolExecutionLog"), (*call).getExecution, 404, 500)

	tag = "Paid agent subscriptions"
	add(jwtAuth, "POST /me/agents/{agent_id}/subscribe", 200, r("AgentSubscribeResponse"), (*call).subscribeAgent, body("AgentSubscribeRequest"), 400, 402, 404)
	add(jwtAuth, "POST /me/agents/{agent_id}/unsubscribe", 200, r("AgentSubscriptionResponse"), (*call).unsubscribeAgent, 400, 404)
	add(jwtAuth, "GET /me/subscriptions", 200, r("AgentSubscriptionListResponse"), (*call).listSubscriptions, "The active subscriptions")
	add(jwtAuth, "GET /me/subscriptions/{agent_id}", 200, r("AgentSubscriptionResponse"), (*call).getSubscription, 404)

	tag = "Agent studio chats"
	add(jwtAuth, "GET /me/agent-studio-chats", 200, list(r("AgentStudioChat")), (*call).listStudio)
	add(jwtAuth, "POST /me/agent-studio-chats", 200, r("AgentStudioChat"), (*call).createStudio, body("AgentStudioChatCreate"), 400, 409)
	add(noAuth, "GET /me/agent-studio-chats/{run_id}", 200, r("AgentStudioChat"), (*call).getStudio, 403, 404)
	add(jwtAuth, "PUT /me/agent-studio-chats/{run_id}", 200, r("AgentStudioChat"), (*call).putStudio, body("AgentStudioChatCreate"), 400, 403, 404)
	add(jwtAuth, "PATCH /me/agent-studio-chats/{run_id}", 200, r("AgentStudioChat"), (*call).patchStudio, body("AgentStudioChatUpdate"), 400, 403, 404)
	add(jwtAuth, "DELETE /me/agent-studio-chats/{run_id}", 200, r("AgentStudioChat"), (*call).deleteStudio, 400, 403, 404)
	add(jwtAuth, "POST /me/agent-studio-chats/{run_id}/clone", 201, r("AgentStudioChat"), (*call).cloneStudio, 400, 404)

	tag = "Agents, customization and files"
	add(jwtAuth, "GET /me/agents", 200, list(r("AgentModel")), (*call).listAgents)
	add(jwtAuth, "POST /me/agents", 200, r("AgentModel"), (*call).upsertAgent, body("AgentRequest"), 400, 403, 404)
	add(noAuth, "GET /me/agents/{agent_id}", 200, r("AgentModel"), (*call).getAgent, 403, 404)
	add(jwtAuth, "POST /me/agents/{agent_id}/upsell-description", 200, r("AgentModel"), (*call).generateUpsell, 404, 500)
	add(noAuth, "POST /me/agents/vanity/slug", 200, r("SlugGenerated"), (*call).generateSlug, body("SlugRequest"), 500)
	add(jwtAuth, "GET /me/agents/vanity/slug", 200, r("SlugAvailability"), (*call).checkSlug, neededQuery("slug", text("Slug to check")))
	add(jwtAuth, "GET /me/agents/{agent_id}/vibe", 200, r("VibeCoderPromptResponse"), (*call).vibe, service, 404)
	add(noAuth, "GET /me/vibe/services", 200, r("VibeCoderListResponse"), (*call).vibeServices)
	add(jwtAuth, "GET /me/agents/{agent_id}/customizations/theme", 200, maybe(r("AgentThemePreferenceResponse")), (*call).getTheme, 403, 404, "null while no theme is set")
	add(jwtAuth, "PUT /me/agents/{agent_id}/customizations/theme", 200, r("AgentThemePreferenceResponse"), (*call).putTheme, body("AgentThemePreferenceUpsertRequest"), 400, 403, 404)
	add(jwtAuth, "GET /me/agents/{agent_id}/files", 200, r("AgentFileListResponse"), (*call).listFiles, 403, 404)
	add(jwtAuth, "POST /me/agents/{agent_id}/files", 201, r("AgentFileResponse"), (*call).createFile, body("AgentFileCreateRequest"), 400, 403, 404)
	add(jwtAuth, "GET /me/agents/{agent_id}/files/{file_id}", 200, r("AgentFileResponse"), (*call).getFile, 403, 404)
	add(jwtAuth, "PATCH /me/agents/{agent_id}/files/{file_id}", 200, r("AgentFileResponse"), (*call).patchFile, body("AgentFileUpdateRequest"), 403, 404)
	add(jwtAuth, "DELETE /me/agents/{agent_id}/files/{file_id}", 204, nil, (*call).deleteFile, 403, 404)
	add(jwtAuth, "PUT /me/agents/{agent_id}/files/positions", 200, r("AgentFileListResponse"), (*call).orderFiles, body("AgentFileBatchPositionRequest"), 403, 404)

	tag = "Chats"
	add(jwtAuth, "GET /me/chats", 200, list(r("AgentModel")), (*call).listChats)
	add(jwtAuth, "POST /me/chats", 200, r("AgentModel"), (*call).createChat, body("AgentRequest"), 400)
	add(noAuth, "GET /me/chats/{chat_id}", 200, r("AgentModel"), (*call).getAgent, 403, 404)
	add(jwtAuth, "PUT /me/chats/{chat_id}", 200, r("AgentModel"), (*call).putChat, body("AgentRequest"), 400, 403, 404)
	add(jwtAuth, "PATCH /me/chats/{chat_id}", 200, r("AgentModel"), (*call).patchChat, body("AgentRequestPartial"), 400, 403, 404)
	add(jwtAuth, "DELETE /me/chats/{chat_id}", 200, r("AgentModel"), (*call).deleteChat, 403, 404)
	add(noAuth, "GET /me/chats/{chat_id}/og", 200, r("SocialPreview"), (*call).socialPreview, 404, "404 for private chats too")
	add(jwtAuth, "POST /me/chats/{chat_id}/clone", 200, r("AgentModel"), (*call).cloneChat, &bodySpec{schema: maybe(r("AgentRequestPartial")), optional: true}, 400, 403, 404)
	add(jwtAuth, "POST /me/chats/{chat_id}/feedback", 200, r("AgentModel"), (*call).feedback, body("UserFeedbackRequest"), 404)
	add(jwtAuth, "POST /me/chats/{chat_id}/runs", 200, r("AgentRunLog"), (*call).createRun, 403, 404, 500)

	tag = "API keys, billing, credits, payments"
	add(jwtAuth, "GET /me/api-keys", 200, list(r("ApiKeyHidden")), (*call).listKeys, 500)
	add(jwtAuth, "POST /me/api-keys", 200, r("ApiKey"), (*call).createKey, body("ApiKeyCreate"), 500)
	add(jwtAuth, "GET /me/api-keys/default", 200, r("ApiKey"), (*call).defaultKey, 500, "The default key; one is made if the user has none")
	add(jwtAuth, "GET /me/api-keys/{api_key_id}", 200, r("ApiKey"), (*call).getKey, 404, 500)
	add(jwtAuth, "DELETE /me/api-keys/{api_key_id}", 200, r("ApiKeyHidden"), (*call).deleteKey, 404, 500)
	add(jwtAuth, "GET /me/billing", 200, r("BillingInformationSubscription"), (*call).billing, 500)
	add(jwtAuth, "GET /me/credits", 200, r("AgentExecutionCredits"), (*call).getCredits, 404, 500)
	add(jwtAuth, "POST /me/credits/use", 200, r("AgentExecutionCredits"), (*call).useCredit, 404, 500, "Use one credit; 404 when none is left")
	add(noAuth, "POST /me/payments/webhook", 200, r("PaymentWebhookResponseSuccess"), (*call).webhook, &bodySpec{schema: r("PaymentEvent"), raw: true}, param{"X-Payment-Signature", "header", true, text("sha256= and the hexadecimal HMAC-SHA256 of the body")}, 400)
	add(jwtAuth, "POST /me/payments/sessions", 200, r("PaymentSessionResponse"), (*call).paymentSession, body("PaymentSessionRequest"))
	add(jwtAuth, "GET /me/monetization/summary", 200, r("MonetizationSummary"), (*call).monetizationSummary, period)
	add(jwtAuth, "GET /me/monetization/subscribers", 200, r("MonetizationSubscribersResponse"), (*call).monetizationSubscribers, period)
	add(jwtAuth, "GET /me/monetization/earnings", 200, r("MonetizationEarningsResponse"), (*call).monetizationEarnings, period)

	tag = "Bundles"
	add(jwtAuth, "GET /me/bundles", 200, list(r("UserBundleSimplified")), (*call).listBundles, 500)
	add(jwtAuth, "POST /me/bundles", 200, r("UserBundle"), (*call).createBundle, 409, 500)
	add(jwtAuth, "GET /me/bundles/{bundle_id}", 200, r("UserBundle"), (*call).getBundle, 404, 500)
	add(jwtAuth, "PUT /me/bundles/{bundle_id}", 200, r("UserBundle"), (*call).putBundle, body("UserBundleRequest"), 409, 500, "409 for an unknown bundle")
	add(jwtAuth, "DELETE /me/bundles/{bundle_id}", 200, r("UserBundleRow"), (*call).deleteBundle, 404, 500)
	add(jwtAuth, "GET /me/bundles/{bundle_id}/tools", 200, list(r("UserBundleTool")), (*call).listBundleTools, 500, "Empty for an unknown bundle")
	add(jwtAuth, "POST /me/bundles/{bundle_id}/tools", 200, r("UserBundleTool"), (*call).addBundleTool, body("UserBundleTool"), 404, 500)
	add(jwtAuth, "DELETE /me/bundles/{bundle_id}/tools/{tool_id}", 200, r("UserBundleTool"), (*call).removeBundleTool, 404, 500)

	tag = "CLI auth sessions"
	add(noAuth, "POST /me/cli-auth", 200, r("CliAuthModel"), (*call).createCLI, 503)
	add(jwtAuth, "PUT /me/cli-auth/{cli_auth_id}", 200, r("CliAuthModel"), (*call).attachCLI, body("CliAuthInsertModel"), 403, 404, 503)
	add(noAuth, "GET /me/cli-auth/{auth_id}", 200, maybe(text("The JWT, once; null before it is attached and after it was read")), (*call).readCLI, 404, 503)

	tag = "Schedules"
	add(jwtAuth, "GET /me/schedules", 200, r("ScheduleListResponse"), (*call).listSchedules, 500)
	add(jwtAuth, "POST /me/schedules", 200, r("Schedule"), (*call).createSchedule, body("ScheduleRequest"), 403, 500)
	add(jwtAuth, "GET /me/schedules/onboarding", 200, r("ScheduleOnboarding"), (*call).onboarding, 500)
	add(jwtAuth, "GET /me/schedules/text-to-cron", 200, r("CronConverted"), (*call).convertCron, neededQuery("cron", text("A cron expression with five fields, or words such as: every hour, every day at 9:30")), 400, 500)
	add(jwtAuth, "GET /me/schedules/{schedule_id}", 200, r("Schedule"), (*call).getSchedule, 404, 500)
	add(jwtAuth, "PUT /me/schedules/{schedule_id}", 200, r("Schedule"), (*call).putSchedule, body("ScheduleUpdateRequest"), 404, 500)
	add(jwtAuth, "DELETE /me/schedules/{schedule_id}", 200, r("Schedule"), (*call).deleteSchedule, 404, 500)

	tag = "Tools, toolsets, installed tools"
	add(jwtAuth, "GET /me/tools/list", 200, list(r("Tool")), (*call).listTools, 500)
	add(noAuth, "GET /me/tools", 200, list(r("PublicTool")), (*call).listPublicTools, 500)
	add(jwtAuth, "GET /me/tools/search", 200, list(r("Tool")), (*call).searchTools, q, query("toolkit", maybe(text("Only tools of this toolset; null or empty: all"))), searchLimit,
		query("min_score", with(number("Least score"), "minimum", 0.0, "maximum", 1.0, "default", 0.15)), 500)
	add(noAuth, "GET /me/tools/{tool_id}", 200, r("PublicTool"), (*call).getTool, 404, 500)
	add(loginJWT, "POST /me/tools/run/{tool_name}", 200, r("ToolResult"), (*call).runTool, &bodySpec{schema: free("Input of the tool, as its inputSchema says")}, serviceID,
		query("service_id_namespace", with(text("Namespace of the service id"), "default", "global")), 400, 404, 500)
	add(jwtAuth, "GET /me/toolsets/list", 200, list(r("ToolSet")), (*call).listToolsets, 500)
	add(jwtAuth, "GET /me/toolsets/{toolset_name}", 200, r("ToolSetWithTools"), (*call).getToolset, 404, 500)
	add(jwtAuth, "GET /me/user-tools", 200, list(r("UserTool")), (*call).listUserTools, 500)
	add(jwtAuth, "POST /me/user-tools", 200, r("UserInstalledTool"), (*call).installTool, body("UserInstallToolRequest"), 409, 500)
	add(jwtAuth, "GET /me/user-tools/{tool_id}", 200, r("UserTool"), (*call).getUserTool, 404, 500)
	add(jwtAuth, "DELETE /me/user-tools/{tool_id}", 200, r("UserInstalledTool"), (*call).uninstallTool, 404, 500)

	tag = "User and VIP codes"
	add(jwtAuth, "GET /me/", 200, r("UserWithTier"), (*call).me)
	add(jwtAuth, "GET /me/vip", 200, r("VipCodeRedemptionCount"), (*call).vipCount, 400)
	add(jwtAuth, "POST /me/vip", 200, r("VipCodeRedeemed"), (*call).redeemVip, body("VipCodeRequest"), 400)
	return ops
}

// pathParam knows the documented type of each identifier.
func pathParam(path, name string) param {
	p := param{name, "path", true, text("")}
	inAgents := strings.HasPrefix(path, "/me/agents/")
	deeper := strings.Contains(path, "/customizations/") || strings.Contains(path, "/files")
	switch {
	case name == "api_key_id" || name == "bundle_id" || name == "log_id":
		p.schema = integer("")
	case name == "run_id" && !strings.HasPrefix(path, "/me/agent-studio-chats"),
		name == "agent_id" && (!strings.HasPrefix(path, "/me/") || inAgents && deeper),
		name == "file_id" || name == "cli_auth_id" || name == "auth_id" || name == "schedule_id",
		name == "chat_id" && (strings.HasSuffix(path, "/og") || strings.HasSuffix(path, "/clone") || strings.HasSuffix(path, "/runs")):
		p.schema = uuid("")
	}
	return p
}
