package laurel

import kotlinx.serialization.json.*

private val VIS = listOf("private", "public")
private val agentFields = arrayOf("name" to sStr(200, 1, true), "description" to sStr(10000, nullable = true), "chatPrompt" to sStr(200000, nullable = true),
    "visibility" to sStr(nullable = true, enum = VIS), "vanitySlug" to sStr(60, nullable = true), "priceMicros" to sInt(1, 1_000_000_000_000, true), "currency" to sStr(nullable = true, pattern = "^[A-Z]{3}$"))
private val issue = sRec("loc" to sArr(JsonObject(emptyMap())), "type" to sStr(), "message" to sStr())
private val I = sInt(); private val S = sStr(); private val B = sBool()
fun lst(n: String) = sRec("data" to arr(n), "pagination" to sRef("Pagination"))

/** Every schema of the document by its name. Bodies are checked with these very objects. */
val SCHEMAS: Map<String, JsonObject> = linkedMapOf(
    "Error" to sRec("error" to sRec("code" to S, "message" to S, "traceId" to S)),
    "HTTPValidationError" to sRec("error" to sRec("code" to S, "message" to S, "traceId" to S, "details" to sArr(issue))),
    "Pagination" to sRec("nextCursor" to TN, "limit" to I),
    // Workers API
    "StartRunRequest" to sObj("message" to sStr(200000), req = listOf("message")),
    "ContinueRunRequest" to sObj("message" to sStr(200000), req = listOf("message")),
    "Message" to sRec("role" to sStr(enum = listOf("user", "assistant")), "content" to S),
    // runs
    "AgentRunView" to sRec("runId" to UU, "agentId" to UU, "agentName" to SN, "status" to sStr(enum = listOf("IDLE", "JOB_RUNNING")), "initialMessage" to SN, "messageCount" to I, "createdAt" to T, "updatedAt" to T),
    "AgentRunViewListResponse" to lst("AgentRunView"),
    "AgentRunLog" to sRec("logId" to I, "runId" to UU, "level" to sStr(enum = listOf("INFO", "ERROR")), "event" to S, "message" to S, "createdAt" to T),
    "McpServerLog" to sRec("logId" to I, "runId" to UU, "serverName" to S, "toolName" to S, "input" to sObj(), "output" to S, "createdAt" to T),
    "ToolExecutionLog" to sRec("logId" to I, "toolId" to S, "toolName" to S, "serviceId" to S, "serviceIdNamespace" to S, "status" to sStr(enum = listOf("SUCCEEDED", "FAILED")), "input" to sObj(), "output" to SN, "createdAt" to T),
    "ToolExecutionLogsResponse" to lst("ToolExecutionLog"),
    // subscriptions
    "AgentSubscribeRequest" to sObj("successUrl" to sStr(2000, nullable = true), "cancelUrl" to sStr(2000, nullable = true)),
    "AgentSubscribeResponse" to sRec("agentId" to S, "subscriptionId" to S, "checkoutSessionId" to S, "checkoutUrl" to S, "status" to sStr(enum = listOf("ACTIVE")), "priceMicros" to I, "currency" to S),
    "AgentSubscriptionResponse" to sRec("subscriptionId" to S, "agentId" to S, "agentName" to SN, "status" to sStr(enum = listOf("ACTIVE", "CANCELED")), "priceMicros" to I, "currency" to S, "startedAt" to T, "canceledAt" to TN),
    "AgentSubscriptionListResponse" to lst("AgentSubscriptionResponse"),
    // studio chats
    "AgentStudioChat" to sRec("runId" to S, "title" to SN, "content" to SN, "visibility" to sStr(enum = VIS), "createdAt" to T, "updatedAt" to T),
    "AgentStudioChatCreate" to sObj("runId" to sStr(200, 1, true), "title" to sStr(200, nullable = true), "content" to sStr(200000, nullable = true), "visibility" to sStr(nullable = true, enum = VIS)),
    "AgentStudioChatUpdate" to sObj("title" to sStr(200, nullable = true), "content" to sStr(200000, nullable = true), "visibility" to sStr(nullable = true, enum = VIS)),
    // agents
    "AgentModel" to sRec("agentId" to UU, "chatId" to UU, "ownerId" to UU, "name" to S, "description" to SN, "chatPrompt" to S, "visibility" to sStr(enum = VIS), "vanitySlug" to SN, "upsellDescription" to SN,
        "priceMicros" to sInt(nullable = true), "currency" to S, "feedbackCount" to I, "createdAt" to T, "updatedAt" to T),
    "AgentRequest" to sObj("agentId" to sStr(fmt = "uuid", nullable = true), *agentFields),
    "AgentRequestPartial" to sObj(*agentFields),
    "SlugRequest" to sObj("name" to sStr(200, nullable = true)),
    "Slug" to sRec("slug" to S, "available" to B),
    "VibeCoderPromptResponse" to sRec("agentId" to S, "serviceName" to S, "prompt" to S),
    "VibeService" to sRec("name" to S, "title" to S, "url" to S),
    "VibeCoderListResponse" to lst("VibeService"),
    "AgentThemePreferenceResponse" to sRec("agentId" to UU, "themeColor" to S, "createdAt" to T, "updatedAt" to T),
    "AgentThemePreferenceUpsertRequest" to sObj("themeColor" to S, req = listOf("themeColor")),
    "AgentFileResponse" to sRec("fileId" to UU, "agentId" to UU, "fileName" to S, "content" to S, "mimeType" to S, "position" to I, "createdAt" to T, "updatedAt" to T),
    "AgentFileListResponse" to lst("AgentFileResponse"),
    "AgentFileCreateRequest" to sObj("fileName" to sStr(200, 1), "content" to sStr(200000, nullable = true), "mimeType" to sStr(100, nullable = true), "position" to sInt(0, 1_000_000, true), req = listOf("fileName")),
    "AgentFileUpdateRequest" to sObj("fileName" to sStr(200, 1), "content" to sStr(200000), "mimeType" to sStr(100), "position" to sInt(0, 1_000_000)),
    "AgentFileBatchPositionRequest" to sObj("positions" to sArr(sObj("fileId" to UU, "position" to sInt(0, 1_000_000), req = listOf("fileId", "position"))), req = listOf("positions")),
    "SocialPreview" to sRec("title" to S, "description" to S, "imageUrl" to S, "url" to S),
    "UserFeedbackRequest" to sObj("rating" to sInt(1, 5), "comment" to sStr(5000, nullable = true), req = listOf("rating")),
    // keys, billing, credits
    "ApiKeyHidden" to sRec("apiKeyId" to I, "name" to S, "isDefault" to B, "createdAt" to T),
    "ApiKey" to sRec("apiKeyId" to I, "name" to S, "key" to S, "isDefault" to B, "createdAt" to T),
    "ApiKeyCreate" to sObj("name" to sStr(100, nullable = true), "isDefault" to sBool(true)),
    "BillingInformationSubscription" to sRec("plan" to S, "status" to S, "priceMicros" to I, "currency" to S, "currentPeriodEnd" to TN),
    "AgentExecutionCredits" to sRec("balance" to I),
    "PaymentWebhookResponseSuccess" to sRec("received" to B, "eventId" to S, "processed" to B),
    "PaymentSessionRequest" to sObj("credits" to sInt(1, 100000), "successUrl" to sStr(2000, nullable = true), "cancelUrl" to sStr(2000, nullable = true)),
    "PaymentSessionResponse" to sRec("sessionId" to S, "url" to S, "credits" to I, "amountMicros" to I, "currency" to S, "status" to S, "createdAt" to T),
    "MonetizationSummary" to sRec("periodDays" to I, "totalSubscribers" to I, "totalEarningsMicros" to I, "currency" to S),
    "MonetizationSubscribersResponse" to sRec("periodDays" to I, "totalSubscribers" to I, "items" to sArr(sRec("date" to sStr(fmt = "date"), "subscribers" to I))),
    "MonetizationEarningsResponse" to sRec("periodDays" to I, "totalEarningsMicros" to I, "currency" to S, "items" to sArr(sRec("date" to sStr(fmt = "date"), "earningsMicros" to I))),
    // bundles
    "UserBundleTool" to sObj("toolId" to sStr(40, 1), req = listOf("toolId")),
    "UserBundle" to sRec("bundleId" to I, "name" to S, "description" to SN, "tools" to sArr(sRef("UserBundleTool")), "createdAt" to T, "updatedAt" to T),
    "UserBundleSimplified" to sRec("bundleId" to I, "name" to S, "toolCount" to I),
    "UserBundleRow" to sRec("bundleId" to I, "name" to S, "description" to SN, "createdAt" to T, "updatedAt" to T),
    "UserBundleRequest" to sObj("name" to sStr(100, 1), "description" to sStr(2000, nullable = true), "tools" to sArr(sStr(40, 1))),
    // cli auth
    "CliAuthModel" to sRec("cliAuthId" to UU, "status" to sStr(enum = listOf("PENDING", "ATTACHED")), "createdAt" to T, "expiresAt" to T),
    "CliAuthInsertModel" to sObj("jwt" to sStr(8000, 1), req = listOf("jwt")),
    // schedules
    "Schedule" to sRec("scheduleId" to UU, "chatId" to UU, "cron" to S, "message" to SN, "enabled" to B, "nextRunAt" to TN, "createdAt" to T, "updatedAt" to T),
    "ScheduleListResponse" to lst("Schedule"),
    "ScheduleRequest" to sObj("chatId" to sStr(nullable = true), "cron" to sStr(200), "message" to sStr(20000, nullable = true), "enabled" to sBool(), req = listOf("cron")),
    "ScheduleUpdateRequest" to sObj("chatId" to sStr(), "cron" to sStr(200), "message" to sStr(20000, nullable = true), "enabled" to sBool()),
    "ScheduleOnboarding" to sRec("hasSchedules" to B, "examples" to sArr(sRec("text" to S, "cron" to S))),
    "CronText" to sRec("cron" to S, "input" to S, "nextRunAt" to TN),
    // tools
    "Tool" to sRec("name" to S, "description" to S, "inputSchema" to sObj()),
    "PublicTool" to sRec("toolId" to S, "name" to S, "description" to S, "toolset" to S, "requiresConnection" to B),
    "ToolInput" to sObj(),
    "ToolResult" to sRec("content" to sArr(sRec("type" to S, "text" to S)), "structuredContent" to sObj(), "isError" to B),
    "ToolSet" to sRec("toolsetName" to S, "description" to S, "toolCount" to I),
    "ToolSetWithTools" to sRec("toolsetName" to S, "description" to S, "toolCount" to I, "tools" to sArr(sRef("PublicTool"))),
    "UserTool" to sRec("toolId" to S, "name" to S, "description" to S, "toolset" to S, "requiresConnection" to B, "installedAt" to T),
    "UserInstallToolRequest" to sObj("toolId" to sStr(40, 1), req = listOf("toolId")),
    "UserInstalledTool" to sRec("toolId" to S, "installedAt" to T),
    // user and vip
    "UserWithTier" to sRec("userId" to UU, "email" to S, "name" to S, "tier" to sStr(enum = listOf("SANDBOX", "PRO")), "createdAt" to T),
    "VipCodeRedemptionCount" to sRec("count" to I),
    "VipCodeRequest" to sObj("code" to sStr(60, 1), req = listOf("code")),
    "VipCodeRedeemed" to sRec("code" to S, "redeemedAt" to T, "count" to I),
)
