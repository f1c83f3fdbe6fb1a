import type { Role } from './fields.ts';

/** A record that the interface names, by the roles of its fields. */
interface RecordShape {
  readonly own?: Role;
  /** Of a form that the interface gives: it lies in no envelope. */
  readonly bare?: boolean;
  readonly roles: readonly Role[];
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
  AgentRunView: { own: 'run_id', roles: ['run_id', 'agent_id'] },
  McpServerLog: { roles: ['run_id'] },
  AgentRunLog: { roles: ['run_id', 'chat_id'] },
  ToolExecutionLogsResponse: { listOf: 'ToolExecutionLog', paged: true },
  ToolExecutionLog: { own: 'log_id', roles: ['log_id', 'tool_name'] },
  AgentSubscribeResponse: { roles: ['agent_id'] },
  AgentSubscriptionResponse: { roles: ['agent_id'] },
  AgentSubscriptionListResponse: { listOf: 'AgentSubscriptionResponse' },
  AgentStudioChat: { own: 'run_id', roles: ['run_id', 'visibility'] },
  AgentModel: {
    own: 'agent_id',
    roles: ['agent_id', 'chat_id', 'chat_prompt', 'visibility', 'vanity_slug', 'upsell_description'],
  },
  VibeCoderPromptResponse: { roles: ['prompt'] },
  VibeCoder: { roles: ['tool_name'] },
  VibeCoderListResponse: { listOf: 'VibeCoder' },
  AgentThemePreferenceResponse: { roles: ['agent_id', 'theme_color'] },
  AgentFileListResponse: { listOf: 'AgentFileResponse' },
  AgentFileResponse: { own: 'file_id', roles: ['file_id', 'position'] },
  ApiKey: { own: 'api_key_id', roles: ['api_key_id', 'key', 'is_default'] },
  ApiKeyHidden: { own: 'api_key_id', roles: ['api_key_id', 'is_default'] },
  BillingInformationSubscription: { roles: [] },
  AgentExecutionCredits: { roles: ['balance'] },
  PaymentWebhookResponseSuccess: { roles: [] },
  PaymentSessionResponse: { roles: [] },
  MonetizationSummary: { roles: ['total_subscribers', 'total_earnings'] },
  DailySubscribers: { roles: ['count'] },
  DailyEarnings: { roles: ['total_earnings'] },
  MonetizationSubscribersResponse: { listOf: 'DailySubscribers' },
  MonetizationEarningsResponse: { listOf: 'DailyEarnings' },
  UserBundle: { own: 'bundle_id', roles: ['bundle_id', 'tools'] },
  UserBundleSimplified: { own: 'bundle_id', roles: ['bundle_id'] },
  UserBundleRow: { own: 'bundle_id', roles: ['bundle_id'] },
  UserBundleTool: { own: 'tool_id', roles: ['tool_id'] },
  CliAuthModel: { own: 'cli_auth_id', roles: ['cli_auth_id'] },
  Schedule: { own: 'schedule_id', roles: ['schedule_id', 'chat_id', 'cron'] },
  ScheduleListResponse: { listOf: 'Schedule' },
  Tool: { roles: [], bare: true },
  PublicTool: { own: 'tool_id', roles: ['tool_id'] },
  ToolResult: { roles: [] },
  ToolSet: { roles: ['toolset_name'] },
  ToolSetWithTools: { roles: ['toolset_name', 'tools'] },
  UserTool: { own: 'tool_id', roles: ['tool_id'] },
  UserInstalledTool: { own: 'tool_id', roles: ['tool_id'] },
  UserWithTier: { roles: ['tier'] },
  VipCodeRedemptionCount: { roles: ['count'] },
  VipCodeRedeemed: { roles: [] },
  // Bodies that the interface leaves unspecified.
  SlugResult: { roles: ['slug', 'available'] },
  SocialPreview: { roles: ['prompt'] },
  Onboarding: { roles: ['count'] },
  CronResult: { roles: ['cron'] },
};

/** What the field `tools` of a record holds. */
export const toolsOf: Readonly<Record<string, string>> = {
  UserBundle: 'UserBundleTool',
  ToolSetWithTools: 'Tool',
};

interface RequestShape {
  readonly required: readonly Role[];
  readonly optional: readonly Role[];
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
  ApiKeyCreate: { required: [], optional: [] },
  PaymentSessionRequest: { required: [], optional: [] },
  UserBundleRequest: { required: [], optional: [] },
  UserBundleTool: { required: ['tool_id'], optional: [] },
  CliAuthInsertModel: { required: ['jwt'], optional: [] },
  ScheduleRequest: { required: ['chat_id', 'cron'], optional: [] },
  ScheduleUpdateRequest: { required: ['cron'], optional: ['chat_id'] },
  UserInstallToolRequest: { required: ['tool_id'], optional: [] },
  VipCodeRequest: { required: ['code'], optional: [] },
};
