import { type Exchange, isOwnSuccess } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const takenOnceIsTakenAgain: Check = {
  id: 'law.taken-once-is-taken-again',
  drivenBy: 'sequences',
  evidence: ['change-made'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      operations.flatMap((operation) => betweenAlike(operation, recording)),
      ({ before, between, after }) =>
        isRefusedInput(between)
          ? finding([before, between, after], {
              expected: { kind: 'status', oneOf: ['success'], because: { kind: 'repeated', of: 'alike' } },
              observed: statusOf(between),
            })
          : undefined,
      ({ between }) => isOwnSuccess(between),
    ),
};

interface Alike {
  readonly before: Exchange;
  readonly between: Exchange;
  readonly after: Exchange;
}

/** What an operation was sent between two successes of the same body: what is wrong about it would be wrong in those. */
function betweenAlike(operation: string, recording: Recording): readonly Alike[] {
  const own = probesOf(recording, [operation]).filter(
    ({ identity, intent, request }) =>
      identity === 'own' && intent?.kind === 'valid' && request.body !== undefined,
  );
  const groups = Map.groupBy(own, ({ request }) => request.body);
  return [...groups.values()].flatMap((same) =>
    same.flatMap((between) => {
      const before = same.findLast((one) => isOwnSuccess(one) && endedAt(one) <= between.sentAt);
      const after = same.find((one) => isOwnSuccess(one) && one.sentAt >= endedAt(between));
      return before && after ? [{ before, between, after }] : [];
    }),
  );
}

function isRefusedInput({ response }: Exchange): boolean {
  return response?.status === 400 || response?.status === 422;
}
