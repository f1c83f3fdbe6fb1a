import { webhook } from './families/money.ts';
import { tools } from './families/tools.ts';
import { codes } from './families/user.ts';
import type { Seeds } from './seed.ts';
import type { Style } from './style.ts';
import { messages } from './workers/workers-style.ts';

/** The config by which the CLI is told of a deployment, as its owner would write it. */
export function configOf(style: Style, seeds: Seeds, origin: string) {
  const [tool] = tools(style);
  return {
    agentsUrl: `${origin}${style.workers.path}`,
    baseUrl: `${origin}${style.basePath}`,
    profile: 'full' as const,
    // What is written shows at once, so that nothing is waited for.
    ...(style.choices.readsLag === 0 && { consistencyWindow: 0 }),
    credentials: {
      apiKey: seeds.apiKeys.own,
      jwt: seeds.jwt.own,
      otherApiKey: seeds.apiKeys.other,
      otherJwt: seeds.jwt.other,
      sandboxJwt: seeds.jwt.sandbox,
    },
    fixtures: {
      ...messages,
      ...(style.workers.slowMessage !== undefined && { slowMessage: style.workers.slowMessage }),
      filesPerAgent: style.choices.agents.fileCap,
      agentId: seeds.agents.worker,
      paidAgentId: seeds.agents.paid,
      unpaidAgentId: seeds.agents.unpaid,
      ownPaidAgentId: seeds.agents.ownPaid,
      subscribedAgentId: seeds.agents.subscribed,
      unsubscribeAgentId: seeds.agents.unsubscribe,
      privateAgentId: seeds.agents.private,
      tool: { name: 'read_tide_table', input: { port: 'Hull' }, invalidInput: { port: 7 } },
      installableToolId: tool?.tool_id,
      toolsetName: 'sea',
      defaultKeyMayMove: true as const,
      vipCode: codes.vip,
      ownVipCode: codes.own,
      cron: '0 9 * * 1',
      webhook,
    },
  };
}
