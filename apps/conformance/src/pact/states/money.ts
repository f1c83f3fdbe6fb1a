import { requireFixture, type State } from './state.ts';
import { Unreachable } from './unreachable.ts';

const paidAgent: State = async ({ platform, deployment: { fixtures } }) => {
  const agent_id = requireFixture(fixtures.paidAgentId, 'fixtures.paidAgentId');
  const { status } = await platform.ask('getSubscription', { path: { agent_id } });
  if (status === 404) return { values: { agent_id } };
  throw new Unreachable(`the caller may have subscribed to it already (getSubscription answered ${status})`);
};

/** The deployment's own event; `signs` may say that its signature is for another body. */
const signedEvent: State = async ({ deployment: { fixtures } }, { signs }) => {
  const { signatureHeader, validSignature, body } = requireFixture(fixtures.webhook, 'fixtures.webhook');
  const headers = { [signatureHeader.toLowerCase()]: validSignature };
  return { request: { headers, body: signs === 'another body' ? `${body} ` : body } };
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
