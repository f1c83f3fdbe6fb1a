import type { Stripe } from 'stripe';

/** An invoice of the API versions before 2025-03-31: an endpoint keeps the version that it was made with. */
interface OlderInvoice {
  id?: string;
  subscription?: Reference;
  /** Of the versions since 2023-08-16; before, only the lines had the metadata. */
  subscription_details?: { metadata?: Stripe.Metadata | null } | null;
}

type Reference = string | { id: string } | null | undefined;

/** Which subscription an invoice is for, by our identifier and by Stripe's. */
export function subscriptionOf(
  invoice: Stripe.Invoice,
): { subscriptionId: string; reference: string } | undefined {
  const details = invoice.parent?.subscription_details;
  const older: OlderInvoice = invoice;
  const metadata = [
    details?.metadata,
    older.subscription_details?.metadata,
    ...invoice.lines.data.map((line) => line.metadata),
  ];
  const subscriptionId = metadata.find((one) => one?.subscription_id)?.subscription_id;
  const reference = idOf(details?.subscription) ?? idOf(older.subscription);
  return subscriptionId && reference ? { subscriptionId, reference } : undefined;
}

/** Stripe gives either the identifier or the whole record. */
export function idOf(reference: Reference): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
