// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { components as workersComponents } from './workers-api.ts';
import type { components as userComponents, operations as userOperations } from './user-api.ts';

/**
 * The message that starts a new interaction. The schema name is ours.
 * Not shown by the interface: whether message is required.
 */
export type StartRunRequest = workersComponents['schemas']['StartRunRequest'];

/**
 * Only the user-facing output of the worker, without tool calls or debug data. The schema name is ours.
 * Reading: How a stream is cut into pieces is not shown. A reply that comes in one piece conforms.
 */
export type TextStream = workersComponents['schemas']['TextStream'];

/**
 * One message of a run.
 * Not shown by the interface: fields beyond role and content.
 */
export type Message = workersComponents['schemas']['Message'];

/**
 * The user message that is added to the run. After a background job any message value may resume the run. The
 * schema name is ours.
 * Not shown by the interface: whether message is required.
 */
export type ContinueRunRequest = workersComponents['schemas']['ContinueRunRequest'];

/**
 * One line of the stream. Lines carry the output of the worker and out-of-band signals such as tool calls and
 * their responses. The schema name is ours.
 * Not shown by the interface: shape of each NDJSON line.
 */
export type NdjsonLine = workersComponents['schemas']['NdjsonLine'];

/**
 * The read-only view of one run.
 * Not shown by the interface: fields.
 */
export type AgentRunView = userComponents['schemas']['AgentRunView'];

/**
 * One page of agent runs.
 * Not shown by the interface: fields.
 */
export type AgentRunViewListResponse = userComponents['schemas']['AgentRunViewListResponse'];

/**
 * The body of a validation error.
 * Not shown by the interface: fields.
 */
export type HTTPValidationError = userComponents['schemas']['HTTPValidationError'];

/**
 * The body of every other error. The schema name is ours.
 * Not shown by the interface: error body shape.
 */
export type ErrorBody = userComponents['schemas']['ErrorBody'];

/**
 * One read-only MCP server log entry of a run.
 * Not shown by the interface: fields.
 */
export type McpServerLog = userComponents['schemas']['McpServerLog'];

/**
 * One read-only log entry of a run.
 * Not shown by the interface: fields.
 */
export type AgentRunLog = userComponents['schemas']['AgentRunLog'];

/**
 * The read-only record of one tool execution.
 * Not shown by the interface: fields.
 */
export type ToolExecutionLog = userComponents['schemas']['ToolExecutionLog'];

/**
 * One page of tool execution logs.
 * Not shown by the interface: fields.
 */
export type ToolExecutionLogsResponse = userComponents['schemas']['ToolExecutionLogsResponse'];

/**
 * The request for a checkout session.
 * Not shown by the interface: fields.
 */
export type AgentSubscribeRequest = userComponents['schemas']['AgentSubscribeRequest'];

/**
 * The checkout session that was created.
 * Not shown by the interface: fields.
 */
export type AgentSubscribeResponse = userComponents['schemas']['AgentSubscribeResponse'];

/**
 * The caller's subscription to a paid agent.
 * Not shown by the interface: fields.
 */
export type AgentSubscriptionResponse = userComponents['schemas']['AgentSubscriptionResponse'];

/**
 * The caller's subscriptions.
 * Not shown by the interface: fields.
 */
export type AgentSubscriptionListResponse = userComponents['schemas']['AgentSubscriptionListResponse'];

/**
 * An agent studio chat.
 * Not shown by the interface: fields.
 */
export type AgentStudioChat = userComponents['schemas']['AgentStudioChat'];

/**
 * The whole studio chat, to create or to replace it.
 * Not shown by the interface: fields.
 */
export type AgentStudioChatCreate = userComponents['schemas']['AgentStudioChatCreate'];

/**
 * The part of a studio chat to change.
 * Not shown by the interface: fields.
 */
export type AgentStudioChatUpdate = userComponents['schemas']['AgentStudioChatUpdate'];

/**
 * An agent. The legacy chats are the same record.
 * Not shown by the interface: fields.
 */
export type AgentModel = userComponents['schemas']['AgentModel'];

/**
 * The whole agent, to create or to update it.
 * Not shown by the interface: fields.
 * Reading: The chat prompt is required, but its wire name is our choice, so it is not listed as a required
 * property. A request without it is refused with 400, or with 422 as a missing field.
 */
export type AgentRequest = userComponents['schemas']['AgentRequest'];

/**
 * What a vanity slug is generated from.
 * Not shown by the interface: fields.
 */
export type SlugRequest = userComponents['schemas']['SlugRequest'];

/**
 * The prompt for a code-generation service.
 * Not shown by the interface: fields.
 */
export type VibeCoderPromptResponse = userComponents['schemas']['VibeCoderPromptResponse'];

/**
 * The code-generation services.
 * Not shown by the interface: fields.
 */
export type VibeCoderListResponse = userComponents['schemas']['VibeCoderListResponse'];

/**
 * The theme preference of an agent.
 * Not shown by the interface: fields.
 */
export type AgentThemePreferenceResponse = userComponents['schemas']['AgentThemePreferenceResponse'];

/**
 * The theme preference to set.
 * Not shown by the interface: fields.
 */
export type AgentThemePreferenceUpsertRequest = userComponents['schemas']['AgentThemePreferenceUpsertRequest'];

/**
 * A file of an agent.
 * Not shown by the interface: fields.
 */
export type AgentFileResponse = userComponents['schemas']['AgentFileResponse'];

/**
 * The files of an agent.
 * Not shown by the interface: fields.
 */
export type AgentFileListResponse = userComponents['schemas']['AgentFileListResponse'];

/**
 * The file to create.
 * Not shown by the interface: fields.
 */
export type AgentFileCreateRequest = userComponents['schemas']['AgentFileCreateRequest'];

/**
 * The part of a file to change.
 * Not shown by the interface: fields.
 */
export type AgentFileUpdateRequest = userComponents['schemas']['AgentFileUpdateRequest'];

/**
 * The new order of the files of an agent.
 * Not shown by the interface: fields.
 */
export type AgentFileBatchPositionRequest = userComponents['schemas']['AgentFileBatchPositionRequest'];

/**
 * The part of an agent to change or to override.
 * Not shown by the interface: fields.
 */
export type AgentRequestPartial = userComponents['schemas']['AgentRequestPartial'];

/**
 * The user's feedback on a chat.
 * Not shown by the interface: fields.
 */
export type UserFeedbackRequest = userComponents['schemas']['UserFeedbackRequest'];

/**
 * An API key without its key value.
 * Not shown by the interface: fields.
 */
export type ApiKeyHidden = userComponents['schemas']['ApiKeyHidden'];

/**
 * The API key to create.
 * Not shown by the interface: fields.
 */
export type ApiKeyCreate = userComponents['schemas']['ApiKeyCreate'];

/**
 * An API key with its key value.
 * Not shown by the interface: fields.
 */
export type ApiKey = userComponents['schemas']['ApiKey'];

/**
 * The billing information of the caller.
 * Not shown by the interface: fields.
 */
export type BillingInformationSubscription = userComponents['schemas']['BillingInformationSubscription'];

/**
 * The balance of agent execution credits.
 * Not shown by the interface: fields.
 */
export type AgentExecutionCredits = userComponents['schemas']['AgentExecutionCredits'];

/**
 * The answer to an event that was processed.
 * Not shown by the interface: fields.
 */
export type PaymentWebhookResponseSuccess = userComponents['schemas']['PaymentWebhookResponseSuccess'];

/**
 * The payment session to create.
 * Not shown by the interface: fields.
 */
export type PaymentSessionRequest = userComponents['schemas']['PaymentSessionRequest'];

/**
 * The payment session that was created.
 * Not shown by the interface: fields.
 */
export type PaymentSessionResponse = userComponents['schemas']['PaymentSessionResponse'];

/**
 * The total subscribers and earnings for the period.
 * Not shown by the interface: fields.
 */
export type MonetizationSummary = userComponents['schemas']['MonetizationSummary'];

/**
 * The daily subscriber counts of the period.
 * Not shown by the interface: fields.
 */
export type MonetizationSubscribersResponse = userComponents['schemas']['MonetizationSubscribersResponse'];

/**
 * The daily earnings of the period.
 * Not shown by the interface: fields.
 */
export type MonetizationEarningsResponse = userComponents['schemas']['MonetizationEarningsResponse'];

/**
 * A bundle in a simplified form.
 * Not shown by the interface: fields.
 */
export type UserBundleSimplified = userComponents['schemas']['UserBundleSimplified'];

/**
 * The membership of a tool in a bundle.
 * Not shown by the interface: fields.
 */
export type UserBundleTool = userComponents['schemas']['UserBundleTool'];

/**
 * A bundle, which holds tools.
 * Not shown by the interface: fields.
 */
export type UserBundle = userComponents['schemas']['UserBundle'];

/**
 * The bundle to store.
 * Not shown by the interface: fields.
 */
export type UserBundleRequest = userComponents['schemas']['UserBundleRequest'];

/**
 * The row of a bundle that was deleted.
 * Not shown by the interface: fields.
 */
export type UserBundleRow = userComponents['schemas']['UserBundleRow'];

/**
 * A CLI auth session.
 * Not shown by the interface: fields.
 */
export type CliAuthModel = userComponents['schemas']['CliAuthModel'];

/**
 * The JWT to attach to a session.
 * Not shown by the interface: fields.
 */
export type CliAuthInsertModel = userComponents['schemas']['CliAuthInsertModel'];

/**
 * The caller's schedules.
 * Not shown by the interface: fields.
 */
export type ScheduleListResponse = userComponents['schemas']['ScheduleListResponse'];

/**
 * The schedule to create.
 * Not shown by the interface: fields.
 */
export type ScheduleRequest = userComponents['schemas']['ScheduleRequest'];

/**
 * The schedule to store.
 * Not shown by the interface: fields.
 */
export type ScheduleUpdateRequest = userComponents['schemas']['ScheduleUpdateRequest'];

/**
 * A tool in MCP format.
 * Not shown by the interface: fields.
 */
export type Tool = userComponents['schemas']['Tool'];

/**
 * A public tool.
 * Not shown by the interface: fields.
 */
export type PublicTool = userComponents['schemas']['PublicTool'];

/**
 * The result of a tool run.
 * Not shown by the interface: fields.
 */
export type ToolResult = userComponents['schemas']['ToolResult'];

/**
 * A toolset.
 * Not shown by the interface: fields.
 */
export type ToolSet = userComponents['schemas']['ToolSet'];

/**
 * A toolset with its tools.
 * Not shown by the interface: fields.
 */
export type ToolSetWithTools = userComponents['schemas']['ToolSetWithTools'];

/**
 * A tool that the caller has installed.
 * Not shown by the interface: fields.
 */
export type UserTool = userComponents['schemas']['UserTool'];

/**
 * The tool to install.
 * Not shown by the interface: fields.
 */
export type UserInstallToolRequest = userComponents['schemas']['UserInstallToolRequest'];

/**
 * The record of an installation.
 * Not shown by the interface: fields.
 */
export type UserInstalledTool = userComponents['schemas']['UserInstalledTool'];

/**
 * A user with the tier.
 * Not shown by the interface: fields.
 */
export type UserWithTier = userComponents['schemas']['UserWithTier'];

/**
 * The redemption count of VIP codes.
 * Not shown by the interface: fields.
 */
export type VipCodeRedemptionCount = userComponents['schemas']['VipCodeRedemptionCount'];

/**
 * The VIP code to redeem.
 * Not shown by the interface: fields.
 */
export type VipCodeRequest = userComponents['schemas']['VipCodeRequest'];

/**
 * The redemption of a VIP code.
 * Not shown by the interface: fields.
 */
export type VipCodeRedeemed = userComponents['schemas']['VipCodeRedeemed'];

/** Query of listAgentRuns. */
export type ListAgentRunsQuery = NonNullable<userOperations['listAgentRuns']['parameters']['query']>;

/** Query of listToolExecutionLogs. */
export type ListToolExecutionLogsQuery = NonNullable<userOperations['listToolExecutionLogs']['parameters']['query']>;

/** Query of checkVanitySlug. */
export type CheckVanitySlugQuery = NonNullable<userOperations['checkVanitySlug']['parameters']['query']>;

/** Query of getVibePrompt. */
export type GetVibePromptQuery = NonNullable<userOperations['getVibePrompt']['parameters']['query']>;

/** Body of cloneChat. */
export type CloneChatBody = NonNullable<userOperations['cloneChat']['requestBody']>['content']['application/json'];

/** Body of receivePaymentEvent. */
export type ReceivePaymentEventBody = NonNullable<userOperations['receivePaymentEvent']['requestBody']>['content']['application/json'];

/** Query of getMonetizationSummary. */
export type GetMonetizationSummaryQuery = NonNullable<userOperations['getMonetizationSummary']['parameters']['query']>;

/** Query of getMonetizationSubscribers. */
export type GetMonetizationSubscribersQuery = NonNullable<userOperations['getMonetizationSubscribers']['parameters']['query']>;

/** Query of getMonetizationEarnings. */
export type GetMonetizationEarningsQuery = NonNullable<userOperations['getMonetizationEarnings']['parameters']['query']>;

/** Query of convertTextToCron. */
export type ConvertTextToCronQuery = NonNullable<userOperations['convertTextToCron']['parameters']['query']>;

/** Query of searchTools. */
export type SearchToolsQuery = NonNullable<userOperations['searchTools']['parameters']['query']>;

/** Query of runTool. */
export type RunToolQuery = NonNullable<userOperations['runTool']['parameters']['query']>;

/** Body of runTool. */
export type RunToolBody = NonNullable<userOperations['runTool']['requestBody']>['content']['application/json'];
