import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancel, pay } from './helpers/checkout.ts';
import { createClient } from './helpers/client.ts';
import { type Control, type ControlledUser, controlToken, createControl } from './helpers/control.ts';
import { type Deployment, startDeployment } from './helpers/deployment.ts';
import { demandEveryStatus } from './helpers/every-status.ts';

let deployment: Deployment;
let control: Control;
let owner: ControlledUser;
let subscriber: ControlledUser;
let agentId: string;

beforeAll(async () => {
  deployment = await startDeployment({ controlToken });
  control = createControl(deployment);
  owner = await control.addUser();
  subscriber = await control.addUser();
  agentId = await control.addAgent({ owner_id: owner.id, visibility: 'public', subscription_price: 500 });
});
afterAll(() => deployment.close());

const at = (agent_id: string) => ({ path: { agent_id } });

async function subscribe(user: ControlledUser, agent = agentId) {
  return await user.call('subscribeToAgent', { ...at(agent), body: {} });
}

describe('a subscription to a paid agent', () => {
  it('begins when its checkout is paid, ends when it is canceled, and may begin again', async () => {
    const user = await control.addUser();
    const { body: checkout } = await subscribe(user);
    expect((await user.call('getSubscription', at(agentId))).body.status).toBe('pending');
    const page = await deployment.app.fetch(new Request(checkout.checkout_url));
    expect(await page.text()).toContain('5.00 USD');

    const paid = await pay(deployment, checkout.checkout_url);
    expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://in-process/payments/done']);
    expect((await user.call('getSubscription', at(agentId))).body).toMatchObject({
      status: 'active',
      amount: 500,
    });
    expect((await user.call('listSubscriptions')).body.items).toHaveLength(1);
    expect((await subscribe(user)).status).toBe(402);

    const ended = await user.call('unsubscribeFromAgent', at(agentId));
    expect(ended.body).toMatchObject({ agent_id: agentId, status: 'ended' });
    expect((await user.call('unsubscribeFromAgent', at(agentId))).status).toBe(400);
    const again = await subscribe(user);
    expect(again.body.session_id).not.toBe(checkout.session_id);
    await pay(deployment, again.body.checkout_url);
    expect((await user.call('getSubscription', at(agentId))).body.status).toBe('active');
  });

  it('has one checkout, however often and at once it is asked for', async () => {
    const user = await control.addUser();
    const answers = await Promise.all([subscribe(user), subscribe(user), subscribe(user)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.session_id)).size).toBe(1);
  });

  it('is paid once when the button is pressed twice at once', async () => {
    const user = await control.addUser();
    const { body } = await subscribe(user);
    const presses = await Promise.all([
      pay(deployment, body.checkout_url),
      pay(deployment, body.checkout_url),
    ]);
    expect(presses.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect((await user.call('getBilling')).body).toMatchObject({ total_paid: 500, active_subscriptions: 1 });
  });

  it('does not begin when the checkout is canceled', async () => {
    const user = await control.addUser();
    const { body } = await subscribe(user);
    expect((await cancel(deployment, body.checkout_url)).status).toBe(303);
    expect((await pay(deployment, body.checkout_url)).status).toBe(409);
    expect((await user.call('getSubscription', at(agentId))).body.status).toBe('pending');
  });

  it('can be canceled by one of two requests at once', async () => {
    const user = await control.addUser();
    await pay(deployment, (await subscribe(user)).body.checkout_url);
    const cancellations = [1, 2].map(() => user.call('unsubscribeFromAgent', at(agentId)));
    const statuses = (await Promise.all(cancellations)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  it('is refused to the owner, for a free agent, and for one that nobody else may see', async () => {
    const free = await control.addAgent({ owner_id: owner.id, visibility: 'public' });
    const hidden = await control.addAgent({ owner_id: owner.id, subscription_price: 500 });
    expect((await subscribe(owner)).status).toBe(400);
    expect((await subscribe(subscriber, free)).status).toBe(400);
    expect((await subscribe(subscriber, hidden)).status).toBe(404);
    expect((await subscribe(subscriber, crypto.randomUUID())).status).toBe(404);
    expect((await subscribe(subscriber, 'no-guid')).status).toBe(404);
  });

  it('takes addresses to return to, but only of the web', async () => {
    const user = await control.addUser();
    const wrong = { ...at(agentId), body: { success_url: 'javascript:alert(1)' } };
    expect((await user.call('subscribeToAgent', wrong)).status).toBe(422);
    const right = { ...at(agentId), body: { success_url: 'https://shop.example/thanks' } };
    const { body } = await user.call('subscribeToAgent', right);
    expect((await pay(deployment, body.checkout_url)).headers.get('location')).toBe(
      'https://shop.example/thanks',
    );
  });

  it('that nobody has can be neither read nor canceled', async () => {
    const user = await control.addUser();
    expect((await user.call('getSubscription', at(agentId))).status).toBe(404);
    expect((await user.call('unsubscribeFromAgent', at(agentId))).status).toBe(400);
    expect((await user.call('unsubscribeFromAgent', at(crypto.randomUUID()))).status).toBe(404);
    expect((await user.call('listSubscriptions')).body).toEqual({ items: [] });
  });

  it('that the payment provider knows nothing of cannot be canceled', async () => {
    const user = await control.addUser();
    const started_at = '2026-01-01T00:00:00Z';
    await control.do('POST', '/payments/subscriptions', { user_id: user.id, agent_id: agentId, started_at });
    expect((await user.call('unsubscribeFromAgent', at(agentId))).status).toBe(400);
    expect((await user.call('getSubscription', at(agentId))).body.status).toBe('active');
  });

  it('is charged for again each month, once', async () => {
    const user = await control.addUser();
    const { body } = await subscribe(user);
    await pay(deployment, body.checkout_url);
    const before = (await user.call('getSubscription', at(agentId))).body;
    await control.do('POST', `/payments/renewals/${body.subscription_id}`);
    const after = (await user.call('getSubscription', at(agentId))).body;
    expect(Date.parse(after.paid_until)).toBeGreaterThan(Date.parse(before.paid_until));
    expect((await user.call('getBilling')).body).toMatchObject({ total_paid: 1000, monthly_amount: 500 });
    expect((await control.request('POST', '/payments/renewals/unknown')).status).toBe(404);
  });
});

describe('the payment webhook', () => {
  const encode = (text: string) => new TextEncoder().encode(text);

  async function sign(body: string): Promise<Record<string, string>> {
    const { header, signature } = await control.do('POST', '/payments/signatures', body);
    return { [header]: signature };
  }
  async function receive(text: string, headers: Record<string, string> = {}) {
    return await deployment.anybody.call('receivePaymentEvent', { text, headers });
  }
  const event = (content: object) =>
    JSON.stringify({ id: `evt_${crypto.randomUUID()}`, at: new Date().toISOString(), ...content });

  it('refuses an event without a signature, and one whose body is not what was signed', async () => {
    const text = event({ type: 'ping' });
    const headers = await sign(text);
    expect((await receive(text)).status).toBe(400);
    expect((await receive(text, { 'payment-signature': 't=1,v1=00' })).status).toBe(400);
    expect((await receive(`${text} `, headers)).status).toBe(400);
    expect((await receive(text, headers)).body).toMatchObject({ received: true, duplicate: false });
  });

  it('refuses what is signed and no event, and takes genuine events of no concern', async () => {
    for (const text of ['', 'no json', '[]', '{}', event({ type: 'credits.paid', data: {} })])
      expect((await receive(text, await sign(text))).status, text).toBe(400);
    const text = event({ type: 'something.new', data: { more: 1 } });
    expect((await receive(text, await sign(text))).status).toBe(200);
  });

  it('takes exactly the signed bytes, whatever text they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (note, other) => {
        const text = event({ type: 'ping', note });
        const headers = await sign(text);
        const changed = text.replace('"ping"', JSON.stringify(`ping${other} `));
        expect((await receive(changed, headers)).status).toBe(400);
        expect((await receive(text, headers)).status).toBe(200);
      }),
      { numRuns: 15 },
    );
  });

  it('does what an event says once, though it comes five times at once', async () => {
    const user = await control.addUser();
    const data = { user_id: user.id, credits: 70, amount: 70 };
    const text = event({ type: 'credits.paid', data });
    const headers = await sign(text);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => receive(text, headers)));
    expect(answers.filter(({ body }) => body.duplicate === false)).toHaveLength(1);
    expect((await user.call('getCredits')).body).toEqual({ balance: 70 });
  });

  it('begins a subscription by whichever of its events comes first, and never after it has ended', async () => {
    const orders = [
      ['started', 'paid'],
      ['paid', 'started'],
      ['ended', 'started', 'paid'],
    ];
    for (const order of orders) {
      const user = await control.addUser();
      const { body } = await subscribe(user);
      for (const kind of order) {
        const data = {
          subscription_id: body.subscription_id,
          reference: 'sub_x',
          amount: 500,
          paid_until: '2030-01-01T00:00:00Z',
        };
        const text = event({ type: `subscription.${kind}`, data });
        expect((await receive(text, await sign(text))).status).toBe(200);
      }
      const { status } = (await user.call('getSubscription', at(agentId))).body;
      expect(status).toBe(order.includes('ended') ? 'ended' : 'active');
    }
  });

  it('signs the bytes, so a byte order mark makes another body', async () => {
    const text = event({ type: 'ping' });
    const headers = await sign(text);
    const withMark = new Uint8Array([0xef, 0xbb, 0xbf, ...encode(text)]);
    const response = await deployment.app.fetch(
      new Request('http://in-process/me/payments/webhook', { method: 'POST', headers, body: withMark }),
    );
    expect(response.status).toBe(400);
  });
});

describe('credits', () => {
  it('are not found until somebody has some, and then are used one by one to the last', async () => {
    const user = await control.addUser();
    expect((await user.call('getCredits')).status).toBe(404);
    expect((await user.call('useCredits')).status).toBe(404);
    await control.do('PATCH', `/users/${user.id}`, { credits: 3 });
    const uses = await Promise.all([1, 2, 3, 4].map(() => user.call('useCredits')));
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 404]);
    expect((await user.call('getCredits')).body).toEqual({ balance: 0 });
  });

  it('are used by agent runs, one for each message', async () => {
    const user = await control.addUser({ credits: 5 });
    const agent = await control.addAgent({ owner_id: user.id });
    const { app } = deployment;
    const client = createClient({ fetch: app.fetch, agentsUrl: 'http://app/agents', apiKey: user.apiKey });
    await Promise.all([client.post('Hello', agent), client.post('Hello again', agent)]);
    expect((await user.call('getCredits')).body).toEqual({ balance: 3 });
  });

  it('can be bought, and are there when the checkout is paid', async () => {
    const user = await control.addUser({ credits: 5 });
    const { body } = await user.call('createPaymentSession', { body: { credits: 200 } });
    expect(body).toMatchObject({ credits: 200, amount: 200, currency: 'usd' });
    expect((await user.call('getCredits')).body.balance).toBe(5);
    await control.do('POST', `/payments/checkouts/${body.session_id}/pay`);
    expect((await user.call('getCredits')).body.balance).toBe(205);
    expect((await user.call('getBilling')).body).toMatchObject({ total_paid: 200, credits: 205 });
    const tooFew = { body: { credits: 0 } };
    expect((await user.call('createPaymentSession', tooFew)).status).toBe(422);
  });
});

describe('VIP codes', () => {
  const redeem = (user: ControlledUser, code: string) => user.call('redeemVipCode', { body: { code } });

  it('give credits once per user, also when two requests redeem one at once', async () => {
    const code = crypto.randomUUID();
    await control.do('POST', `/users/${owner.id}/vip-codes`, { code, credits: 25 });
    const [one, two] = [await control.addUser(), await control.addUser()];
    const answers = await Promise.all([redeem(one, code), redeem(one, code), redeem(two, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    expect((await one.call('getCredits')).body.balance).toBe(25);
    expect((await one.call('getVipRedemptionCount')).body).toEqual({ count: 1 });
  });

  it('are refused when unknown or the own, and need to be a text', async () => {
    const code = crypto.randomUUID();
    await control.do('POST', `/users/${owner.id}/vip-codes`, { code });
    expect((await redeem(owner, code)).status).toBe(400);
    expect((await redeem(subscriber, 'no such code')).status).toBe(400);
    expect((await subscriber.call('redeemVipCode', { body: { code: 7 } })).status).toBe(422);
    expect((await subscriber.call('redeemVipCode', { body: {} })).status).toBe(422);
    expect((await owner.call('getVipRedemptionCount')).body).toEqual({ count: 0 });
  });

  it('are counted with 400 when the database fails', async () => {
    await control.do('PUT', '/faults/getVipRedemptionCount', { times: 1 });
    expect((await subscriber.call('getVipRedemptionCount')).status).toBe(400);
    expect((await subscriber.call('getVipRedemptionCount')).status).toBe(200);
  });
});

describe('monetization', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

  it('tells what happened, day by day, and the sums agree', async () => {
    const author = await control.addUser();
    const agent = await control.addAgent({
      owner_id: author.id,
      visibility: 'public',
      subscription_price: 700,
    });
    const fan = await control.addUser();
    await pay(deployment, (await subscribe(fan, agent)).body.checkout_url);
    await control.do('POST', '/payments/subscriptions', {
      user_id: (await control.addUser()).id,
      agent_id: agent,
      started_at: daysAgo(40),
      ended_at: daysAgo(10),
      payments: [
        { amount: 700, paid_at: daysAgo(40) },
        { amount: 700, paid_at: daysAgo(12) },
      ],
    });
    const summary = (await author.call('getMonetizationSummary')).body;
    expect(summary).toMatchObject({
      total_subscribers: 2,
      new_subscribers: 1,
      total_earnings: 1400,
      period: 28,
    });
    const earnings = (await author.call('getMonetizationEarnings')).body.items;
    expect(earnings).toHaveLength(28);
    expect(earnings.reduce((sum: number, day: { amount: number }) => sum + day.amount, 0)).toBe(1400);
    const subscribers = (await author.call('getMonetizationSubscribers', { query: { period: 2 } })).body
      .items;
    expect(subscribers.map((day: { subscribers: number }) => day.subscribers)).toEqual([0, 1]);
    const year = { query: { period: 365 } };
    expect((await author.call('getMonetizationSummary', year)).body.total_earnings).toBe(2100);
    expect((await fan.call('getMonetizationSummary')).body).toMatchObject({ total_earnings: 0 });
  });

  it('takes periods of 1 to 365 days', async () => {
    const operations = [
      'getMonetizationSummary',
      'getMonetizationSubscribers',
      'getMonetizationEarnings',
    ] as const;
    for (const id of operations) {
      for (const period of [1, 365]) expect((await owner.call(id, { query: { period } })).status).toBe(200);
      for (const period of [0, 366, 1.5, 'x'])
        expect((await owner.call(id, { query: { period } })).status).toBe(422);
    }
  });
});

demandEveryStatus(['billing', 'credits', 'monetization', 'payments', 'subscriptions', 'vip']);
