package main

import "sort"

const (
	maxFilesPerAgent = 10
	slugPattern      = `^[a-z0-9]+(-[a-z0-9]+)*$`
	studioRunPattern = `^[A-Za-z0-9._:-]+$`
)

var (
	visibilityEnum = enum("PRIVATE", "PUBLIC")
	tierEnum       = enum("SANDBOX", "STARTER", "PRO")
	promptText     = described("The chat prompt.", textOf(1, 100_000))
	vanitySlug     = described("The last part of the agent's own address; unique.",
		S{"type": "string", "minLength": 3, "maxLength": 60, "pattern": slugPattern})
	priceMinor = described("Price for a month in cents; null when the agent is free.", intWithin(1, 1_000_000))
	sortIndex  = described("The place of the file; files are listed by it.", intWithin(0, 1_000_000))
	currency   = enum("EUR")
)

// listOf is the envelope of a list that is not paged.
func listOf(schema string) S {
	return record(S{"content": arrayOf(ref(schema)), "totalElements": intFrom(0)})
}

// pageOf is the envelope of a page of a list.
func pageOf(schema string) S {
	return record(S{
		"content":    arrayOf(ref(schema)),
		"nextCursor": described("Send it as next_cursor to get the next page; null on the last one.", nullable(dateTime)),
		"pageSize":   intFrom(0),
	})
}

var agentFields = S{
	"name":              nullable(textOf(1, 200)),
	"description":       nullable(textOf(0, 5000)),
	"promptText":        promptText,
	"visibility":        nullable(visibilityEnum),
	"vanitySlug":        nullable(vanitySlug),
	"monthlyPriceMinor": nullable(priceMinor),
}

var mcpTool = S{
	"name":        anyText,
	"description": anyText,
	"inputSchema": described("JSON Schema of the tool's input.", anyMap),
	"_meta":       anyMap,
}

var problemFields = S{
	"type":     S{"type": "string", "format": "uri"},
	"title":    anyText,
	"status":   intWithin(400, 599),
	"detail":   anyText,
	"instance": anyText,
	"traceId":  anyText,
}

// componentSchemas are the bodies of the interface, by their schema names.
var componentSchemas = map[string]S{
	// Workers API
	"StartRunRequest":    object(S{"message": textOf(0, 200_000)}, "message"),
	"ContinueRunRequest": object(S{"message": textOf(0, 200_000)}, "message"),
	"Message":            record(S{"role": enum("user", "assistant"), "content": anyText}),
	"NdjsonLine": with(object(S{
		"type":      enum("text", "toolCall", "toolResult", "jobStarted", "done"),
		"text":      anyText,
		"callId":    anyText,
		"toolName":  anyText,
		"arguments": anyMap,
		"output":    anyMap,
		"jobId":     anyText,
		"runId":     uuidText,
	}, "type"), S{"description": "One line of the stream; which fields it has depends on its type."}),

	// Errors
	"Problem": record(problemFields),
	"HTTPValidationError": record(with(problemFields, S{
		"errors": S{
			"type":                 "object",
			"description":          "What is wrong, by the place of it.",
			"additionalProperties": arrayOf(anyText),
		},
	})),

	// Agent runs and logs
	"AgentRunView": record(S{
		"runId":          uuidText,
		"agentId":        uuidText,
		"status":         enum("IDLE", "JOB_RUNNING"),
		"initialMessage": nullable(anyText),
		"messageCount":   intFrom(0),
		"toolCallCount":  intFrom(0),
		"startedAt":      dateTime,
		"lastActivityAt": dateTime,
	}),
	"AgentRunViewListResponse": pageOf("AgentRunView"),
	"AgentRunLog": record(S{
		"runLogId":  intFrom(1),
		"runId":     uuidText,
		"agentId":   uuidText,
		"event":     enum("RUN_CREATED", "USER_MESSAGE", "TOOL_CALL", "ANSWER", "JOB_STARTED", "JOB_FINISHED", "JOB_FAILED"),
		"detail":    anyText,
		"createdAt": dateTime,
	}),
	"McpServerLog": record(S{
		"serverLogId": intFrom(1),
		"runId":       uuidText,
		"serverName":  anyText,
		"toolName":    anyText,
		"arguments":   anyMap,
		"output":      anyMap,
		"createdAt":   dateTime,
	}),
	"ToolExecutionLog": record(S{
		"logId":      intFrom(1),
		"toolName":   anyText,
		"input":      anyMap,
		"output":     anyMap,
		"startedAt":  dateTime,
		"durationMs": intFrom(0),
	}),
	"ToolExecutionLogsResponse": pageOf("ToolExecutionLog"),

	// Paid agent subscriptions
	"AgentSubscribeRequest": object(S{"returnUrl": described("Where the checkout leads to in the end.", webURL)}, "returnUrl"),
	"AgentSubscribeResponse": record(S{
		"agentId":           uuidText,
		"checkoutSessionId": anyText,
		"checkoutUrl":       webURL,
		"expiresAt":         dateTime,
	}),
	"AgentSubscriptionResponse": record(S{
		"subscriptionId":    uuidText,
		"agentId":           uuidText,
		"status":            enum("PENDING", "ACTIVE", "CANCELED"),
		"monthlyPriceMinor": intFrom(0),
		"currency":          currency,
		"startedAt":         dateTime,
		"canceledAt":        nullable(dateTime),
	}),
	"AgentSubscriptionListResponse": listOf("AgentSubscriptionResponse"),

	// Agent studio chats
	"AgentStudioChat": record(S{
		"runId":           anyText,
		"ownerId":         uuidText,
		"title":           anyText,
		"isPrivate":       boolean,
		"clonedFromRunId": nullable(anyText),
		"createdAt":       dateTime,
		"updatedAt":       dateTime,
		"deletedAt":       nullable(dateTime),
	}),
	"AgentStudioChatCreate": object(S{
		"runId":     nullable(S{"type": "string", "minLength": 1, "maxLength": 128, "pattern": studioRunPattern}),
		"title":     nullable(textOf(1, 500)),
		"isPrivate": nullable(boolean),
	}),
	"AgentStudioChatUpdate": object(S{
		"title":     nullable(textOf(1, 500)),
		"isPrivate": nullable(boolean),
	}),

	// Agents, customization and files
	"AgentModel": record(S{
		"id":                uuidText,
		"ownerId":           uuidText,
		"name":              anyText,
		"description":       nullable(anyText),
		"promptText":        anyText,
		"visibility":        visibilityEnum,
		"vanitySlug":        nullable(anyText),
		"upsellText":        nullable(anyText),
		"monthlyPriceMinor": nullable(anyInt),
		"currency":          currency,
		"feedbackCount":     intFrom(0),
		"averageRating":     nullable(S{"type": "number", "minimum": 1, "maximum": 5}),
		"createdAt":         dateTime,
		"updatedAt":         dateTime,
	}),
	"AgentRequest": with(object(with(agentFields, S{
		"id":         described("The agent to update; without it, one is created.", nullable(uuidText)),
		"promptText": described("The chat prompt; 400 when it is missing, null or blank.", nullable(textOf(0, 100_000))),
	})), S{"description": "What is left out keeps its value on an update; null clears it."}),
	"AgentRequestPartial": object(agentFields),
	"SlugRequest":         object(S{"title": textOf(1, 200)}, "title"),
	"SlugSuggestion":      record(S{"vanitySlug": anyText}),
	"SlugAvailability":    record(S{"vanitySlug": anyText, "isAvailable": boolean}),
	"VibeCoderService": record(S{
		"serviceName": enum(vibeServiceNames()...),
		"title":       anyText,
		"websiteUrl":  webURL,
	}),
	"VibeCoderListResponse": listOf("VibeCoderService"),
	"VibeCoderPromptResponse": record(S{
		"serviceName": enum(vibeServiceNames()...),
		"promptText":  anyText,
		"launchUrl":   anyText,
	}),
	"AgentThemePreferenceResponse": record(S{
		"agentId":     uuidText,
		"accentColor": S{"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"},
		"updatedAt":   dateTime,
	}),
	"AgentThemePreferenceUpsertRequest": object(S{
		"accentColor": described("# and six hexadecimal digits; 400 otherwise.", anyText),
	}, "accentColor"),
	"AgentFileResponse": record(S{
		"fileId":    uuidText,
		"agentId":   uuidText,
		"fileName":  anyText,
		"mimeType":  anyText,
		"text":      anyText,
		"sizeBytes": intFrom(0),
		"sortIndex": sortIndex,
		"createdAt": dateTime,
		"updatedAt": dateTime,
	}),
	"AgentFileListResponse": listOf("AgentFileResponse"),
	"AgentFileCreateRequest": object(S{
		"fileName":  textOf(1, 255),
		"mimeType":  nullable(textOf(1, 255)),
		"text":      nullable(textOf(0, 1_000_000)),
		"sortIndex": nullable(sortIndex),
	}, "fileName"),
	"AgentFileUpdateRequest": object(S{
		"fileName":  textOf(1, 255),
		"mimeType":  textOf(1, 255),
		"text":      textOf(0, 1_000_000),
		"sortIndex": sortIndex,
	}),
	"AgentFilePosition": object(S{"fileId": uuidText, "sortIndex": sortIndex}, "fileId", "sortIndex"),
	"AgentFileBatchPositionRequest": object(S{
		"order": described("Files of the agent, each at most once. Files left out keep their place.", arrayOf(ref("AgentFilePosition"))),
	}, "order"),

	// Chats
	"ChatPreview": record(S{
		"title":       anyText,
		"description": anyText,
		"type":        anyText,
		"url":         anyText,
	}),
	"UserFeedbackRequest": object(S{
		"rating":  intWithin(1, 5),
		"comment": nullable(textOf(0, 5000)),
	}, "rating"),

	// API keys, billing, credits, payments
	"ApiKey": record(S{
		"apiKeyId":  anyInt,
		"label":     anyText,
		"isDefault": boolean,
		"createdAt": dateTime,
		"secret":    described("Sent as bearer token to the Workers API.", anyText),
	}),
	"ApiKeyHidden": record(S{
		"apiKeyId":  anyInt,
		"label":     anyText,
		"isDefault": boolean,
		"createdAt": dateTime,
	}),
	"ApiKeyCreate": object(S{"label": textOf(1, 100)}, "label"),
	"BillingInformationSubscription": record(S{
		"planName":         tierEnum,
		"isActive":         boolean,
		"priceMinor":       intFrom(0),
		"currency":         currency,
		"currentPeriodEnd": nullable(dateTime),
	}),
	"AgentExecutionCredits": record(S{"remainingCredits": intFrom(0), "updatedAt": dateTime}),
	"PaymentEvent": object(S{
		"id":   textOf(1, 200),
		"type": described("credits.granted, checkout.completed; other types are taken note of.", textOf(1, 200)),
		"data": anyMap,
	}, "id", "type", "data"),
	"PaymentWebhookResponseSuccess": record(S{"received": boolean}),
	"PaymentSessionRequest": object(S{
		"creditPack": enum("SMALL", "MEDIUM", "LARGE"),
		"returnUrl":  webURL,
	}, "creditPack", "returnUrl"),
	"PaymentSessionResponse": record(S{
		"checkoutSessionId": anyText,
		"checkoutUrl":       webURL,
		"amountMinor":       intFrom(0),
		"currency":          currency,
		"expiresAt":         dateTime,
	}),
	"MonetizationSummary": record(S{
		"periodDays":         intWithin(1, 365),
		"totalSubscribers":   intFrom(0),
		"totalEarningsMinor": intFrom(0),
		"currency":           currency,
	}),
	"DailySubscribers": record(S{"date": S{"type": "string", "format": "date"}, "subscribers": intFrom(0)}),
	"DailyEarnings":    record(S{"date": S{"type": "string", "format": "date"}, "earningsMinor": intFrom(0)}),
	"MonetizationSubscribersResponse": record(S{
		"periodDays": intWithin(1, 365),
		"content":    arrayOf(ref("DailySubscribers")),
	}),
	"MonetizationEarningsResponse": record(S{
		"periodDays": intWithin(1, 365),
		"currency":   currency,
		"content":    arrayOf(ref("DailyEarnings")),
	}),

	// Bundles
	"UserBundle": record(S{
		"bundleId":    anyInt,
		"name":        anyText,
		"description": nullable(anyText),
		"tools":       arrayOf(ref("UserBundleTool")),
		"createdAt":   dateTime,
		"updatedAt":   dateTime,
	}),
	"UserBundleSimplified": record(S{"bundleId": anyInt, "name": anyText, "toolCount": intFrom(0)}),
	"UserBundleRow": record(S{
		"bundleId":    anyInt,
		"name":        anyText,
		"description": nullable(anyText),
		"createdAt":   dateTime,
		"updatedAt":   dateTime,
	}),
	"UserBundleRequest": object(S{"name": textOf(1, 200), "description": nullable(textOf(0, 5000))}, "name"),
	"UserBundleTool": object(S{
		"toolId": textOf(1, 200),
		"note":   nullable(textOf(0, 1000)),
	}, "toolId"),

	// CLI auth sessions
	"CliAuthModel": record(S{
		"sessionId": uuidText,
		"status":    enum("PENDING", "ATTACHED", "CONSUMED"),
		"createdAt": dateTime,
		"expiresAt": dateTime,
	}),
	"CliAuthInsertModel": object(S{
		"accessToken": described("The JWT of the caller.", textOf(1, 10_000)),
	}, "accessToken"),

	// Schedules
	"Schedule": record(S{
		"scheduleId":     uuidText,
		"chatId":         uuidText,
		"cronExpression": anyText,
		"message":        nullable(anyText),
		"isEnabled":      boolean,
		"nextRunAt":      nullable(dateTime),
		"createdAt":      dateTime,
		"updatedAt":      dateTime,
	}),
	"ScheduleListResponse": listOf("Schedule"),
	"ScheduleRequest": object(S{
		"chatId":         described("A chat of the caller; 403 when it is missing or anything else.", nullable(anyText)),
		"cronExpression": described("Five fields: minute, hour, day of month, month, day of week.", textOf(1, 200)),
		"message":        nullable(textOf(0, 5000)),
		"isEnabled":      nullable(boolean),
	}, "cronExpression"),
	"ScheduleUpdateRequest": object(S{
		"chatId":         anyText,
		"cronExpression": textOf(1, 200),
		"message":        nullable(textOf(0, 5000)),
		"isEnabled":      boolean,
	}),
	"ScheduleOnboarding": record(S{
		"hasSchedules": boolean,
		"suggestions":  arrayOf(record(S{"title": anyText, "cronExpression": anyText})),
	}),
	"ConvertedCron": record(S{"cronExpression": anyText, "nextRunAt": nullable(dateTime)}),

	// Tools, toolsets, installed tools
	"Tool": record(mcpTool),
	"PublicTool": record(S{
		"toolId":                 anyText,
		"description":            anyText,
		"toolkit":                anyText,
		"requiresAuthConnection": boolean,
	}),
	"ToolResult": record(S{
		"toolName":   anyText,
		"succeeded":  boolean,
		"output":     anyMap,
		"logId":      intFrom(1),
		"durationMs": intFrom(0),
	}),
	"ToolSet": record(S{"toolsetName": anyText, "title": anyText, "toolCount": intFrom(0)}),
	"ToolSetWithTools": record(S{
		"toolsetName": anyText,
		"title":       anyText,
		"toolCount":   intFrom(0),
		"tools":       arrayOf(ref("Tool")),
	}),
	"UserTool": record(S{
		"toolId":      anyText,
		"description": anyText,
		"toolkit":     anyText,
		"installedAt": dateTime,
	}),
	"UserInstallToolRequest": object(S{"toolId": textOf(1, 200)}, "toolId"),
	"UserInstalledTool": record(S{
		"toolId":      anyText,
		"installedAt": dateTime,
		"removedAt":   nullable(dateTime),
	}),

	// User and VIP codes
	"UserWithTier": record(S{
		"userId":      uuidText,
		"email":       S{"type": "string", "format": "email"},
		"displayName": anyText,
		"accountTier": tierEnum,
		"createdAt":   dateTime,
	}),
	"VipCodeRedemptionCount": record(S{"redeemedCodes": intFrom(0)}),
	"VipCodeRequest":         object(S{"vipCode": textOf(1, 100)}, "vipCode"),
	"VipCodeRedeemed": record(S{
		"vipCode":        anyText,
		"creditsGranted": intFrom(0),
		"redeemedAt":     dateTime,
	}),

	// MCP registry
	"McpServer":             record(S{"serverName": anyText, "description": anyText, "url": webURL}),
	"McpServerListResponse": listOf("McpServer"),
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
