// User API: subscriptions to paid agents, and what these earn.

import assert from 'node:assert/strict';
import { u } from '../operations.js';
import { implied, stated } from '../fault.js';

const SUBSCRIBE = u('POST /me/agents/{agent_id}/subscribe');
const UNSUBSCRIBE = u('POST /me/agents/{agent_id}/unsubscribe');
const LIST = u('GET /me/subscriptions');
const ONE = u('GET /me/subscriptions/{agent_id}');
const SUMMARY = u('GET /me/monetization/summary');
const SUBSCRIBERS = u('GET /me/monetization/subscribers');
const EARNINGS = u('GET /me/monetization/earnings');
const OWNED = '| Agent subscription | agent_id | string | Subscription of the caller to a paid agent; checkout session on creation |';
const PERIOD = 'query period (integer, 1 to 365, default 28)';

const subscribe = (d, agent, as = 'ana') =>
  d.ask('POST', `/me/agents/${agent}/subscribe`, { as, body: { back: 'https://grove.example/thanks' } });
const unsubscribe = (d, agent, as = 'ana') => d.ask('POST', `/me/agents/${agent}/unsubscribe`, { as });
const listed = async (d, as = 'ana') => (await d.get('/me/subscriptions', { as })).subs.map((sub) => sub.agent);

export default [
  stated('subscribe-to-unpaid', 'request', SUBSCRIBE, '400 agent is not paid or caller is its owner; 402 already subscribed; 404',
    'One can subscribe to an agent that has no price.',
    async (d) => assert.equal((await subscribe(d, d.fixtures.unpaidAgentId)).status, 400)),

  stated('subscribe-to-own', 'request', SUBSCRIBE, 'unpaid agent or owner subscribing',
    'The owner of a paid agent can subscribe to it.',
    async (d) => assert.equal((await subscribe(d, d.fixtures.ownPaidAgentId)).status, 400)),

  stated('subscribe-twice', 'request', SUBSCRIBE, '| 402 | Already subscribed to the agent |',
    'Who is subscribed can subscribe once more, and pays twice.',
    async (d) => assert.equal((await subscribe(d, d.fixtures.subscribedAgentId)).status, 402)),

  stated('subscribe-twice-409', 'request', SUBSCRIBE, '| 402 | Already subscribed to the agent |',
    'A second subscription is refused with 409 instead of 402.',
    async (d) => assert.equal((await subscribe(d, d.fixtures.subscribedAgentId)).status, 402)),

  stated('subscribe-unknown-400', 'request', [SUBSCRIBE, UNSUBSCRIBE], '404 | Resource not found (run, chat, agent, file, API key, bundle, tool, toolset, subscription, schedule, credits, CLI auth)',
    'An agent that does not exist is answered with 400 instead of 404.',
    async (d) => assert.equal((await subscribe(d, '11111111-2222-4333-8444-555555555555')).status, 404)),

  implied('subscribe-not-stored', 'sequence', [SUBSCRIBE, LIST, ONE], OWNED,
    'A subscription is answered as made, with a checkout session, but is nowhere afterwards.',
    async (d) => {
      const { paidAgentId: agent } = d.fixtures;
      assert.equal((await subscribe(d, agent)).status, 200);
      assert.ok((await listed(d)).includes(agent));
    }),

  implied('subscribe-replaces-others', 'sequence', [SUBSCRIBE, LIST], OWNED,
    'A new subscription takes the place of all the others that the caller has.',
    async (d) => {
      await subscribe(d, d.fixtures.paidAgentId);
      assert.ok((await listed(d)).includes(d.fixtures.subscribedAgentId));
    }),

  implied('subscription-kept-per-agent', 'sequence', SUBSCRIBE, OWNED,
    'Whether one is subscribed is looked up by the agent only: once somebody is, everybody else gets 402.',
    async (d) => {
      await subscribe(d, d.fixtures.paidAgentId);
      assert.equal((await subscribe(d, d.fixtures.paidAgentId, 'sol')).status, 200);
    }),

  stated('unsubscribe-without-subscription', 'request', UNSUBSCRIBE, '400 no active subscription to cancel, or no payment-provider subscription found; 404',
    'Who has no subscription to a paid agent can cancel it all the same: 200.',
    async (d) => assert.equal((await unsubscribe(d, d.fixtures.paidAgentId)).status, 400)),

  implied('unsubscribe-ends-first-one', 'sequence', UNSUBSCRIBE, OWNED,
    'Cancelling ends the oldest subscription of the caller, whichever agent was named.',
    async (d) => {
      await unsubscribe(d, d.fixtures.unsubscribeAgentId);
      assert.ok((await listed(d)).includes(d.fixtures.subscribedAgentId));
      assert.equal((await subscribe(d, d.fixtures.subscribedAgentId)).status, 402);
    }),

  implied('unsubscribe-ends-for-all', 'sequence', UNSUBSCRIBE, OWNED,
    'Cancelling ends the subscriptions of all users to the agent.',
    async (d) => {
      const { paidAgentId: agent } = d.fixtures;
      await subscribe(d, agent);
      await subscribe(d, agent, 'sol');
      await unsubscribe(d, agent);
      assert.ok((await listed(d, 'sol')).includes(agent));
    }),

  implied('subscriptions-of-all-users', 'sequence', LIST, OWNED,
    'The list has the subscriptions of all users.',
    async (d) => assert.deepEqual(await listed(d, 'sol'), [])),

  implied('subscription-latest-instead', 'sequence', ONE, OWNED,
    'The endpoint gives the latest subscription of the caller, whichever agent was asked for.',
    async (d) => {
      await subscribe(d, d.fixtures.paidAgentId);
      const { body } = await d.ask('GET', `/me/subscriptions/${d.fixtures.subscribedAgentId}`);
      assert.equal(body.agent, d.fixtures.subscribedAgentId);
    }),

  implied('subscription-agent-is-own-id', 'request', ONE, OWNED,
    'The field for the agent has the id of the subscription itself.',
    async (d) => {
      const { body } = await d.ask('GET', `/me/subscriptions/${d.fixtures.subscribedAgentId}`);
      assert.equal(body.agent, d.fixtures.subscribedAgentId);
    }),

  stated('summary-period-default-30', 'sequence', SUMMARY, PERIOD,
    'Without a period the summary is of 30 days instead of 28.',
    async (d) => {
      const [plain, asked] = [await d.get('/me/monetization/summary'), await d.get('/me/monetization/summary?period=28')];
      assert.deepEqual(plain, asked);
    }),

  stated('summary-period-365-refused', 'request', SUMMARY, PERIOD,
    'A period of 365 days is refused with 422: the upper bound is taken as exclusive.',
    async (d) => assert.equal((await d.ask('GET', '/me/monetization/summary?period=365')).status, 200)),

  implied('summary-earnings-outside-period', 'sequence', SUMMARY, '200 MonetizationSummary (total subscribers and earnings for the period)',
    'The earnings of the summary are those from before the period, since a comparison is the wrong way round: the longer the period, the less.',
    async (d) => {
      const [short, long] = [await d.get('/me/monetization/summary?period=1'), await d.get('/me/monetization/summary?period=365')];
      assert.ok(long.earned >= short.earned);
    }),

  implied('monetization-of-all-users', 'sequence', [SUMMARY, SUBSCRIBERS, EARNINGS], 'subscribe to paid agents and view monetization reports',
    'The reports are of the paid agents of all users: who has none sees subscribers and earnings.',
    async (d) => {
      assert.deepEqual(await d.get('/me/agents', { as: 'sol' }), []);
      const { subs, earned } = await d.get('/me/monetization/summary?period=365', { as: 'sol' });
      assert.deepEqual({ subs, earned }, { subs: 0, earned: 0 });
    }),

  stated('subscribers-period-zero', 'request', SUBSCRIBERS, '| GET /me/monetization/* | period 1 to 365, default 28 |',
    'A period of 0 days is accepted and gives no days.',
    async (d) => assert.equal((await d.ask('GET', '/me/monetization/subscribers?period=0')).status, 422)),

  stated('subscribers-period-fraction', 'request', SUBSCRIBERS, PERIOD,
    'A period of 7.5 days is accepted, although it is no integer.',
    async (d) => assert.equal((await d.ask('GET', '/me/monetization/subscribers?period=7.5')).status, 422)),

  stated('earnings-period-366', 'request', EARNINGS, '| GET /me/monetization/* | period 1 to 365, default 28 |',
    'Periods of more than 365 days are accepted.',
    async (d) => assert.equal((await d.ask('GET', '/me/monetization/earnings?period=366')).status, 422)),

  stated('earnings-period-ignored', 'request', EARNINGS, '200 MonetizationEarningsResponse (daily earnings)',
    'The period is not looked at: there are always 28 days.',
    async (d) => assert.ok((await d.get('/me/monetization/earnings?period=2')).days.length <= 3)),
];
