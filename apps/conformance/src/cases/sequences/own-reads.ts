import type { Rule } from '../../spec/spec.ts';
import { call } from './call.ts';
import type { Sequence } from './sequence.ts';

/**
 * Each read of what is one's own that takes nothing, several times by a user of the sandbox tier: what fails each time is
 * no trouble on the way.
 */
export function ownReadsOfTheSandbox(rules: readonly Rule[]): Sequence {
  const reads = rules.find(({ id }) => id === 'law.every-tier-reads-its-own')?.operations ?? [];
  return {
    id: 'own-things-of-the-sandbox',
    calls: [
      ...reads.map((one) => call(one)),
      ...[1, 2, 3].flatMap(() => reads.map((one) => call(one, { as: 'sandbox' }))),
    ],
  };
}
