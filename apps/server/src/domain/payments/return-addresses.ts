import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ }).max(2000);

/** Where a person is sent after a checkout; both have a page of the deployment as their default. */
export const returnAddresses = { success_url: address.optional(), cancel_url: address.optional() };

export function toReturnAddresses(
  origin: string,
  given: { success_url?: string | undefined; cancel_url?: string | undefined },
): { successUrl: string; cancelUrl: string } {
  return {
    successUrl: given.success_url ?? `${origin}/payments/done`,
    cancelUrl: given.cancel_url ?? `${origin}/payments/canceled`,
  };
}
