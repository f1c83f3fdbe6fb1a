import * as z from 'zod';
import type { LedgerCall, LedgerEntry, LedgerIdentity } from '../exchanges/ledger.ts';
import { fieldsOf, wordsOf } from './fields-of.ts';

const call = fieldsOf<LedgerCall>()({
  operation: z.string(),
  path: z.record(z.string(), z.string()),
  body: z.json().optional(),
});

const name = {
  family: z.string(),
  id: z.string(),
  identity: wordsOf<LedgerIdentity>({ own: 'own', other: 'other', sandbox: 'sandbox' }),
};

/** One line of ledger.jsonl after the first. */
export const ledgerEntrySchema: z.ZodType<LedgerEntry> = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('created'),
    ...name,
    remove: call.optional().describe('How it is removed again; left out where the contract has no way.'),
    look: call.optional().describe('What shows that it is gone.'),
  }),
  z.object({ event: z.literal('removed'), ...name }),
]);
