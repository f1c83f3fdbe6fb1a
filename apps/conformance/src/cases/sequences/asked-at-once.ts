import { alongside, call } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

/** What each user has of its own, and nothing else has to be named for. */
const reads = [
  'getCredits',
  'getBilling',
  'getDefaultApiKey',
  'listApiKeys',
  'listAgents',
  'listStudioChats',
  'listBundles',
  'listSchedules',
  'listUserTools',
  'listSubscriptions',
  'listAgentRuns',
] as const;

/** In an order that does not give each of several processes a user of its own. */
const askers = [
  'own',
  'other',
  'other',
  'own',
  'sandbox',
  'other',
  'own',
  'sandbox',
  'own',
  'other',
] as const;

/** Alone, since what others change between two reads would be told apart from what is mixed up. */
export const askedAtOnce: Sequence = {
  id: 'asked-at-once',
  quiet: true,
  calls: reads.flatMap((read): readonly Call[] => [
    ...(['own', 'other', 'sandbox'] as const).map((as) => call(read, { as })),
    ...askers.map((as, index) => (index === 0 ? call(read, { as }) : alongside(call(read), { as }))),
  ]),
};
