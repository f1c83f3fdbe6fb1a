/** When a payment of a subscription last failed, and when its provider last said that all is paid. */
export const notePaymentStanding = [
  'alter table subscription add column past_due_at timestamptz',
  'alter table subscription add column settled_at timestamptz',
];
