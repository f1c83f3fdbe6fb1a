import { maximumFiles } from '../domain/file-order.ts';
import type { EmbeddedProvider } from '../payments/embedded/embedded-provider.ts';
import { sandboxAgents } from './sandbox-agents.ts';
import { sandboxCodes } from './seed-offers.ts';

/** What every deployment of this server offers to work with; the messages are commands of the scripted model. */
export const commonFixtures = {
  message: 'Hello, what can you do?',
  backgroundMessage: '/background await sleep(500); return 6 * 7;',
  backgroundErrorMessage: '/background await sleep(500); throw new Error("This job fails on purpose.");',
  // A job takes less than a second; on a busy machine it waits for others.
  jobSeconds: 60,
  filesPerAgent: maximumFiles,
  toolCallMessage: {
    message: '/tool lookup {"topic": "tides"}',
    name: 'lookup',
    output: 'TID-4821',
  },
  slowMessage: '/stream 8 100',
  cron: '0 9 * * 1',
  tool: { name: 'lookup', input: { topic: 'tides' }, invalidInput: { topic: 7 } },
  installableToolId: 'NOTIFIER_GET_USER',
  toolsetName: 'builtin',
} as const;

/** Records of every sandbox and messages with a known effect, for clients under development and conformance runs. */
export const sandboxFixtures = {
  ...commonFixtures,
  notifierMayBeUsed: true,
  agentId: sandboxAgents.demo,
  backgroundAgentId: sandboxAgents.background,
  paidAgentId: sandboxAgents.paid,
  unpaidAgentId: sandboxAgents.unpaid,
  ownPaidAgentId: sandboxAgents.ownPaid,
  subscribedAgentId: sandboxAgents.subscribed,
  unsubscribeAgentId: sandboxAgents.unsubscribe,
  privateAgentId: sandboxAgents.other,
  vipCode: sandboxCodes.vip,
  ownVipCode: sandboxCodes.own,
} as const;

/** A genuine event that changes nothing, for trying the payment webhook. */
export interface WebhookFixture {
  signatureHeader: string;
  validSignature: string;
  body: string;
  /** With which a test client signs events of its own, as the text of the scheme says. */
  secret?: string;
  scheme?: 't=seconds,v1=hex';
}

/** Signs an event now; a sandbox takes it for a day. */
export function webhookFixture({ signatureHeader, sign, secret }: EmbeddedProvider): WebhookFixture {
  const body = harmlessEvent();
  const validSignature = sign(new TextEncoder().encode(body));
  return { signatureHeader, validSignature, body, secret, scheme: 't=seconds,v1=hex' };
}

/** The text of an event that changes nothing. */
export function harmlessEvent(): string {
  return JSON.stringify({ id: `evt_${crypto.randomUUID()}`, type: 'ping', at: new Date().toISOString() });
}
