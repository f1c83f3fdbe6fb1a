import type { Field } from './fields.ts';

/** A record that the interface names, by its fields. */
interface RecordShape {
  readonly own?: Field;
  /** What the body is by the words of the interface, though the rest is unspecified: it is always there. */
  readonly told?: Field;
  /** Of a form that the interface gives: it lies in no envelope. */
  readonly bare?: boolean;
  readonly fields: readonly Field[];
}

/** An object that holds a list. */
interface ListShape {
  readonly listOf: string;
  readonly paged?: boolean;
}

export type Shape = RecordShape | ListShape;

/** Every schema of an answer; what stands in it besides is the style's. */
export const answerShapes: Readonly<Record<string, Shape>> = {
  AgentRunViewListResponse: { listOf: 'AgentRunView', paged: true },
  AgentRunView: { own: 'run_id', fields: ['run_id', 'agent_id'] },
  McpServerLog: { fields: ['run_id'] },
  AgentRunLog: { fields: ['run_id', 'chat_id'] },
  ToolExecutionLogsResponse: { listOf: 'ToolExecutionLog', paged: true },
  ToolExecutionLog: { own: 'log_id', fields: ['log_id', 'tool_name'] },
  AgentSubscribeResponse: { fields: ['agent_id'] },
  AgentSubscriptionResponse: { fields: ['agent_id'] },
  AgentSubscriptionListResponse: { listOf: 'AgentSubscriptionResponse' },
  AgentStudioChat: { own: 'run_id', fields: ['run_id', 'visibility'] },
  AgentModel: {
    own: 'agent_id',
    fields: ['agent_id', 'chat_id', 'chat_prompt', 'visibility', 'vanity_slug', 'upsell_description'],
  },
  VibeCoderPromptResponse: { fields: ['prompt'] },
  VibeCoder: { fields: ['tool_name'] },
  VibeCoderListResponse: { listOf: 'VibeCoder' },
  AgentThemePreferenceResponse: { fields: ['agent_id', 'theme_color'] },
  AgentFileListResponse: { listOf: 'AgentFileResponse' },
  AgentFileResponse: { own: 'file_id', fields: ['file_id', 'position'] },
  ApiKey: { own: 'api_key_id', fields: ['api_key_id', 'key', 'is_default'] },
  ApiKeyHidden: { own: 'api_key_id', fields: ['api_key_id', 'is_default'] },
  BillingInformationSubscription: { fields: [] },
  AgentExecutionCredits: { fields: ['balance'] },
  PaymentWebhookResponseSuccess: { fields: [] },
  PaymentSessionResponse: { fields: [] },
  MonetizationSummary: { fields: ['total_subscribers', 'total_earnings'] },
  DailySubscribers: { fields: ['count'] },
  DailyEarnings: { fields: ['total_earnings'] },
  MonetizationSubscribersResponse: { listOf: 'DailySubscribers' },
  MonetizationEarningsResponse: { listOf: 'DailyEarnings' },
  UserBundle: { own: 'bundle_id', fields: ['bundle_id', 'tools'] },
  UserBundleSimplified: { own: 'bundle_id', fields: ['bundle_id'] },
  UserBundleRow: { own: 'bundle_id', fields: ['bundle_id'] },
  UserBundleTool: { own: 'tool_id', fields: ['tool_id'] },
  CliAuthModel: { own: 'cli_auth_id', fields: ['cli_auth_id'] },
  Schedule: { own: 'schedule_id', fields: ['schedule_id', 'chat_id', 'cron'] },
  ScheduleListResponse: { listOf: 'Schedule' },
  Tool: { fields: [], bare: true },
  PublicTool: { own: 'tool_id', fields: ['tool_id'] },
  ToolResult: { fields: [] },
  ToolSet: { fields: ['toolset_name'] },
  ToolSetWithTools: { fields: ['toolset_name', 'tools'] },
  UserTool: { own: 'tool_id', fields: ['tool_id'] },
  UserInstalledTool: { own: 'tool_id', fields: ['tool_id'] },
  UserWithTier: { fields: ['tier'] },
  VipCodeRedemptionCount: { fields: ['count'] },
  VipCodeRedeemed: { fields: [] },
  // Bodies that the interface leaves unspecified.
  GeneratedSlug: { told: 'slug', fields: ['slug'] },
  SlugResult: { fields: ['slug', 'available'] },
  SocialPreview: { fields: ['prompt'] },
  Onboarding: { fields: ['count'] },
  CronResult: { told: 'cron', fields: ['cron'] },
};

/** What the field `tools` of a record holds. */
export const toolsOf: Readonly<Record<string, string>> = {
  UserBundle: 'UserBundleTool',
  ToolSetWithTools: 'Tool',
};

interface RequestShape {
  readonly required: readonly Field[];
  readonly optional: readonly Field[];
}

/** The fields of every body that the interface tells something of; a style may demand more. */
export const requestShapes: Readonly<Record<string, RequestShape>> = {
  AgentSubscribeRequest: { required: [], optional: [] },
  AgentStudioChatCreate: { required: [], optional: ['run_id', 'visibility'] },
  AgentStudioChatUpdate: { required: [], optional: ['visibility'] },
  AgentRequest: { required: ['chat_prompt'], optional: ['agent_id', 'visibility', 'vanity_slug'] },
  AgentRequestPartial: { required: [], optional: ['chat_prompt', 'visibility', 'vanity_slug'] },
  SlugRequest: { required: [], optional: [] },
  AgentThemePreferenceUpsertRequest: { required: ['theme_color'], optional: [] },
  AgentFileCreateRequest: { required: [], optional: ['position'] },
  AgentFileUpdateRequest: { required: [], optional: ['position'] },
  AgentFileBatchPositionRequest: { required: ['positions'], optional: [] },
  UserFeedbackRequest: { required: [], optional: [] },
  ApiKeyCreate: { required: [], optional: ['is_default'] },
  PaymentSessionRequest: { required: [], optional: [] },
  UserBundleRequest: { required: [], optional: [] },
  UserBundleTool: { required: ['tool_id'], optional: [] },
  CliAuthInsertModel: { required: ['jwt'], optional: [] },
  ScheduleRequest: { required: ['chat_id', 'cron'], optional: [] },
  ScheduleUpdateRequest: { required: ['cron'], optional: ['chat_id'] },
  UserInstallToolRequest: { required: ['tool_id'], optional: [] },
  VipCodeRequest: { required: ['code'], optional: [] },
};
