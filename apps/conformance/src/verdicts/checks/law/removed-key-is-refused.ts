import { isSameCase, isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isResourceCall } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const removedKeyIsRefused: Check = {
  id: 'law.removed-key-is-refused',
  drivenBy: 'sequences',
  evidence: ['key-created', 'created-key-used'],
  needs: [],
  judge: ({ user, consistencyWindowMs }) => {
    const removals = user
      .filter(isResourceCall)
      .filter(({ operation, intent }) => operation === 'deleteApiKey' && intent?.kind === 'valid')
      .filter(succeeded);
    const uses = user.filter(({ identity, response }) => identity === 'created' && response !== undefined);
    return judgeEach(
      uses.flatMap((use) => {
        const sameCase = removals.filter((one) => isSameCase(one, use));
        const removal = sameCase.find((one) => endedAt(one) + consistencyWindowMs <= use.sentAt);
        // What was refused before says nothing of the removal.
        const opened = uses.find((one) => isSameCase(one, use) && one.id < use.id && succeeded(one));
        return removal && opened && !isTransient(use.response?.status ?? 0) ? [{ use, removal, opened }] : [];
      }),
      ({ use, removal, opened }) =>
        succeeded(use)
          ? finding([opened, removal, use], {
              expected: {
                kind: 'status',
                oneOf: ['refusal'],
                because: { kind: 'removed', record: { family: 'API key', id: removal.resource.id ?? '' } },
              },
              observed: statusOf(use),
            })
          : undefined,
    );
  },
};
