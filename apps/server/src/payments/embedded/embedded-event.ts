import { z } from 'zod';
import {
  InvalidEventError,
  type PaymentEvent,
  type PaymentFact,
} from '../../domain/payments/payment-provider.ts';

const head = { id: z.string().min(1).max(255), at: z.iso.datetime() };
const amount = z.int().min(0).max(100_000_000);
const subscription = { subscription_id: z.guid(), reference: z.string().min(1) };

const knownEvent = z.discriminatedUnion('type', [
  z.object({ ...head, type: z.literal('subscription.started'), data: z.object(subscription) }),
  z.object({
    ...head,
    type: z.literal('subscription.paid'),
    data: z.object({ ...subscription, amount, paid_until: z.iso.datetime() }),
  }),
  z.object({ ...head, type: z.literal('subscription.past_due'), data: z.object(subscription) }),
  z.object({ ...head, type: z.literal('subscription.ended'), data: z.object(subscription) }),
  z.object({
    ...head,
    type: z.literal('credits.paid'),
    data: z.object({ user_id: z.guid(), credits: z.int().min(1).max(1_000_000), amount }),
  }),
]);

/** An event as the embedded provider sends it. */
export type EmbeddedEvent = z.infer<typeof knownEvent>;

const knownTypes: ReadonlySet<string> = new Set(knownEvent.options.map((option) => option.shape.type.value));
const otherEvent = z.object({ ...head, type: z.string().refine((type) => !knownTypes.has(type)) });

/** What the embedded provider's webhook takes. */
export const embeddedEvent = z.union([knownEvent, otherEvent]);

/** @throws {InvalidEventError} when the text isn't an event; one of an unknown type is, and has no effect. */
export function readEmbeddedEvent(body: Uint8Array): PaymentEvent {
  const parsed = embeddedEvent.safeParse(parseJson(body));
  if (!parsed.success) throw new InvalidEventError('The body is not an event.', { cause: parsed.error });
  const { id, at } = parsed.data;
  return { id, at: new Date(at), ...toFact(parsed.data) };
}

function toFact(event: z.infer<typeof embeddedEvent>): PaymentFact {
  if (!('data' in event)) return { kind: 'other' };
  if (event.type === 'credits.paid') {
    const { user_id, credits, amount } = event.data;
    return { kind: 'credits-paid', userId: user_id, credits, amount };
  }
  const place = toSubscription(event.data);
  if (event.type === 'subscription.started') return { kind: 'subscription-started', ...place };
  if (event.type === 'subscription.past_due') return { kind: 'subscription-past-due', ...place };
  if (event.type === 'subscription.ended') return { kind: 'subscription-ended', ...place };
  const { amount, paid_until } = event.data;
  return { kind: 'subscription-paid', ...place, amount, paidUntil: new Date(paid_until) };
}

function toSubscription(data: { subscription_id: string; reference: string }) {
  return { subscriptionId: data.subscription_id, reference: data.reference };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch (cause) {
    throw new InvalidEventError('The body is not JSON.', { cause });
  }
}
