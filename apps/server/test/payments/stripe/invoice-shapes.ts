/** A subscription of ours, and until when the invoice pays for it, in seconds since 1970. */
interface Billed {
  subscription_id: string;
  paidUntil: number;
}

const month = 2_592_000;
const subscription = 'sub_known';

/** What every API version has of an invoice, in so far as it is read, and some of what isn't. */
function invoice({ paidUntil }: Billed, lines: object) {
  return {
    id: 'in_1QExample',
    object: 'invoice',
    amount_due: 900,
    amount_paid: 900,
    attempted: true,
    billing_reason: 'subscription_cycle',
    collection_method: 'charge_automatically',
    currency: 'usd',
    customer: 'cus_QExample',
    livemode: false,
    metadata: {},
    // The time for which usage is billed: it ends where the time that is paid for begins.
    period_end: paidUntil - month,
    period_start: paidUntil - 2 * month,
    status: 'paid',
    lines: { object: 'list', has_more: false, data: [lines] },
  };
}

function line({ paidUntil }: Billed) {
  const period = { start: paidUntil - month, end: paidUntil };
  return { id: 'il_1QExample', object: 'line_item', amount: 900, currency: 'usd', quantity: 1, period };
}

/** An invoice of a subscription by the API version of the webhook's endpoint, as Stripe's reference documents them. */
export const invoiceOf = {
  latest: (billed: Billed) => {
    const metadata = { subscription_id: billed.subscription_id };
    const parent = { subscription, subscription_item: 'si_QExample', proration: false };
    return {
      ...invoice(billed, {
        ...line(billed),
        metadata,
        parent: {
          type: 'subscription_item_details',
          invoice_item_details: null,
          subscription_item_details: parent,
        },
      }),
      parent: {
        type: 'subscription_details',
        quote_details: null,
        subscription_details: { metadata, subscription },
      },
    };
  },
  '2024-06-20': (billed: Billed) => {
    const metadata = { subscription_id: billed.subscription_id };
    return {
      ...invoice(billed, { ...line(billed), type: 'subscription', metadata, proration: false, subscription }),
      paid: true,
      subscription: { id: subscription, object: 'subscription' },
      subscription_details: { metadata },
    };
  },
  '2020-08-27': (billed: Billed) => {
    const metadata = { subscription_id: billed.subscription_id };
    return {
      ...invoice(billed, { ...line(billed), type: 'subscription', metadata, proration: false, subscription }),
      paid: true,
      subscription,
    };
  },
};
