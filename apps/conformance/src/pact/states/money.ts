import { alter } from '../../exchanges/alter.ts';
import { parseJson } from '../../json/parse-json.ts';
import { type Arranged, requireFixture, type Scene, type State } from './state.ts';
import { Unreachable } from './unreachable.ts';

const paidAgent: State = async ({ platform, deployment: { fixtures } }) => {
  const agent_id = requireFixture(fixtures.paidAgentId, 'fixtures.paidAgentId');
  const { status } = await platform.ask('getSubscription', { path: { agent_id } });
  if (status === 404)
    return {
      values: { agent_id },
      doubt: async () => ({
        isTrouble: false,
        why: 'a subscription that the caller has begun need not show',
      }),
    };
  throw new Unreachable(`the caller may have subscribed to it already (getSubscription answered ${status})`);
};

const endedBefore =
  'the subscription of fixtures.unsubscribeAgentId may have been ended before, and ends but once';

/** An earlier verification may have ended it, and whether that shows is open. */
async function subscriptionToEnd({ platform, deployment: { fixtures } }: Scene): Promise<Arranged> {
  const agent_id = requireFixture(fixtures.unsubscribeAgentId, 'fixtures.unsubscribeAgentId');
  const { status } = await platform.ask('getSubscription', { path: { agent_id } });
  if (status === 404) throw new Unreachable(endedBefore);
  return {
    values: { agent_id },
    doubt: async (answered) => (answered === 400 ? { isTrouble: false, why: endedBefore } : undefined),
  };
}

/** The deployment's own event; `signs` may say that its signature is for another body. */
const signedEvent: State = async ({ deployment: { fixtures } }, { signs }) => {
  const { signatureHeader, validSignature, body } = requireFixture(fixtures.webhook, 'fixtures.webhook');
  const headers = { [signatureHeader.toLowerCase()]: validSignature };
  return { request: { headers, body: signs === 'another body' ? another(body) : body } };
};

/** Of the same form with other values: where an event is rewritten before its signature is checked, white space says nothing. */
function another(body: string): string {
  const event = parseJson(body);
  return event === undefined ? `${body}x` : JSON.stringify(alter(event, 0));
}

/** States of subscriptions and payments. */
export const money: Readonly<Record<string, State>> = {
  'a paid agent of another user': paidAgent,
  'a paid agent of the caller': async ({ deployment: { fixtures } }) => ({
    values: { agent_id: requireFixture(fixtures.ownPaidAgentId, 'fixtures.ownPaidAgentId') },
  }),
  'an unpaid agent of another user': async ({ deployment: { fixtures } }) => ({
    values: { agent_id: requireFixture(fixtures.unpaidAgentId, 'fixtures.unpaidAgentId') },
  }),
  'an active subscription of the caller': async (scene, { afterwards }) => {
    const { fixtures } = scene.deployment;
    if (afterwards === 'ended') return subscriptionToEnd(scene);
    return { values: { agent_id: requireFixture(fixtures.subscribedAgentId, 'fixtures.subscribedAgentId') } };
  },
  'a signed payment event': signedEvent,
};
