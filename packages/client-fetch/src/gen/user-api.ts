// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import { listAgentFiles, createAgentFile, getAgentFile, deleteAgentFile, updateAgentFile, reorderAgentFiles } from './agent-files.ts';
import { listAgentRuns, getAgentRun, listAgentRunMcpServerLogs, listAgentRunLogs } from './agent-runs.ts';
import { getAgentTheme, setAgentTheme } from './agent-themes.ts';
import { listAgents, upsertAgent, getAgent, generateUpsellDescription, checkVanitySlug, generateVanitySlug, getVibePrompt, listVibeServices } from './agents.ts';
import { listApiKeys, createApiKey, getDefaultApiKey, getApiKey, deleteApiKey } from './api-keys.ts';
import { getBilling } from './billing.ts';
import { listBundles, createBundle, getBundle, updateBundle, deleteBundle, listBundleTools, addBundleTool, removeBundleTool } from './bundles.ts';
import { listChats, createChat, getChat, replaceChat, deleteChat, updateChat, getChatSocialPreview, cloneChat, submitChatFeedback, createChatRunLog } from './chats.ts';
import { createCliAuthSession, consumeCliAuthJwt, attachCliAuthJwt } from './cli-auth.ts';
import { getCredits, useCredits } from './credits.ts';
import { listToolExecutionLogs, getToolExecutionLog } from './executions.ts';
import { getMonetizationSummary, getMonetizationSubscribers, getMonetizationEarnings } from './monetization.ts';
import { receivePaymentEvent, createPaymentSession } from './payments.ts';
import { listSchedules, createSchedule, getScheduleOnboarding, convertTextToCron, getSchedule, updateSchedule, deleteSchedule } from './schedules.ts';
import { listStudioChats, createStudioChat, getStudioChat, replaceStudioChat, deleteStudioChat, updateStudioChat, cloneStudioChat } from './studio-chats.ts';
import { subscribeToAgent, unsubscribeFromAgent, listSubscriptions, getSubscription } from './subscriptions.ts';
import { listTools, listPublicTools, searchTools, getPublicTool, runTool } from './tools.ts';
import { listToolsets, getToolset } from './toolsets.ts';
import { getCurrentUser } from './user.ts';
import { listUserTools, installTool, getUserTool, uninstallTool } from './user-tools.ts';
import { getVipRedemptionCount, redeemVipCode } from './vip.ts';

export const userApi = {
  agentFiles: { listAgentFiles, createAgentFile, getAgentFile, deleteAgentFile, updateAgentFile, reorderAgentFiles },
  agentRuns: { listAgentRuns, getAgentRun, listAgentRunMcpServerLogs, listAgentRunLogs },
  agentThemes: { getAgentTheme, setAgentTheme },
  agents: { listAgents, upsertAgent, getAgent, generateUpsellDescription, checkVanitySlug, generateVanitySlug, getVibePrompt, listVibeServices },
  apiKeys: { listApiKeys, createApiKey, getDefaultApiKey, getApiKey, deleteApiKey },
  billing: { getBilling },
  bundles: { listBundles, createBundle, getBundle, updateBundle, deleteBundle, listBundleTools, addBundleTool, removeBundleTool },
  chats: { listChats, createChat, getChat, replaceChat, deleteChat, updateChat, getChatSocialPreview, cloneChat, submitChatFeedback, createChatRunLog },
  cliAuth: { createCliAuthSession, consumeCliAuthJwt, attachCliAuthJwt },
  credits: { getCredits, useCredits },
  executions: { listToolExecutionLogs, getToolExecutionLog },
  monetization: { getMonetizationSummary, getMonetizationSubscribers, getMonetizationEarnings },
  payments: { receivePaymentEvent, createPaymentSession },
  schedules: { listSchedules, createSchedule, getScheduleOnboarding, convertTextToCron, getSchedule, updateSchedule, deleteSchedule },
  studioChats: { listStudioChats, createStudioChat, getStudioChat, replaceStudioChat, deleteStudioChat, updateStudioChat, cloneStudioChat },
  subscriptions: { subscribeToAgent, unsubscribeFromAgent, listSubscriptions, getSubscription },
  tools: { listTools, listPublicTools, searchTools, getPublicTool, runTool },
  toolsets: { listToolsets, getToolset },
  user: { getCurrentUser },
  userTools: { listUserTools, installTool, getUserTool, uninstallTool },
  vip: { getVipRedemptionCount, redeemVipCode },
};
