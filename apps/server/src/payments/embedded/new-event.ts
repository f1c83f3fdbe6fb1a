import { listUndelivered, markDelivered } from '../../store/embedded-payments-repository.ts';
import type { Store } from '../../store/store.ts';
import type { EmbeddedEvent } from './embedded-event.ts';

interface Subscribed {
  subscription_id: string;
  reference: string;
}

const head = () => ({ id: `evt_${crypto.randomUUID()}`, at: new Date().toISOString() });

export function subscriptionStarted({ subscription_id, reference }: Subscribed): EmbeddedEvent {
  return { ...head(), type: 'subscription.started', data: { subscription_id, reference } };
}

export function subscriptionPaid(paid: Subscribed & { amount: number; paid_until: Date }): EmbeddedEvent {
  const { subscription_id, reference, amount } = paid;
  const data = { subscription_id, reference, amount, paid_until: paid.paid_until.toISOString() };
  return { ...head(), type: 'subscription.paid', data };
}

export function subscriptionEnded({ subscription_id, reference }: Subscribed): EmbeddedEvent {
  return { ...head(), type: 'subscription.ended', data: { subscription_id, reference } };
}

export function creditsPaid(data: { user_id: string; credits: number; amount: number }): EmbeddedEvent {
  return { ...head(), type: 'credits.paid', data };
}

/** The event as it's stored until it's delivered: the very bytes that will be signed. */
export function asRow(event: EmbeddedEvent): { id: string; body: string } {
  return { id: event.id, body: JSON.stringify(event) };
}

interface Delivery {
  sign: (body: Uint8Array) => string;
  deliver: (signed: { body: string; header: string }) => Promise<Response>;
}

/**
 * Brings events to the webhook, oldest first, until each has been acknowledged. One may arrive twice, as with any
 * provider: when two processes deliver at once, or one dies before it has noted the acknowledgement.
 */
export async function deliverEvents(db: Store['db'], { sign, deliver }: Delivery): Promise<void> {
  for (const { id, body } of await listUndelivered(db)) {
    const response = await deliver({ body, header: sign(new TextEncoder().encode(body)) });
    if (response.ok) await markDelivered(db, id);
  }
}
