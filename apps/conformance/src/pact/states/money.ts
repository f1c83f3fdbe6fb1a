import { requireFixture, type State } from './state.ts';
import { Unreachable } from './unreachable.ts';

const paidAgent: State = async ({ platform, deployment: { fixtures } }) => {
  const agent_id = requireFixture(fixtures.paidAgentId, 'fixtures.paidAgentId');
  const { status } = await platform.ask('getSubscription', { path: { agent_id } });
  if (status === 404) return { values: { agent_id } };
  throw new Unreachable(`the caller may have subscribed to it already (getSubscription answered ${status})`);
};

const signedEvent: State = async ({ deployment: { fixtures } }) => {
  const { signatureHeader, validSignature, body } = requireFixture(fixtures.webhook, 'fixtures.webhook');
  return { request: { body, headers: { [signatureHeader.toLowerCase()]: validSignature } } };
};

/** States of subscriptions and payments. */
export const money: Readonly<Record<string, State>> = {
  'a paid agent of another user': paidAgent,
  'a paid agent of the caller': async ({ deployment: { fixtures } }) => ({
    values: { agent_id: requireFixture(fixtures.ownPaidAgentId, 'fixtures.ownPaidAgentId') },
  }),
  'an unpaid agent of another user': async ({ deployment: { fixtures } }) => ({
    values: { agent_id: requireFixture(fixtures.unpaidAgentId, 'fixtures.unpaidAgentId') },
  }),
  'an active subscription of the caller': async () => {
    throw new Unreachable('a checkout has to be paid for it; a stateUrl can');
  },
  'a signed payment event': signedEvent,
};
