import { sandboxAgents } from './sandbox-agents.ts';
import { sandboxCodes } from './seed-offers.ts';

const agent = { agent_id: sandboxAgents.demo };
const chat = { chat_id: sandboxAgents.demo };
const free = { chat_id: sandboxAgents.unpaid };
const message = { body: { message: 'Hello' } };

/** Calls that work in every sandbox, for the OpenAPI document. None deletes what other examples need. */
export const sandboxExamples = {
  startRun: { parameters: agent, ...message },
  startRunNdjson: { parameters: agent, ...message },
  getAgent: { parameters: agent },
  upsertAgent: { body: { chat_prompt: 'Be brief.', name: 'Mine' } },
  generateUpsellDescription: { parameters: agent },
  generateVanitySlug: { body: { name: 'Tide tables' } },
  checkVanitySlug: { parameters: { slug: 'tide-tables' } },
  getVibePrompt: { parameters: { ...agent, service_name: 'webapp' } },
  getAgentTheme: { parameters: agent },
  setAgentTheme: { parameters: agent, body: { theme_color: '#1f6feb' } },
  listAgentFiles: { parameters: agent },
  createAgentFile: { parameters: agent, body: { name: 'notes.txt', content: 'High tide at noon.' } },
  createChat: { body: { chat_prompt: 'Be brief.' } },
  getChat: { parameters: chat },
  updateChat: { parameters: chat, body: { description: 'Answers in one sentence.' } },
  getChatSocialPreview: { parameters: chat },
  cloneChat: { parameters: free, body: { name: 'A copy' } },
  submitChatFeedback: { parameters: free, body: { rating: 5 } },
  createChatRunLog: { parameters: chat },
  createStudioChat: { body: { title: 'Plan' } },
  createApiKey: { body: { name: 'CI' } },
  createPaymentSession: { body: { credits: 1000 } },
  subscribeToAgent: { parameters: { agent_id: sandboxAgents.paid }, body: {} },
  getSubscription: { parameters: { agent_id: sandboxAgents.subscribed } },
  redeemVipCode: { body: { code: sandboxCodes.vip } },
  getMonetizationSummary: { parameters: { period: 28 } },
  createSchedule: { body: { ...chat, cron: '0 9 * * 1', message: 'What is new?' } },
  convertTextToCron: { parameters: { cron: 'every weekday at 9:30' } },
  searchTools: { parameters: { q: 'reference book' } },
  getPublicTool: { parameters: { tool_id: 'lookup' } },
  runTool: { parameters: { tool_name: 'lookup' }, body: { topic: 'tides' } },
  getToolset: { parameters: { toolset_name: 'builtin' } },
  installTool: { body: { tool_id: 'NOTIFIER_GET_USER' } },
} as const;
