import { Type as T, type TSchema } from "@sinclair/typebox";

/** Schemas with a title become components of the OpenAPI document. */
export const components = new Map<string, TSchema>();
const named = <S extends TSchema>(title: string, schema: S): S => {
  (schema as any).title = title;
  components.set(title, schema);
  return schema;
};
const S = T.String, I = T.Integer, O = T.Optional, Id = (d?: string) => T.String({ format: undefined, description: d });
export const Uuid = () => T.String({ pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$" });
const N = <X extends TSchema>(x: X) => T.Union([x, T.Null()]);
const Obj = (name: string) => T.Literal(name);
const When = () => T.Integer({ description: "Seconds since 1970." });
const Visibility = () => T.Union([T.Literal("private"), T.Literal("public")]);
const Labels = () => T.Record(T.String(), T.String());
const stamps = () => ({ revision: I(), created: When(), updated: When() });
export const Money = named("Money", T.Object({ amount: T.String({ pattern: "^\\d+\\.\\d\\d$" }), currency: T.Literal("usd") }));
const listOf = <X extends TSchema>(item: X, extra: Record<string, TSchema> = {}) =>
  T.Object({ object: Obj("list"), data: T.Array(item), has_more: T.Boolean(), next_cursor: N(S()), ...extra });

export const ErrorBody = named("Error", T.Object({ error: T.Object({ type: S(), code: S(), message: S(), param: N(S()), request_id: S() }) }));
export const HTTPValidationError = named("HTTPValidationError", T.Object({
  error: T.Object({ type: S(), code: S(), message: S(), param: N(S()), request_id: S() }),
  detail: T.Array(T.Object({ loc: T.Array(T.Union([S(), I()])), msg: S(), type: S() })),
}));

// Workers
export const StartRunRequest = named("StartRunRequest", T.Object({ message: S() }));
export const ContinueRunRequest = named("ContinueRunRequest", T.Object({ message: S() }));
export const Message = named("Message", T.Object({ role: T.Union([T.Literal("user"), T.Literal("assistant")]), content: S() }));
export const Messages = T.Array(Message);

// Runs and logs
export const AgentRunView = named("AgentRunView", T.Object({
  object: Obj("agent_run"), run_id: Uuid(), agent_id: Uuid(), source: S(), status: T.Union([T.Literal("idle"), T.Literal("job_running")]),
  message_count: I(), first_message: N(S()), created: When(), updated: When(),
}));
export const AgentRunViewListResponse = named("AgentRunViewListResponse", listOf(AgentRunView));
export const AgentRunLog = named("AgentRunLog", T.Object({ object: Obj("agent_run_log"), log_id: I(), run_id: Uuid(), kind: S(), detail: T.Any(), created: When() }));
export const McpServerLog = named("McpServerLog", T.Object({ object: Obj("mcp_server_log"), log_id: I(), run_id: Uuid(), server: S(), tool: S(), input: T.Any(), output: T.Any(), created: When() }));
export const ToolExecutionLog = named("ToolExecutionLog", T.Object({
  object: Obj("tool_execution_log"), log_id: I(), tool_name: S(), status: T.Union([T.Literal("succeeded"), T.Literal("failed")]),
  input: T.Record(S(), T.Any()), output: T.Any(), error: N(S()), service_id: S(), service_id_namespace: S(), duration_ms: I(), created: When(),
}));
export const ToolExecutionLogsResponse = named("ToolExecutionLogsResponse", listOf(ToolExecutionLog));

// Agents
export const AgentModel = named("AgentModel", T.Object({
  object: Obj("agent"), agent_id: Uuid(), owner_id: Id(), name: S(), prompt: S(), description: N(S()), visibility: Visibility(),
  vanity_slug: N(S()), upsell_description: N(S()), price: N(Money), feedback_count: I(), labels: Labels(), ...stamps(),
}));
export const AgentModels = T.Array(AgentModel);
const Price = () => N(T.Object({ amount: T.String({ pattern: "^\\d{1,6}(\\.\\d{1,2})?$" }), currency: O(T.Literal("usd")) }));
const agentIn = () => ({
  name: O(T.String({ minLength: 1, maxLength: 200 })), description: O(N(S({ maxLength: 5000 }))), visibility: O(Visibility()),
  vanity_slug: O(N(T.String({ pattern: "^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$" }))), upsell_description: O(N(S({ maxLength: 5000 }))), price: O(Price()), labels: O(Labels()),
});
export const AgentRequest = named("AgentRequest", T.Object({ agent_id: O(N(T.String())), prompt: O(N(T.String({ description: "Needed: 400 without it." }))), ...agentIn() }));
export const AgentRequestPartial = named("AgentRequestPartial", T.Object({ prompt: O(T.String({ minLength: 1 })), ...agentIn() }));
export const SlugRequest = named("SlugRequest", T.Object({ name: O(N(S({ maxLength: 500 }))) }));
export const Slug = named("Slug", T.Object({ object: Obj("slug"), slug: S() }));
export const SlugAvailability = named("SlugAvailability", T.Object({ object: Obj("slug_availability"), slug: S(), available: T.Boolean(), reason: N(S()) }));
export const VibeCoderPromptResponse = named("VibeCoderPromptResponse", T.Object({ object: Obj("vibe_prompt"), agent_id: Uuid(), service_name: S(), prompt: S(), url: S() }));
export const VibeCoderListResponse = named("VibeCoderListResponse", listOf(T.Object({ object: Obj("vibe_service"), service_name: S(), title: S(), url: S() })));
export const AgentThemePreferenceUpsertRequest = named("AgentThemePreferenceUpsertRequest", T.Object({ color: T.String({ description: "#rrggbb, or 400." }) }));
export const AgentThemePreferenceResponse = named("AgentThemePreferenceResponse", T.Object({ object: Obj("theme"), agent_id: Uuid(), color: S(), ...stamps() }));
export const ThemeOrNull = N(AgentThemePreferenceResponse);
const Position = () => T.Integer({ minimum: 0, maximum: 1_000_000 });
export const AgentFileCreateRequest = named("AgentFileCreateRequest", T.Object({ name: T.String({ minLength: 1, maxLength: 255 }), content: O(S()), mime_type: O(S()), position: O(Position()), labels: O(Labels()) }));
export const AgentFileUpdateRequest = named("AgentFileUpdateRequest", T.Object({ name: O(T.String({ minLength: 1, maxLength: 255 })), content: O(S()), mime_type: O(S()), position: O(Position()), labels: O(Labels()) }));
export const AgentFileResponse = named("AgentFileResponse", T.Object({
  object: Obj("agent_file"), file_id: Uuid(), agent_id: Uuid(), name: S(), content: S(), mime_type: S(), size: I(), position: I(), labels: Labels(), ...stamps(),
}));
export const AgentFileListResponse = named("AgentFileListResponse", listOf(AgentFileResponse));
export const AgentFileBatchPositionRequest = named("AgentFileBatchPositionRequest", T.Object({
  positions: T.Array(T.Object({ file_id: T.String({ pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$" }), position: Position() }), { maxItems: 100 }),
}));
export const SocialPreview = named("SocialPreview", T.Object({ object: Obj("social_preview"), title: S(), description: S(), image_url: S(), url: S() }));
export const UserFeedbackRequest = named("UserFeedbackRequest", T.Object({ rating: O(N(T.Integer({ minimum: 1, maximum: 5 }))), comment: O(N(S({ maxLength: 5000 }))) }));

// Studio chats
const studioIn = () => ({ title: O(N(S({ maxLength: 500 }))), visibility: O(Visibility()), agent_id: O(N(S())), messages: O(T.Array(T.Object({ role: S(), content: S() }))), labels: O(Labels()) });
export const AgentStudioChatCreate = named("AgentStudioChatCreate", T.Object({ run_id: O(N(T.String({ minLength: 1, maxLength: 200 }))), ...studioIn() }));
export const AgentStudioChatUpdate = named("AgentStudioChatUpdate", T.Object(studioIn()));
export const AgentStudioChat = named("AgentStudioChat", T.Object({
  object: Obj("studio_chat"), run_id: S(), owner_id: S(), title: N(S()), visibility: Visibility(), agent_id: N(S()), messages: T.Array(T.Object({ role: S(), content: S() })), labels: Labels(), ...stamps(),
}));
export const AgentStudioChats = T.Array(AgentStudioChat);

// Subscriptions
export const AgentSubscribeRequest = named("AgentSubscribeRequest", T.Object({ success_url: O(N(S())), cancel_url: O(N(S())) }));
export const AgentSubscriptionResponse = named("AgentSubscriptionResponse", T.Object({
  object: Obj("subscription"), subscription_id: S(), agent_id: Uuid(), status: T.Union([T.Literal("active"), T.Literal("canceled")]), price: Money, canceled: N(When()), ...stamps(),
}));
export const AgentSubscribeResponse = named("AgentSubscribeResponse", T.Object({ object: Obj("checkout_session"), session_id: S(), url: S(), agent_id: Uuid(), price: Money, subscription_id: S(), created: When() }));
export const AgentSubscriptionListResponse = named("AgentSubscriptionListResponse", listOf(AgentSubscriptionResponse));

// Keys, billing, payments
const keyBase = () => ({ object: Obj("api_key"), api_key_id: I(), name: S(), default: T.Boolean(), labels: Labels(), created: When() });
export const ApiKey = named("ApiKey", T.Object({ ...keyBase(), secret: S() }));
export const ApiKeyHidden = named("ApiKeyHidden", T.Object({ ...keyBase(), hint: S() }));
export const ApiKeysHidden = T.Array(ApiKeyHidden);
export const ApiKeyCreate = named("ApiKeyCreate", T.Object({ name: O(N(T.String({ maxLength: 200 }))), labels: O(Labels()) }));
export const BillingInformationSubscription = named("BillingInformationSubscription", T.Object({ object: Obj("billing"), plan: S(), status: S(), price: Money, period_start: When(), period_end: When(), agent_subscriptions: I() }));
export const AgentExecutionCredits = named("AgentExecutionCredits", T.Object({ object: Obj("credits"), remaining: I(), used: I(), updated: When() }));
export const PaymentSessionRequest = named("PaymentSessionRequest", T.Object({ product: O(T.Union([T.Literal("credits_100"), T.Literal("credits_500"), T.Literal("pro_monthly")])), quantity: O(T.Integer({ minimum: 1, maximum: 100 })), success_url: O(N(S())), cancel_url: O(N(S())) }));
export const PaymentSessionResponse = named("PaymentSessionResponse", T.Object({ object: Obj("payment_session"), session_id: S(), url: S(), product: S(), quantity: I(), total: Money, created: When() }));
export const PaymentWebhookResponseSuccess = named("PaymentWebhookResponseSuccess", T.Object({ object: Obj("webhook_receipt"), received: T.Literal(true), handled: T.Boolean(), duplicate: T.Boolean() }));
export const MonetizationSummary = named("MonetizationSummary", T.Object({ object: Obj("monetization_summary"), period: I(), total_subscribers: I(), total_earnings: Money }));
export const MonetizationSubscribersResponse = named("MonetizationSubscribersResponse", listOf(T.Object({ date: S(), subscribers: I() }), { period: I(), total_subscribers: I() }));
export const MonetizationEarningsResponse = named("MonetizationEarningsResponse", listOf(T.Object({ date: S(), earnings: Money }), { period: I(), total_earnings: Money }));

// Bundles
export const UserBundleTool = named("UserBundleTool", T.Object({ object: O(Obj("bundle_tool")), tool_id: S(), bundle_id: O(I()), created: O(When()) }));
export const UserBundleTools = T.Array(UserBundleTool);
const bundleBase = () => ({ object: Obj("bundle"), bundle_id: I(), name: S(), description: N(S()), ...stamps() });
export const UserBundle = named("UserBundle", T.Object({ ...bundleBase(), tools: T.Array(UserBundleTool) }));
export const UserBundleSimplified = named("UserBundleSimplified", T.Object({ object: Obj("bundle"), bundle_id: I(), name: S(), tool_count: I() }));
export const UserBundlesSimplified = T.Array(UserBundleSimplified);
export const UserBundleRow = named("UserBundleRow", T.Object(bundleBase()));
export const UserBundleRequest = named("UserBundleRequest", T.Object({ name: O(T.String({ minLength: 1, maxLength: 200 })), description: O(N(S({ maxLength: 2000 }))), tools: O(T.Array(T.Union([S(), T.Object({ tool_id: S() })]), { maxItems: 200 })) }));

// CLI
export const CliAuthModel = named("CliAuthModel", T.Object({ object: Obj("cli_auth"), cli_auth_id: Uuid(), status: T.Union([T.Literal("pending"), T.Literal("attached"), T.Literal("consumed")]), expires: When(), created: When(), updated: When() }));
export const CliAuthInsertModel = named("CliAuthInsertModel", T.Object({ token: T.String({ minLength: 1, maxLength: 20000, description: "The user's JWT." }) }));
export const JwtOrNull = N(S());

// Schedules
export const Schedule = named("Schedule", T.Object({ object: Obj("schedule"), schedule_id: Uuid(), chat_id: Uuid(), cron: S(), message: N(S()), enabled: T.Boolean(), next_run: N(When()), last_run: N(When()), last_run_id: N(S()), labels: Labels(), ...stamps() }));
export const ScheduleListResponse = named("ScheduleListResponse", listOf(Schedule));
export const ScheduleRequest = named("ScheduleRequest", T.Object({ chat_id: O(T.Any({ description: "Id of a chat of the caller's; anything else is 403." })), cron: S(), message: O(N(S())), enabled: O(T.Boolean()), labels: O(Labels()) }));
export const ScheduleUpdateRequest = named("ScheduleUpdateRequest", T.Object({ chat_id: O(T.Any()), cron: O(S()), message: O(N(S())), enabled: O(T.Boolean()), labels: O(Labels()) }));
export const ScheduleOnboarding = named("ScheduleOnboarding", T.Object({ object: Obj("schedule_onboarding"), completed: T.Boolean(), schedule_count: I(), suggestions: T.Array(T.Object({ title: S(), cron: S() })) }));
export const ConvertedCron = named("ConvertedCron", T.Object({ object: Obj("cron"), cron: S(), next_run: N(When()) }));

// Tools
export const Tool = named("Tool", T.Object({ name: S(), title: S(), description: S(), inputSchema: T.Record(S(), T.Any()), _meta: O(T.Record(S(), T.Any())) }));
export const Tools = T.Array(Tool);
export const PublicTool = named("PublicTool", T.Object({ object: Obj("tool"), tool_id: S(), name: S(), title: S(), description: S(), toolkit: S(), needs_connection: T.Boolean(), input_schema: T.Record(S(), T.Any()) }));
export const PublicTools = T.Array(PublicTool);
export const ToolResult = named("ToolResult", T.Object({ object: Obj("tool_result"), tool_name: S(), log_id: I(), is_error: T.Boolean(), content: T.Array(T.Object({ type: T.Literal("text"), text: S() })), output: T.Any() }));
export const ToolInput = named("ToolInput", T.Record(S(), T.Any()));
export const ToolSet = named("ToolSet", T.Object({ object: Obj("toolset"), toolset_name: S(), title: S(), description: S(), tools: T.Array(S()) }));
export const ToolSets = T.Array(ToolSet);
export const ToolSetWithTools = named("ToolSetWithTools", T.Object({ object: Obj("toolset"), toolset_name: S(), title: S(), description: S(), tools: T.Array(Tool) }));
export const UserTool = named("UserTool", T.Object({ object: Obj("user_tool"), tool_id: S(), name: S(), title: S(), description: S(), toolkit: S(), installed: When() }));
export const UserTools = T.Array(UserTool);
export const UserInstalledTool = named("UserInstalledTool", T.Object({ object: Obj("installed_tool"), tool_id: S(), installed: T.Boolean(), created: When() }));
export const UserInstallToolRequest = named("UserInstallToolRequest", T.Object({ tool_id: S() }));

// User
export const UserWithTier = named("UserWithTier", T.Object({ object: Obj("user"), user_id: S(), email: S(), name: S(), tier: S(), created: When() }));
export const VipCodeRedemptionCount = named("VipCodeRedemptionCount", T.Object({ object: Obj("vip_redemption_count"), count: I({ description: "Codes the caller redeemed." }), own_codes_redeemed: I({ description: "How often others redeemed the caller's codes." }) }));
export const VipCodeRequest = named("VipCodeRequest", T.Object({ code: S() }));
export const VipCodeRedeemed = named("VipCodeRedeemed", T.Object({ object: Obj("vip_redemption"), code: S(), redeemed: When(), count: I() }));
export const McpServerLogs = T.Array(McpServerLog);
export const AgentRunLogs = T.Array(AgentRunLog);
