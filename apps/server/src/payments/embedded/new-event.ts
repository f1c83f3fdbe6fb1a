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
