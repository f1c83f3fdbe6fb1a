import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/ */
export const getCurrentUser = defineOperation('getCurrentUser', {
  isRepeatable: true,
  answer: ({ caller }) => ok({ user_id: caller.userId, name: caller.name, tier: caller.tier }),
});
