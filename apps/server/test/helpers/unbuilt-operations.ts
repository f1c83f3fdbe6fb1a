/** Operations of the User API that still answer 501, by family. Each is taken out by whoever builds it. */
export const unbuiltOperations = [
  // agent-runs
  'listAgentRuns',
  'getAgentRun',
  'listAgentRunMcpServerLogs',
  'listAgentRunLogs',
  // executions
  'listToolExecutionLogs',
  'getToolExecutionLog',
  // subscriptions
  'subscribeToAgent',
  'unsubscribeFromAgent',
  'listSubscriptions',
  'getSubscription',
  // studio-chats
  'listStudioChats',
  'createStudioChat',
  'getStudioChat',
  'replaceStudioChat',
  'deleteStudioChat',
  'updateStudioChat',
  'cloneStudioChat',
  // agents
  'listAgents',
  'upsertAgent',
  'getAgent',
  'generateUpsellDescription',
  'checkVanitySlug',
  'generateVanitySlug',
  'getVibePrompt',
  'listVibeServices',
  // agent-themes
  'getAgentTheme',
  'setAgentTheme',
  // agent-files
  'listAgentFiles',
  'createAgentFile',
  'getAgentFile',
  'deleteAgentFile',
  'updateAgentFile',
  'reorderAgentFiles',
  // chats
  'listChats',
  'createChat',
  'getChat',
  'replaceChat',
  'deleteChat',
  'updateChat',
  'getChatSocialPreview',
  'cloneChat',
  'submitChatFeedback',
  'createChatRunLog',
  // api-keys
  'listApiKeys',
  'createApiKey',
  'getDefaultApiKey',
  'getApiKey',
  'deleteApiKey',
  // billing
  'getBilling',
  // credits
  'getCredits',
  'useCredits',
  // payments
  'receivePaymentEvent',
  'createPaymentSession',
  // monetization
  'getMonetizationSummary',
  'getMonetizationSubscribers',
  'getMonetizationEarnings',
  // bundles
  'listBundles',
  'createBundle',
  'getBundle',
  'updateBundle',
  'deleteBundle',
  'listBundleTools',
  'addBundleTool',
  'removeBundleTool',
  // cli-auth
  'createCliAuthSession',
  'consumeCliAuthJwt',
  'attachCliAuthJwt',
  // schedules
  'listSchedules',
  'createSchedule',
  'getScheduleOnboarding',
  'convertTextToCron',
  'getSchedule',
  'updateSchedule',
  'deleteSchedule',
  // tools
  'listTools',
  'listPublicTools',
  'searchTools',
  'getPublicTool',
  'runTool',
  // toolsets
  'listToolsets',
  'getToolset',
  // user-tools
  'listUserTools',
  'installTool',
  'getUserTool',
  'uninstallTool',
  // vip
  'getVipRedemptionCount',
  'redeemVipCode',
];
