import { inCases, isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const capIsAsTold: Check = {
  id: 'refusal.cap-is-as-told',
  drivenBy: 'sequences',
  evidence: ['condition-tried'],
  needs: [],
  judge: ({ user, limits }, rule) =>
    judgeEach(beyond(user.filter(isResourceCall), limits?.filesPerAgent), (attempt) =>
      succeeded(attempt)
        ? finding([attempt], {
            expected: {
              kind: 'status',
              oneOf: [400],
              because: { kind: 'documented', rule: rule.id, text: rule.text },
            },
            observed: statusOf(attempt),
          })
        : undefined,
    ),
};

/** What was tried to be made where an agent had as many files as it may have, since none of them was removed. */
function beyond(calls: readonly ResourceExchange[], most = Infinity): readonly ResourceExchange[] {
  const ofFiles = calls.filter(({ identity, resource }) => identity === 'own' && resource.family === 'file');
  return inCases(ofFiles).flatMap((some) => {
    const removed = some.find(({ resource }) => resource.act === 'remove');
    const made = some.filter(
      ({ resource, sentAt }) => resource.act === 'create' && sentAt < (removed?.sentAt ?? Infinity),
    );
    const byAgent = Map.groupBy(made, ({ request }) => request.url);
    return [...byAgent.values()].flatMap((ofAgent) =>
      ofAgent.filter((attempt) => isSettled(attempt) && filesBefore(attempt, ofAgent) >= most),
    );
  });
}

function isSettled({ response }: ResourceExchange): boolean {
  return response !== undefined && !isTransient(response.status);
}

/** One that takes the place of another has its identifier. */
function filesBefore({ sentAt }: ResourceExchange, made: readonly ResourceExchange[]): number {
  const before = made.filter((one) => succeeded(one) && endedAt(one) < sentAt);
  return new Set(before.flatMap(({ resource }) => resource.id ?? [])).size;
}
