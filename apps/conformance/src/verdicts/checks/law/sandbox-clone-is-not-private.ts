import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { isResourceCall } from '../../resources.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** Whether the body of a clone counts is not shown; that a sandbox has nothing private is. */
export const sandboxCloneIsNotPrivate: Check = {
  id: 'law.sandbox-clone-is-not-private',
  area: 'resource',
  evidence: ['answer'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user
        .filter(isResourceCall)
        .filter(({ operation, identity }) => operations.includes(operation) && identity === 'sandbox')
        .filter(({ resource }) => resource.wrote?.visibility === 'private'),
      (clone) =>
        succeeded(clone) && clone.resource.shows?.visibility === 'private'
          ? finding([clone], {
              expected: { kind: 'field', path: ['visibility'], oneOf: ['public'] },
              observed: { kind: 'field', path: ['visibility'], value: 'private' },
            })
          : undefined,
    ),
};
