import { type Exchange, isNotFound, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { sentFor } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A change under an identifier that nothing was made with, and a read of the same path after it. */
interface Changed {
  readonly change: Exchange;
  readonly read: Exchange;
}

export const changedIsThere: Check = {
  id: 'law.changed-is-there',
  drivenBy: 'sequences',
  evidence: ['condition-tried'],
  needs: [],
  judge: (recording, rule) =>
    judgeEach(
      sentFor(recording, rule).flatMap((change) => changedIn(change, recording)),
      ({ change, read }) =>
        succeeded(change) && isNotFound(read)
          ? finding([change, read], {
              expected: { kind: 'status', oneOf: ['success'], because: { kind: 'written' } },
              observed: statusOf(read),
            })
          : undefined,
      ({ change }) => !succeeded(change),
    ),
};

/** One that makes the record is lawful, so it is what the read says that counts. */
function changedIn(change: Exchange, { user, consistencyWindowMs }: Recording): readonly Changed[] {
  const read = user.find(
    (one) =>
      isSameCase(one, change) &&
      one.identity === change.identity &&
      one.request.method === 'GET' &&
      one.request.url === change.request.url &&
      one.sentAt >= endedAt(change) + consistencyWindowMs,
  );
  const isAnswered = change.response !== undefined && read?.response !== undefined;
  return isAnswered ? [{ change, read }] : [];
}
