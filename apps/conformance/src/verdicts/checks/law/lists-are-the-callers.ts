import type { Identity } from '../../../cases/scenario.ts';
import { succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { isUser } from '../../probes.ts';
import { isResourceCall, listedIn, ownerOf, recordOf, resourceHistories, traceOf } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const listsAreTheCallers: Check = {
  id: 'law.lists-are-the-callers',
  drivenBy: 'sequences',
  evidence: ['records-listed', 'foreign-call'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording).flatMap((history) => {
        const [made] = history.existenceEvidence;
        const owner = ownerOf(history);
        return history.lists
          .filter(isResourceCall)
          .filter(({ operation }) => operations.includes(operation))
          .filter(({ identity }) => owner !== undefined && isAnother(identity, owner))
          .filter((list) => succeeded(list) && made !== undefined && list.sentAt >= endedAt(made))
          .map((list) => ({ history, list }));
      }),
      ({ history, list }) => {
        if (!list.resource.listed?.includes(history.id)) return undefined;
        const record = recordOf(history);
        return finding(traceOf(history, list), {
          expected: { kind: 'absent', record, because: { kind: 'foreign', record } },
          observed: listedIn(list, history),
        });
      },
    ),
};

function isAnother(one: Identity, owner: Identity): boolean {
  return isUser(one) && isUser(owner) && one !== owner && one !== 'created' && owner !== 'created';
}
