// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

/**
 * The message that starts a new interaction. The schema name is ours.
 * Not shown by the interface: whether message is required.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface StartRunRequest {
  /** The first user message of the run. */
  message?: string;
}

/**
 * Only the user-facing output of the worker, without tool calls or debug data. The schema name is ours.
 * Reading: How a stream is cut into pieces is not shown. A reply that comes in one piece conforms, but where
 * it is known to be made slowly.
 */
export type TextStream = string;

/**
 * One message of a run.
 * Not shown by the interface: fields beyond role and content.
 */
export interface Message {
  /**
   * Who speaks. The values seen are user and assistant.
   * Not shown by the interface: the full set of values.
   * Reading: By its own description the service keeps MCP server calls in the history, but only the roles
   * user and assistant are shown. A message with another role conforms.
   */
  role: string;
  /** The text of the message. */
  content: string;
  [field: string]: unknown;
}

/**
 * The user message that is added to the run. After a background job any message value may resume the run. The
 * schema name is ours.
 * Not shown by the interface: whether message is required.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface ContinueRunRequest {
  /** The user message that is appended to the history of the run. */
  message?: string;
}

/**
 * One line of the stream. Lines carry the output of the worker and out-of-band signals such as tool calls and
 * their responses. The schema name is ours.
 * Not shown by the interface: shape of each NDJSON line.
 */
export type NdjsonLine = unknown;

/**
 * The read-only view of one run.
 * Not shown by the interface: fields.
 */
export interface AgentRunView {
  /**
   * The identifier of the run. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  run_id?: string;
  [field: string]: unknown;
}

/**
 * One page of agent runs.
 * Not shown by the interface: fields.
 */
export interface AgentRunViewListResponse {
  /**
   * The runs of this page. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  items?: AgentRunView[];
  /**
   * The cursor of the next page, null or absent on the last one. The wire name is our choice.
   * Inferred: the interface names this in words only.
   * May be null.
   */
  next_cursor?: string | null;
  [field: string]: unknown;
}

/**
 * The body of a validation error.
 * Not shown by the interface: fields.
 */
export interface HTTPValidationError {
  [field: string]: unknown;
}

/**
 * The body of every other error. The schema name is ours.
 * Not shown by the interface: error body shape.
 */
export type ErrorBody = unknown;

/**
 * One read-only MCP server log entry of a run.
 * Not shown by the interface: fields.
 */
export interface McpServerLog {
  /**
   * The identifier of the run. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  run_id?: string;
  [field: string]: unknown;
}

/**
 * One read-only log entry of a run.
 * Not shown by the interface: fields.
 */
export interface AgentRunLog {
  /**
   * The identifier of the run. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  run_id?: string;
  [field: string]: unknown;
}

/**
 * The read-only record of one tool execution.
 * Not shown by the interface: fields.
 */
export interface ToolExecutionLog {
  /**
   * The identifier of the log. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  log_id?: number;
  [field: string]: unknown;
}

/**
 * One page of tool execution logs.
 * Not shown by the interface: fields.
 */
export interface ToolExecutionLogsResponse {
  /**
   * The logs of this page. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  items?: ToolExecutionLog[];
  /**
   * The cursor of the next page, null or absent on the last one. The wire name is our choice.
   * Inferred: the interface names this in words only.
   * May be null.
   */
  next_cursor?: string | null;
  [field: string]: unknown;
}

/**
 * The request for a checkout session.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface AgentSubscribeRequest {
  [field: string]: never;
}

/**
 * The checkout session that was created.
 * Not shown by the interface: fields.
 */
export interface AgentSubscribeResponse {
  [field: string]: unknown;
}

/**
 * The caller's subscription to a paid agent.
 * Not shown by the interface: fields.
 */
export interface AgentSubscriptionResponse {
  /**
   * The identifier of the paid agent. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  agent_id?: string;
  [field: string]: unknown;
}

/**
 * The caller's subscriptions.
 * Not shown by the interface: fields.
 */
export interface AgentSubscriptionListResponse {
  /**
   * The subscriptions. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  items?: AgentSubscriptionResponse[];
  [field: string]: unknown;
}

/**
 * An agent studio chat.
 * Not shown by the interface: fields.
 */
export interface AgentStudioChat {
  /**
   * The run ID that identifies the chat. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  run_id?: string;
  /**
   * The private/public setting of the chat. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  visibility?: "private" | "public";
  [field: string]: unknown;
}

/**
 * The whole studio chat, to create or to replace it.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface AgentStudioChatCreate {
  /**
   * The run ID that identifies the chat. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  run_id?: string;
  /**
   * The private/public setting; a sandbox tier cannot set private. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  visibility?: "private" | "public";
}

/**
 * The part of a studio chat to change.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface AgentStudioChatUpdate {
  /**
   * The private/public setting; a sandbox tier cannot set private. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  visibility?: "private" | "public";
}

/**
 * An agent. The legacy chats are the same record.
 * Not shown by the interface: fields.
 */
export interface Agent {
  /**
   * The identifier of the agent. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  agent_id?: string;
  /**
   * The identifier of the same record as a chat. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  chat_id?: string;
  /**
   * The chat prompt. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  chat_prompt?: string;
  /**
   * Who can see the agent. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  visibility?: "private" | "public";
  /**
   * The vanity slug. The wire name is our choice.
   * Inferred: the interface names this in words only.
   * May be null.
   */
  vanity_slug?: string | null;
  /**
   * The upsell description. The wire name is our choice.
   * Inferred: the interface names this in words only.
   * May be null.
   */
  upsell_description?: string | null;
  [field: string]: unknown;
}

/**
 * The whole agent, to create or to update it.
 * Not shown by the interface: fields.
 * Reading: The chat prompt is required, but its wire name is our choice, so it is not listed as a required
 * property. A request without it is refused with 400, or with 422 as a missing field.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface AgentRequest {
  /**
   * The agent to update; leave it out to create one. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  agent_id?: string;
  /**
   * The chat prompt, required on create and upsert. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  chat_prompt?: string;
  /**
   * Who can see the agent; a sandbox tier cannot set private. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  visibility?: "private" | "public";
  /**
   * The vanity slug. The wire name is our choice.
   * Inferred: the interface names this in words only.
   * May be null.
   */
  vanity_slug?: string | null;
}

/**
 * What a vanity slug is generated from.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface SlugRequest {
  [field: string]: never;
}

/**
 * The prompt for a code-generation service.
 * Not shown by the interface: fields.
 */
export interface VibeCoderPromptResponse {
  /**
   * The prompt. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  prompt?: string;
  [field: string]: unknown;
}

/**
 * The code-generation services.
 * Not shown by the interface: fields.
 */
export interface VibeCoderListResponse {
  /**
   * The services. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  items?: unknown[];
  [field: string]: unknown;
}

/**
 * The theme preference of an agent.
 * Not shown by the interface: fields.
 */
export interface AgentThemePreferenceResponse {
  /**
   * The identifier of the agent. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  agent_id?: string;
  /**
   * The theme color. The wire name is our choice.
   * Inferred: the interface names this in words only.
   * Not shown by the interface: format.
   */
  theme_color?: string;
  [field: string]: unknown;
}

/**
 * The theme preference to set.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface AgentThemePreferenceUpsertRequest {
  /**
   * The theme color, whose format is validated. The wire name is our choice.
   * Inferred: the interface names this in words only.
   * Not shown by the interface: format.
   */
  theme_color?: string;
}

/**
 * A file of an agent.
 * Not shown by the interface: fields.
 */
export interface AgentFileResponse {
  /**
   * The identifier of the file. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  file_id?: string;
  /**
   * The place of the file among the files of its agent. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  position?: number;
  [field: string]: unknown;
}

/**
 * The files of an agent.
 * Not shown by the interface: fields.
 */
export interface AgentFileListResponse {
  /**
   * The files, ordered by position. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  items?: AgentFileResponse[];
  [field: string]: unknown;
}

/**
 * The file to create.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface AgentFileCreateRequest {
  /**
   * The place of the file among the files of its agent. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  position?: number;
}

/**
 * The part of a file to change.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface AgentFileUpdateRequest {
  /**
   * The place of the file among the files of its agent. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  position?: number;
}

/**
 * The new order of the files of an agent.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface AgentFileBatchPositionRequest {
  /**
   * The new position of each file. The wire names are our choice.
   * Inferred: the interface names this in words only.
   */
  positions?: AgentFilePosition[];
}

/**
 * Where one file goes. The schema name is ours.
 * Not shown by the interface: fields.
 */
export interface AgentFilePosition {
  /**
   * The file to place. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  file_id?: string;
  /**
   * Its new position. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  position?: number;
}

/**
 * The part of an agent to change or to override.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface AgentRequestPartial {
  /**
   * The chat prompt. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  chat_prompt?: string;
  /**
   * Who can see the agent; a sandbox tier cannot set private. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  visibility?: "private" | "public";
  /**
   * The vanity slug. The wire name is our choice.
   * Inferred: the interface names this in words only.
   * May be null.
   */
  vanity_slug?: string | null;
}

/**
 * The user's feedback on a chat.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface UserFeedbackRequest {
  [field: string]: never;
}

/**
 * An API key without its key value.
 * Not shown by the interface: fields.
 */
export interface ApiKeyHidden {
  /**
   * The identifier of the key. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  api_key_id?: number;
  /**
   * Whether this is the default key. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  is_default?: boolean;
  [field: string]: unknown;
}

/**
 * The API key to create.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface ApiKeyCreate {
  [field: string]: never;
}

/**
 * An API key with its key value.
 * Not shown by the interface: fields.
 */
export interface ApiKey {
  /**
   * The identifier of the key. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  api_key_id?: number;
  /**
   * The key value, a secret. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  key?: string;
  /**
   * Whether this is the default key. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  is_default?: boolean;
  [field: string]: unknown;
}

/**
 * The billing information of the caller.
 * Not shown by the interface: fields.
 */
export interface BillingInformationSubscription {
  [field: string]: unknown;
}

/**
 * The balance of agent execution credits.
 * Not shown by the interface: fields.
 */
export interface AgentExecutionCredits {
  /**
   * The credits that are left. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  balance?: number;
  [field: string]: unknown;
}

/**
 * The answer to an event that was processed.
 * Not shown by the interface: fields.
 */
export interface PaymentWebhookResponseSuccess {
  [field: string]: unknown;
}

/**
 * The payment session to create.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface PaymentSessionRequest {
  [field: string]: never;
}

/**
 * The payment session that was created.
 * Not shown by the interface: fields.
 */
export interface PaymentSessionResponse {
  [field: string]: unknown;
}

/**
 * The total subscribers and earnings for the period.
 * Not shown by the interface: fields.
 */
export interface MonetizationSummary {
  /**
   * The total subscribers. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  total_subscribers?: number;
  /**
   * The total earnings. The wire name is our choice, the unit is not shown.
   * Inferred: the interface names this in words only.
   */
  total_earnings?: number;
  [field: string]: unknown;
}

/**
 * The daily subscriber counts of the period.
 * Not shown by the interface: fields.
 */
export interface MonetizationSubscribersResponse {
  /**
   * The daily subscriber counts. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  items?: {
    [field: string]: unknown;
  }[];
  [field: string]: unknown;
}

/**
 * The daily earnings of the period.
 * Not shown by the interface: fields.
 */
export interface MonetizationEarningsResponse {
  /**
   * The daily earnings. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  items?: {
    [field: string]: unknown;
  }[];
  [field: string]: unknown;
}

/**
 * A bundle in a simplified form.
 * Not shown by the interface: fields.
 */
export interface UserBundleSimplified {
  /**
   * The identifier of the bundle. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  bundle_id?: number;
  [field: string]: unknown;
}

/**
 * The membership of a tool in a bundle.
 * Not shown by the interface: fields.
 */
export interface UserBundleTool {
  /**
   * The identifier of the tool. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  tool_id?: string;
  [field: string]: unknown;
}

/**
 * A bundle, which holds tools.
 * Not shown by the interface: fields.
 */
export interface UserBundle {
  /**
   * The identifier of the bundle. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  bundle_id?: number;
  /**
   * The tools that the bundle holds. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  tools?: UserBundleTool[];
  [field: string]: unknown;
}

/**
 * The bundle to store.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface UserBundleRequest {
  [field: string]: never;
}

/**
 * The row of a bundle that was deleted.
 * Not shown by the interface: fields.
 */
export interface UserBundleRow {
  /**
   * The identifier of the bundle. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  bundle_id?: number;
  [field: string]: unknown;
}

/**
 * A CLI auth session.
 * Not shown by the interface: fields.
 */
export interface CliAuthModel {
  /**
   * The identifier of the session. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  cli_auth_id?: string;
  [field: string]: unknown;
}

/**
 * The JWT to attach to a session.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface CliAuthInsertModel {
  /**
   * The user's JWT, a secret. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  jwt?: string;
}

/**
 * The caller's schedules.
 * Not shown by the interface: fields.
 */
export interface ScheduleListResponse {
  /**
   * The schedules. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  items?: Schedule[];
  [field: string]: unknown;
}

/**
 * A schedule. The schema name is ours.
 * Not shown by the interface: fields.
 */
export interface Schedule {
  /**
   * The identifier of the schedule. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  schedule_id?: string;
  /**
   * The chat whose runs are scheduled. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  chat_id?: string;
  /**
   * The cron expression. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  cron?: string;
  [field: string]: unknown;
}

/**
 * The schedule to create.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface ScheduleRequest {
  /**
   * The chat to run, which the caller owns. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  chat_id?: string;
  /**
   * The cron expression. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  cron?: string;
}

/**
 * The schedule to store.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface ScheduleUpdateRequest {
  /**
   * The chat to run, which the caller owns. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  chat_id?: string;
  /**
   * The cron expression. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  cron?: string;
}

/**
 * A tool in MCP format.
 * Not shown by the interface: fields.
 */
export interface Tool {
  /**
   * The name of the tool, as tools in MCP format spell it.
   * Inferred: the interface names this in words only.
   */
  name?: string;
  /**
   * What the tool does, as tools in MCP format spell it.
   * Inferred: the interface names this in words only.
   */
  description?: string;
  /**
   * The JSON Schema of the tool input, as tools in MCP format spell it.
   * Inferred: the interface names this in words only.
   */
  inputSchema?: {
    [field: string]: unknown;
  };
  [field: string]: unknown;
}

/**
 * A public tool.
 * Not shown by the interface: fields.
 */
export interface PublicTool {
  /**
   * The identifier of the tool. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  tool_id?: string;
  [field: string]: unknown;
}

/**
 * The result of a tool run.
 * Not shown by the interface: fields.
 */
export interface ToolResult {
  [field: string]: unknown;
}

/**
 * A toolset.
 * Not shown by the interface: fields.
 */
export interface ToolSet {
  /**
   * The name of the toolset. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  toolset_name?: string;
  [field: string]: unknown;
}

/**
 * A toolset with its tools.
 * Not shown by the interface: fields.
 */
export interface ToolSetWithTools {
  /**
   * The name of the toolset. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  toolset_name?: string;
  /**
   * The tools of the toolset. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  tools?: {
    [field: string]: unknown;
  }[];
  [field: string]: unknown;
}

/**
 * A tool that the caller has installed.
 * Not shown by the interface: fields.
 */
export interface UserTool {
  /**
   * The identifier of the tool. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  tool_id?: string;
  [field: string]: unknown;
}

/**
 * The tool to install.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface UserInstallToolRequest {
  /**
   * The identifier of the tool. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  tool_id?: string;
}

/**
 * The record of an installation.
 * Not shown by the interface: fields.
 */
export interface UserInstalledTool {
  /**
   * The identifier of the tool. The interface shows it as a path parameter only.
   * Inferred: the interface names this in words only.
   */
  tool_id?: string;
  [field: string]: unknown;
}

/**
 * A user with the tier.
 * Not shown by the interface: fields.
 */
export interface UserWithTier {
  /**
   * The tier. A sandbox tier exists; how it is spelled is not shown. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  tier?: string;
  [field: string]: unknown;
}

/**
 * The redemption count of VIP codes.
 * Not shown by the interface: fields.
 */
export interface VipCodeRedemptionCount {
  /**
   * The count. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  count?: number;
  [field: string]: unknown;
}

/**
 * The VIP code to redeem.
 * Not shown by the interface: fields.
 * Fields that the interface does not show go into the option `extra` of the call.
 */
export interface VipCodeRequest {
  /**
   * The VIP code. The wire name is our choice.
   * Inferred: the interface names this in words only.
   */
  code?: string;
}

/**
 * The redemption of a VIP code.
 * Not shown by the interface: fields.
 */
export interface VipCodeRedeemed {
  [field: string]: unknown;
}

/** A second name of `Agent`: the one that the interface has for it. */
export type AgentModel = Agent;

/** Query of listAgentRuns. */
export interface ListAgentRunsQuery {
  /**
   * The date-time cursor of the page to read. Leave it out to read the first page.
   * Reading: The cursor "may be null", but how a query string spells null is not shown. A client leaves the
   * parameter out.
   * May be null.
   */
  next_cursor?: string | null;
  /**
   * The number of records on a page.
   * Reading: A limit of zero, a negative limit and the maximum limit are not shown. Any answer to them
   * conforms.
   * Default 30.
   */
  limit?: number;
}

/** Query of listToolExecutionLogs. */
export interface ListToolExecutionLogsQuery {
  /** The date-time cursor of the page to read. Leave it out to read the first page. */
  next_cursor?: string;
  /**
   * The number of records on a page.
   * Reading: A limit of zero, a negative limit and the maximum limit are not shown. Any answer to them
   * conforms.
   * Default 30.
   */
  limit?: number;
}

/** Query of checkVanitySlug. */
export interface CheckVanitySlugQuery {
  /** The vanity slug to check. */
  slug: string;
}

/** Query of getVibePrompt. */
export interface GetVibePromptQuery {
  /** The code-generation service, one of three fixed lowercase strings. listVibeServices may name them. */
  service_name: string;
}

/** Body of cloneChat. */
export type CloneChatBody = AgentRequestPartial | null;

/** Body of receivePaymentEvent. Not shown by the interface: body and kinds of events. */
export type ReceivePaymentEventBody = unknown;

/** Query of getMonetizationSummary. */
export interface GetMonetizationSummaryQuery {
  /**
   * The length of the reported period. The interface gives no unit.
   * At least 1.
   * At most 365.
   * Default 28.
   */
  period?: number;
}

/** Query of getMonetizationSubscribers. */
export interface GetMonetizationSubscribersQuery {
  /**
   * The length of the reported period. The interface gives no unit.
   * At least 1.
   * At most 365.
   * Default 28.
   */
  period?: number;
}

/** Query of getMonetizationEarnings. */
export interface GetMonetizationEarningsQuery {
  /**
   * The length of the reported period. The interface gives no unit.
   * At least 1.
   * At most 365.
   * Default 28.
   */
  period?: number;
}

/** Query of convertTextToCron. */
export interface ConvertTextToCronQuery {
  /**
   * The text to convert.
   * Reading: The path converts text to cron, while the parameter is named cron and an invalid cron expression
   * gives 400. Whether it takes plain text or an expression is open, so a deployment that refuses plain text
   * conforms.
   */
  cron: string;
}

/** Query of searchTools. */
export interface SearchToolsQuery {
  /**
   * The text to search for.
   * Length at least 1.
   */
  q: string;
  /**
   * The toolkit to search in. Leave it out to search in all.
   * Reading: The toolkit "may be null", but how a query string spells null is not shown. A client leaves the
   * parameter out.
   * May be null.
   */
  toolkit?: string | null;
  /**
   * The largest number of tools to return.
   * At least 1.
   * At most 200.
   * Default 20.
   */
  limit?: number;
  /**
   * The lowest score of a tool to return.
   * At least 0.
   * At most 1.
   * Default 0.15.
   */
  min_score?: number;
}

/** Query of runTool. */
export interface RunToolQuery {
  /**
   * The service in whose name the tool runs.
   * Default default.
   */
  service_id?: string;
  /**
   * The namespace of service_id.
   * Default global.
   */
  service_id_namespace?: string;
}

/** Body of runTool. */
export interface RunToolBody {
  [field: string]: unknown;
}
