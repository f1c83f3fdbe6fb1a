/** Operations of the User API that still answer 501, by family. Each is taken out by whoever builds it. */
export const unbuiltOperations = [
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
  // schedules
  'listSchedules',
  'createSchedule',
  'getScheduleOnboarding',
  'convertTextToCron',
  'getSchedule',
  'updateSchedule',
  'deleteSchedule',
];
