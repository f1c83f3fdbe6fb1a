import { getBilling } from './get-billing.ts';

export const billingOperations = [getBilling];
