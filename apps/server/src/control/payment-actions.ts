import { Hono } from 'hono';
import { z } from 'zod';
import { granted } from '../http/granted.ts';
import { getAccount } from '../operations/accounts.ts';
import type { Services } from '../operations/services.ts';
import type { EmbeddedProvider } from '../payments/embedded/embedded-provider.ts';
import { monthAfter } from '../payments/embedded/renew-subscriptions.ts';
import { subscribeWithoutCheckout } from '../payments/embedded/subscribe-without-checkout.ts';
import { apiError } from '../platform/http/api-error.ts';
import { readBody } from '../platform/http/read-body.ts';
import { findAgentOwner, findOffer } from '../store/agent-price-repository.ts';
import { insertPayment } from '../store/payment-repository.ts';
import { insertPastSubscription } from '../store/subscription-repository.ts';

const time = z.iso.datetime().transform((text) => new Date(text));

const pastSubscription = z.object({
  user_id: z.string(),
  agent_id: z.guid(),
  started_at: time,
  paid_until: time.optional(),
  ended_at: time.nullable().default(null),
  payments: z.array(z.object({ amount: z.int().min(0), paid_at: time })).default([]),
});

const subscriber = pastSubscription.pick({ user_id: true, agent_id: true });

/** POST /payments/checkouts/{id}/pay, POST /payments/signatures, POST /payments/renewals/{reference}, POST /payments/subscriptions, POST /payments/subscriptions/active */
export function paymentActions(services: Services): Hono {
  const routes = new Hono();
  routes.post('/checkouts/:id/pay', async (context) => {
    const isPaid = await requireEmbedded(services).pay(context.req.param('id'));
    if (!isPaid) throw apiError(409, 'There is no such checkout, or it is not open.');
    return new Response(null, { status: 204 });
  });
  routes.post('/signatures', async (context) => {
    const body = new Uint8Array(await context.req.arrayBuffer());
    const { signatureHeader, sign } = requireEmbedded(services);
    return Response.json({ header: signatureHeader, signature: sign(body) }, { status: 201 });
  });
  routes.post('/renewals/:id', async (context) => {
    const isRenewed = await requireEmbedded(services).renewNow(context.req.param('id'));
    if (!isRenewed) throw apiError(404, 'The payment provider has no such subscription.');
    return new Response(null, { status: 204 });
  });
  routes.post('/subscriptions', async (context) => {
    const subscriptionId = await addPastSubscription(services, await readBody(context.req, pastSubscription));
    return Response.json({ subscription_id: subscriptionId }, { status: 201 });
  });
  routes.post('/subscriptions/active', async (context) => {
    await addActiveSubscription(services, await readBody(context.req, subscriber));
    return new Response(null, { status: 204 });
  });
  return routes;
}

/** A subscription with its history that the payment provider knows nothing of. */
async function addPastSubscription(
  { store: { db } }: Services,
  past: z.infer<typeof pastSubscription>,
): Promise<string> {
  const user = granted(await getAccount(db, past.user_id));
  const ownerId = await findAgentOwner(db, past.agent_id);
  if (!ownerId) throw apiError(404, 'There is no such agent.');
  const id = crypto.randomUUID();
  const parties = { userId: user.id, ownerId, agentId: past.agent_id };
  await db.transaction().execute(async (transaction) => {
    await insertPastSubscription(transaction, {
      id,
      ...parties,
      amount: past.payments.at(-1)?.amount ?? 0,
      startedAt: past.started_at,
      paidUntil: past.paid_until ?? past.ended_at ?? monthAfter(new Date()),
      endedAt: past.ended_at,
    });
    for (const { amount, paid_at: paidAt } of past.payments) {
      const eventId = `control_${crypto.randomUUID()}`;
      await insertPayment(transaction, { eventId, ...parties, amount, paidAt });
    }
  });
  return id;
}

/** A subscription that the embedded payment provider knows as well, without a payment. */
async function addActiveSubscription(
  { store: { db } }: Services,
  { user_id, agent_id: agentId }: z.infer<typeof subscriber>,
): Promise<void> {
  const { id: userId } = granted(await getAccount(db, user_id));
  const offer = await findOffer(db, { agentId, userId });
  if (offer?.amount == null) throw apiError(404, 'There is no such agent, or it is not paid.');
  const { ownerId, amount } = offer;
  await db
    .transaction()
    .execute((transaction) => subscribeWithoutCheckout(transaction, { userId, agentId, ownerId, amount }));
}

function requireEmbedded({ payments }: Services): EmbeddedProvider {
  if (!payments.embedded) throw apiError(409, 'This deployment uses another payment provider.');
  return payments.embedded;
}
