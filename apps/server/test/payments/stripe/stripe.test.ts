import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Control, createControl } from '../../helpers/control.ts';
import { type Deployment, startDeployment } from '../../helpers/deployment.ts';
import { controlToken } from '../../helpers/hold-jobs.ts';
import { invoiceOf } from './invoice-shapes.ts';

const webhookSecret = 'whsec_of_the_tests';
const secretKey = 'sk_test_of_the_tests';

interface Received {
  method: string;
  path: string;
  form: URLSearchParams;
  idempotencyKey: string;
  authorization: string;
}

/** The few of Stripe's endpoints that are used; a checkout of the same idempotency key is the same. */
async function startFakeStripe(): Promise<{ server: Server; url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const path = request.url ?? '';
    const idempotencyKey = String(request.headers['idempotency-key'] ?? '');
    const authorization = String(request.headers.authorization ?? '');
    received.push({
      method: request.method ?? '',
      path,
      form: new URLSearchParams(text),
      idempotencyKey,
      authorization,
    });
    const [status, body] = answer(path, idempotencyKey);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
  return { server, url: `http://127.0.0.1:${address.port}`, received };
}

function answer(path: string, key: string): [number, object] {
  if (path === '/v1/checkout/sessions') {
    const id = `cs_${key}`;
    const url = `https://checkout.stripe.example/${id}`;
    return [200, { id, object: 'checkout.session', url, expires_at: 1_900_000_000 }];
  }
  if (path === '/v1/subscriptions/sub_known') return [200, { id: 'sub_known', object: 'subscription' }];
  const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such subscription' };
  return [404, { error }];
}

describe('payments through Stripe', () => {
  let deployment: Deployment;
  let control: Control;
  let agentId: string;
  let fake: Awaited<ReturnType<typeof startFakeStripe>>;
  beforeAll(async () => {
    fake = await startFakeStripe();
    const stripe = { secretKey, webhookSecret, apiUrl: fake.url };
    deployment = await startDeployment({ controlToken, stripe });
    control = createControl(deployment);
    const owner = await control.addUser();
    agentId = await control.addAgent({ owner_id: owner.id, visibility: 'public', subscription_price: 900 });
  });
  afterAll(async () => {
    await deployment.close();
    fake.server.close();
  });

  async function receive(type: string, object: object, id = `evt_${crypto.randomUUID()}`, secondsAgo = 0) {
    const created = Math.floor(Date.now() / 1000) - secondsAgo;
    const payload = JSON.stringify({ id, object: 'event', type, created, data: { object } });
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    const call = { text: payload, headers: { 'stripe-signature': header } };
    return await deployment.anonymous.call('receivePaymentEvent', call);
  }

  const at = (agent_id: string) => ({ path: { agent_id } });

  it('a subscription goes from a checkout over its events to its cancellation', async () => {
    const user = await control.addUser();
    const { body } = await user.call('subscribeToAgent', { ...at(agentId), body: {} });
    expect(body.checkout_url).toMatch(/^https:\/\/checkout\.stripe\.example\/cs_/);
    const sent = fake.received.at(-1);
    expect(sent?.idempotencyKey).toBe(body.subscription_id);
    expect(Object.fromEntries(sent?.form ?? [])).toMatchObject({
      mode: 'subscription',
      'line_items[0][price_data][unit_amount]': '900',
      'line_items[0][price_data][recurring][interval]': 'month',
      'subscription_data[metadata][subscription_id]': body.subscription_id,
    });

    const metadata = { subscription_id: body.subscription_id };
    const session = { metadata, subscription: 'sub_known', payment_status: 'paid' };
    expect((await receive('checkout.session.completed', session)).status).toBe(200);
    await receive('invoice.paid', {
      amount_paid: 900,
      period_end: 1_900_000_000,
      lines: { data: [{ period: { end: 1_900_000_000 } }] },
      parent: { subscription_details: { metadata, subscription: 'sub_known' } },
    });
    expect((await user.call('getSubscription', at(agentId))).body).toMatchObject({
      status: 'active',
      paid_until: '2030-03-17T17:46:40.000Z',
    });
    expect((await user.call('getBilling')).body.total_paid).toBe(900);

    expect((await user.call('unsubscribeFromAgent', at(agentId))).body.status).toBe('ended');
    expect(fake.received.at(-1)).toMatchObject({ method: 'DELETE', path: '/v1/subscriptions/sub_known' });
    expect((await receive('customer.subscription.deleted', { id: 'sub_known', metadata })).status).toBe(200);
  });

  describe('access', () => {
    const inAMonth = Math.floor(Date.now() / 1000) + 2_600_000;
    const invoice = (subscription_id: string, paidUntil = inAMonth) =>
      invoiceOf.latest({ subscription_id, paidUntil });
    const subscription = (subscription_id: string, status: string) => ({
      id: 'sub_known',
      object: 'subscription',
      status,
      cancel_at_period_end: false,
      metadata: { subscription_id },
    });

    async function subscribe() {
      const user = await control.addUser();
      const { body } = await user.call('subscribeToAgent', { ...at(agentId), body: {} });
      const id: string = body.subscription_id;
      const see = async () => (await user.call('getAgent', at(agentId))).body.chat_prompt !== undefined;
      const status = async () => (await user.call('getSubscription', at(agentId))).body.status;
      return { id, see, status };
    }

    it('waits for the money where a way to pay takes days', async () => {
      const { id, see, status } = await subscribe();
      const session = { metadata: { subscription_id: id }, subscription: 'sub_known' };
      await receive('checkout.session.completed', { ...session, payment_status: 'unpaid' });
      expect([await status(), await see()]).toEqual(['pending', false]);
      await receive('checkout.session.async_payment_succeeded', { ...session, payment_status: 'paid' });
      expect([await status(), await see()]).toEqual(['active', true]);
    });

    it.each([
      ['invoice.payment_failed', (id: string) => invoice(id)],
      ['customer.subscription.updated', (id: string) => subscription(id, 'past_due')],
      ['customer.subscription.updated', (id: string) => subscription(id, 'unpaid')],
      ['customer.subscription.paused', (id: string) => subscription(id, 'paused')],
    ])('ends with %s, and comes back when the invoice is paid', async (type, object) => {
      const { id, see, status } = await subscribe();
      await receive('invoice.paid', invoice(id), undefined, 20);
      expect(await see()).toBe(true);
      await receive(type, object(id), undefined, 10);
      expect([await status(), await see()]).toEqual(['past_due', false]);
      await receive('invoice.paid', invoice(id));
      await receive(type, object(id), undefined, 5);
      expect([await status(), await see()]).toEqual(['active', true]);
    });

    it.each(Object.entries(invoiceOf))(
      'follows invoices of an endpoint with the API version %s',
      async (_, shape) => {
        const { id: subscription_id, see, status } = await subscribe();
        const object = shape({ subscription_id, paidUntil: inAMonth });
        await receive('invoice.paid', object, undefined, 20);
        expect([await status(), await see()]).toEqual(['active', true]);
        await receive('invoice.payment_failed', object, undefined, 10);
        expect([await status(), await see()]).toEqual(['past_due', false]);
      },
    );

    it.each([
      ['customer.subscription.updated', 'canceled'],
      ['customer.subscription.updated', 'incomplete_expired'],
      ['customer.subscription.deleted', 'canceled'],
    ])('ends for good with %s (%s)', async (type, word) => {
      const { id, see, status } = await subscribe();
      await receive('invoice.paid', invoice(id));
      await receive(type, subscription(id, word));
      await receive('invoice.paid', invoice(id));
      expect([await status(), await see()]).toEqual(['ended', false]);
    });

    it('ends a day after the paid time, whether or not Stripe says anything', async () => {
      const now = Math.floor(Date.now() / 1000);
      const late = await subscribe();
      await receive('invoice.paid', invoice(late.id, now - 3600));
      expect([await late.status(), await late.see()]).toEqual(['active', true]);
      const over = await subscribe();
      await receive('invoice.paid', invoice(over.id, now - 90_000));
      expect([await over.status(), await over.see()]).toEqual(['past_due', false]);
    });

    it('stays as it is by what says nothing of payments', async () => {
      const { id, see } = await subscribe();
      await receive('invoice.paid', invoice(id));
      await receive('customer.subscription.updated', subscription(id, 'incomplete'));
      await receive('customer.subscription.updated', subscription(id, 'of the future'));
      expect(await see()).toBe(true);
    });
  });

  it('an agent that costs less than Stripe takes is not sold, and Stripe is not asked', async () => {
    const [owner, user] = [await control.addUser(), await control.addUser()];
    const cheap = await control.addAgent({
      owner_id: owner.id,
      visibility: 'public',
      subscription_price: 49,
    });
    const asked = fake.received.length;
    const refused = await user.call('subscribeToAgent', { ...at(cheap), body: {} });
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toContain('no less than 50');
    expect(fake.received).toHaveLength(asked);
    await control.do('PUT', `/agents/${cheap}/price`, { amount: 50 });
    expect((await user.call('subscribeToAgent', { ...at(cheap), body: {} })).status).toBe(200);
  });

  it('a subscription that Stripe has forgotten cannot be canceled', async () => {
    const user = await control.addUser();
    const { body } = await user.call('subscribeToAgent', { ...at(agentId), body: {} });
    const metadata = { subscription_id: body.subscription_id };
    await receive('checkout.session.completed', { metadata, subscription: { id: 'sub_forgotten' } });
    expect((await user.call('unsubscribeFromAgent', at(agentId))).status).toBe(400);
  });

  it('credits are there when their checkout is paid, once', async () => {
    const user = await control.addUser();
    const { body } = await user.call('createPaymentSession', { body: { credits: 300 } });
    expect(body.url).toContain('stripe.example');
    const metadata = { user_id: user.id, credits: '300' };
    await receive('checkout.session.completed', { metadata, payment_status: 'unpaid', subscription: null });
    expect((await user.call('getCredits')).status).toBe(404);
    const paid = { metadata, payment_status: 'paid', amount_total: 300, subscription: null };
    await receive('checkout.session.async_payment_succeeded', paid, 'evt_twice');
    const again = await receive('checkout.session.async_payment_succeeded', paid, 'evt_twice');
    expect(again.body.duplicate).toBe(true);
    expect((await user.call('getCredits')).body.balance).toBe(300);
  });

  it('events of other products of the same account are taken, and change nothing', async () => {
    const metadata = { user_id: 'customer 7', credits: '300' };
    const session = { metadata, payment_status: 'paid', amount_total: 300, subscription: null };
    expect((await receive('checkout.session.completed', session)).status).toBe(200);
    const unknown = { ...session, metadata: { ...metadata, user_id: crypto.randomUUID() } };
    expect((await receive('checkout.session.completed', unknown)).status).toBe(200);
    const unreadable = { ...session, metadata: { ...metadata, credits: 'many' } };
    expect((await receive('checkout.session.completed', unreadable)).status).toBe(200);
    const other = { id: 'sub_other', metadata: { subscription_id: 'gold' } };
    expect((await receive('customer.subscription.deleted', other)).status).toBe(200);
  });

  it('an event of no concern is taken, and one with a wrong, old or no signature is not', async () => {
    expect((await receive('payout.paid', {})).status).toBe(200);
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payout.paid',
      data: { object: {} },
    });
    const old = { payload, secret: webhookSecret, timestamp: 1_700_000_000 };
    const headers = [
      undefined,
      Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_another' }),
      Stripe.webhooks.generateTestHeaderString(old),
      'nonsense',
    ];
    for (const header of headers) {
      const call = { text: payload, ...(header && { headers: { 'stripe-signature': header } }) };
      expect((await deployment.anonymous.call('receivePaymentEvent', call)).status).toBe(400);
    }
  });

  it('the embedded checkout is not there, and the secret key is in no report', async () => {
    const pages = await deployment.app.fetch(new Request('http://in-process/payments/done'));
    expect(pages.status).toBe(404);
    expect(fake.received.every(({ authorization }) => authorization === `Bearer ${secretKey}`)).toBe(true);
    expect(deployment.reports.join('\n')).not.toContain('sk_test');
  });
});
