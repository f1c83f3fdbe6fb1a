import type { Rule } from '../../spec/spec.ts';
import { alongside, call } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

/** So many that they meet in every one of several processes, in an order that does not give each process a user of its own. */
const askers = [
  'own',
  'other',
  'other',
  'own',
  'sandbox',
  'own',
  'other',
  'sandbox',
  'sandbox',
  'own',
  'other',
  'own',
  'other',
] as const;

/** A read by three users, several times each and all at once. */
export function askedByAll(read: string): readonly Call[] {
  return askers.map((as, index) => (index === 0 ? call(read, { as }) : alongside(call(read), { as })));
}

/** Alone, since what others change between two reads would be told apart from what is mixed up. */
export function askedAtOnce(rules: readonly Rule[]): Sequence {
  const reads = rules.find(({ id }) => id === 'law.answers-are-the-askers')?.operations ?? [];
  return {
    id: 'asked-at-once',
    quiet: true,
    calls: reads.flatMap((read): readonly Call[] => [
      ...(['own', 'other', 'sandbox'] as const).map((as) => call(read, { as })),
      ...askedByAll(read),
    ]),
  };
}
