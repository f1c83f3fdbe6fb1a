import { call } from './call.ts';
import type { Sequence } from './sequence.ts';

/** Reads of what is one's own, which take nothing. */
const ownReads = [
  'listAgents',
  'listStudioChats',
  'listApiKeys',
  'getBilling',
  'getCredits',
  'listSubscriptions',
  'listBundles',
  'listSchedules',
  'listUserTools',
  'getVipRedemptionCount',
];

/** Several times by a user of the sandbox tier, so that what fails each time is no trouble on the way. */
export const ownReadsOfTheSandbox: Sequence = {
  id: 'own-things-of-the-sandbox',
  calls: [
    ...ownReads.map((one) => call(one)),
    ...[1, 2, 3].flatMap(() => ownReads.map((one) => call(one, { as: 'sandbox' }))),
  ],
};
