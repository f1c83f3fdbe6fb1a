package heron;

import java.util.List;
import java.util.Map;

/** Writes config.json: what a conformance tool is told. */
final class ConfigWriter {
    private ConfigWriter() {}

    private static Map<String, Object> fields(Object... namesAndOurs) {
        return Json.object("fields", Json.object(namesAndOurs));
    }

    private static Map<String, Object> bindings() {
        Map<String, Object> runPage = fields("items", "flock", "next_cursor", "onward-from");
        Map<String, Object> run = fields("run_id", "run-ref");
        Map<String, Object> agentRequest = fields("agent_id", "worker-ref", "chat_prompt", "opening-brief",
                "visibility", "seen-by", "vanity_slug", "nice-name");
        Map<String, Object> agentPartial = fields("chat_prompt", "opening-brief", "visibility", "seen-by", "vanity_slug", "nice-name");
        Map<String, Object> tool = fields("tool_id", "tool-ref");
        Map<String, Object> basket = fields("bundle_id", "basket-no");
        Map<String, Object> byDay = fields("items", "by-day");
        Map<String, Object> fileCreate = fields("position", "rank");
        fileCreate.put("body", Json.object("title", "a leaf", "text", "what stands on it"));
        return Json.object(
                "AgentFileListResponse", fields("items", "sheaf"),
                "AgentFileResponse", fields("file_id", "leaf-ref", "position", "rank"),
                "AgentFileCreateRequest", fileCreate,
                "AgentFileUpdateRequest", fields("position", "rank"),
                "AgentFileBatchPositionRequest", fields("positions", "ranking"),
                "AgentRunViewListResponse", runPage,
                "AgentRunView", run,
                "AgentRunLog", run,
                "McpServerLog", run,
                "AgentThemePreferenceResponse", fields("agent_id", "worker-ref", "theme_color", "plumage"),
                "AgentThemePreferenceUpsertRequest", fields("theme_color", "plumage"),
                "AgentModel", fields("agent_id", "worker-ref", "chat_id", "chat-ref", "chat_prompt", "opening-brief",
                        "visibility", "seen-by", "vanity_slug", "nice-name", "upsell_description", "sales-pitch"),
                "AgentRequest", agentRequest,
                "AgentRequestPartial", agentPartial,
                "SlugRequest", Json.object("body", Json.object("from-words", "a heron in the rain")),
                "VibeCoderPromptResponse", fields("prompt", "incantation"),
                "VibeCoderListResponse", fields("items", "ateliers"),
                "ApiKey", fields("api_key_id", "key-no", "key", "bearer-word", "is_default", "is-main"),
                "ApiKeyHidden", fields("api_key_id", "key-no", "is_default", "is-main"),
                "ApiKeyCreate", Json.object("body", Json.object("label", "a key for a while")),
                "UserBundle", fields("bundle_id", "basket-no", "tools", "contents"),
                "UserBundleSimplified", basket,
                "UserBundleRow", basket,
                "UserBundleRequest", Json.object("body", Json.object("title", "reeds and rushes")),
                "UserBundleTool", tool,
                "UserFeedbackRequest", Json.object("body", Json.object("feathers", 4)),
                "CliAuthModel", fields("cli_auth_id", "login-ref"),
                "CliAuthInsertModel", fields("jwt", "passport"),
                "AgentExecutionCredits", fields("balance", "left-over"),
                "ToolExecutionLogsResponse", runPage,
                "ToolExecutionLog", fields("log_id", "entry-no"),
                "MonetizationSummary", fields("total_subscribers", "patrons", "total_earnings", "takings"),
                "MonetizationSubscribersResponse", byDay,
                "MonetizationEarningsResponse", byDay,
                "PaymentSessionRequest", Json.object("body", Json.object("plan", "fledgling")),
                "ScheduleListResponse", fields("items", "rota"),
                "ScheduleRequest", fields("chat_id", "chat-ref", "cron", "beat"),
                "ScheduleUpdateRequest", fields("chat_id", "chat-ref", "cron", "beat"),
                "AgentStudioChat", fields("run_id", "run-ref", "visibility", "shown-to"),
                "AgentStudioChatCreate", fields("run_id", "run-ref", "visibility", "shown-to"),
                "AgentStudioChatUpdate", fields("visibility", "shown-to"),
                "AgentSubscribeRequest", Json.object("body", Json.object("return-to", "https://heronry.example/back")),
                "AgentSubscriptionResponse", fields("agent_id", "worker-ref"),
                "AgentSubscriptionListResponse", fields("items", "patronage"),
                "PublicTool", tool,
                "ToolSet", fields("toolset_name", "rack"),
                "ToolSetWithTools", fields("toolset_name", "rack", "tools", "contents"),
                "UserTool", tool,
                "UserInstallToolRequest", tool,
                "UserInstalledTool", tool,
                "UserWithTier", fields("tier", "standing"),
                "VipCodeRedemptionCount", fields("count", "times-used"),
                "VipCodeRequest", fields("code", "pass-phrase"));
    }

    private static Map<String, Object> fixtures() {
        return Json.object(
                "agentId", Guid.show(Seed.TALKER),
                "message", "Good morning \u2014 what stands in the reeds?",
                "backgroundAgentId", Guid.show(Seed.DIVER),
                "backgroundMessage", Worker.JOB_MESSAGE,
                "backgroundErrorMessage", Worker.FAILING_JOB_MESSAGE,
                "toolCallMessage", Json.object("message", Worker.TOOL_MESSAGE, "name", Worker.TOOL_NAME, "output", Worker.TOOL_OUTPUT),
                "paidAgentId", Guid.show(Seed.PAID),
                "unpaidAgentId", Guid.show(Seed.UNPAID),
                "ownPaidAgentId", Guid.show(Seed.OWN_PAID),
                "subscribedAgentId", Guid.show(Seed.SUBSCRIBED),
                "unsubscribeAgentId", Guid.show(Seed.TO_UNSUBSCRIBE),
                "privateAgentId", Guid.show(Seed.PRIVATE),
                "tool", Json.object("name", Worker.TOOL_NAME,
                        "input", Json.object("sluice", "Bittern Sluice"), "invalidInput", Json.object("sluice", 7)),
                "installableToolId", "hrn:heron.count.ruff",
                "toolsetName", ToolCatalog.MARSH_RACK,
                "notifierMayBeUsed", true,
                "vipCode", Seed.VIP_CODE,
                "ownVipCode", Seed.OWN_VIP_CODE,
                "cron", "15 6 * * 1-5",
                "webhook", Json.object("signatureHeader", MoneyApi.SEAL_HEADER,
                        "validSignature", MoneyApi.seal(Seed.WEBHOOK_BODY), "body", Seed.WEBHOOK_BODY));
    }

    static String write() {
        String origin = "http://127.0.0.1:PORT";
        return pretty(Json.object(
                "openapi", origin + "/openapi.json",
                "agentsUrl", origin + Server.AGENTS_PREFIX,
                "baseUrl", origin + Server.BASE_PREFIX,
                "profile", "full",
                "bindings", bindings(),
                "credentials", Json.object(
                        "apiKey", Seed.CALLER_KEY, "jwt", Seed.jwt(Seed.CALLER),
                        "otherApiKey", Seed.OTHER_KEY, "otherJwt", Seed.jwt(Seed.OTHER), "sandboxJwt", Seed.jwt(Seed.SANDBOX)),
                "fixtures", fixtures()), "") + "\n";
    }

    /** Maps over several lines, everything else on one. */
    private static String pretty(Object value, String indent) {
        if (!(value instanceof Map<?, ?> map) || map.isEmpty() || indent.length() > 4) {
            return Json.writeUnescaped(value);
        }
        List<String> lines = map.entrySet().stream()
                .map(e -> indent + "  " + Json.write(e.getKey()) + ": " + pretty(e.getValue(), indent + "  ")).toList();
        return "{\n" + String.join(",\n", lines) + "\n" + indent + "}";
    }
}
