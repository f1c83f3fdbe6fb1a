import { caseKey } from '../../../cases/case.ts';
import { isTransient, succeeded } from '../../../exchanges/exchange.ts';
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
  const byCase = Map.groupBy(ofFiles, ({ origin }) => caseKey(origin.case));
  return [...byCase.values()].flatMap((inCase) => {
    const removed = inCase.find(({ resource }) => resource.act === 'remove');
    const made = inCase.filter(
      ({ resource, sentAt }) => resource.act === 'create' && sentAt < (removed?.sentAt ?? Infinity),
    );
    return [...Map.groupBy(made, ({ request }) => request.url).values()].flatMap((ofAgent) =>
      ofAgent.filter((attempt) => {
        const before = ofAgent.filter((one) => succeeded(one) && endedAt(one) < attempt.sentAt);
        // One that takes the place of another has its identifier.
        const files = new Set(before.flatMap(({ resource }) => resource.id ?? []));
        const { status } = attempt.response ?? {};
        return files.size >= most && status !== undefined && !isTransient(status);
      }),
    );
  });
}
