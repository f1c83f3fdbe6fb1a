import * as fc from 'fast-check';
import { call, cron, fixture } from './call.ts';
import type { Call } from './sequence.ts';

/** What can be read at any time without having made it. */
const reads: readonly Call[] = [
  ...[
    'listAgentRuns',
    'listToolExecutionLogs',
    'listSubscriptions',
    'listStudioChats',
    'listAgents',
    'listChats',
  ],
  ...['listApiKeys', 'getDefaultApiKey', 'getBilling', 'getCredits', 'listBundles', 'listSchedules'],
  ...['getMonetizationSummary', 'getMonetizationSubscribers', 'getMonetizationEarnings'],
  ...['getScheduleOnboarding', 'listTools', 'listPublicTools', 'listToolsets', 'listUserTools'],
  ...['getCurrentUser', 'getVipRedemptionCount', 'listVibeServices'],
]
  .map((operation) => call(operation))
  .concat(
    call('checkVanitySlug', { query: { slug: 'a-slug-to-look-up' } }),
    call('convertTextToCron', { query: { cron } }),
    call('searchTools', { query: { q: 'send' } }),
    call('getPublicTool', { path: { tool_id: fixture('installableToolId') } }),
    call('getToolset', { path: { toolset_name: fixture('toolsetName') } }),
    call('getAgent', { path: { agent_id: fixture('agentId') } }),
  );

/** Reads in any order, some of them at once: what answers the first of them must answer the others as well. */
export const drawnReads: fc.Arbitrary<readonly Call[]> = fc
  .array(fc.record({ read: fc.constantFrom(...reads), alongside: fc.boolean() }), {
    minLength: 8,
    maxLength: 16,
  })
  .map((drawn) => drawn.map(({ read, alongside }) => ({ ...read, alongside })));
