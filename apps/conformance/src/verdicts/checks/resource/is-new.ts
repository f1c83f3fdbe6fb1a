import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { type ResourceExchange, type ResourceHistory, resourceHistories } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const isNew: Check = {
  id: 'resource.is-new',
  area: 'resource',
  evidence: ['record-made'],
  needs: [],
  judge: (recording, { operations }) => {
    const made = resourceHistories(recording).flatMap((history) =>
      history.calls
        .filter((call) => operations.includes(call.operation) && makes(call, recording))
        .map((call) => ({ history, call })),
    );
    if (made.length < 2) return judgeEach([], () => undefined);
    return judgeEach(made, ({ history, call }) => {
      const before = sameBefore(history, call);
      return before === undefined
        ? undefined
        : finding([before, call], {
            expected: { kind: 'unique', what: 'record', family: history.family },
            observed: { kind: 'repeated', id: history.id },
          });
    });
  },
};

/** Not one that was asked for by its identifier. */
function makes(call: ResourceExchange, { contract }: Recording): boolean {
  const { resource, request, operation, response } = call;
  const isNamed = request.body?.includes(resource.id ?? '') === true;
  const isMaking = contract.get(operation)?.resource?.act === 'create';
  return isMaking && succeeded(call) && !!response && !isNamed;
}

/** What showed the same record before, not removed since. */
function sameBefore(
  { calls, existenceEvidence }: ResourceHistory,
  call: ResourceExchange,
): ResourceExchange | undefined {
  const before = existenceEvidence.find(({ id, sentAt }) => id !== call.id && sentAt <= call.sentAt);
  const isRemoved = calls.some(
    ({ resource, sentAt }) => resource.act === 'remove' && sentAt <= endedAt(call),
  );
  return isRemoved ? undefined : before;
}
