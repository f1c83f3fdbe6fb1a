import { isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { isResourceCall, listedIn, type ResourceExchange, resourceHistories } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** What another user had installed before and after a tool was installed by this one. */
interface Subject {
  readonly before: ResourceExchange;
  readonly install: ResourceExchange;
  readonly after: ResourceExchange;
}

export const installationIsOnesOwn: Check = {
  id: 'law.installation-is-ones-own',
  area: 'resource',
  evidence: ['records-listed', 'foreign-call'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(subjectsIn(recording, operations), ({ before, install, after }) => {
      const { family, id = '' } = install.resource;
      if (!after.resource.listed?.includes(id)) return undefined;
      const history = resourceHistories(recording).find((one) => one.calls.includes(install));
      if (history === undefined) return undefined;
      const record = { family, id };
      return finding([before, install, after], {
        expected: { kind: 'absent', record, because: { kind: 'foreign', record } },
        observed: listedIn(after, history),
      });
    }),
};

function subjectsIn({ user }: Recording, operations: readonly string[]): readonly Subject[] {
  const calls = user.filter(isResourceCall).filter(({ operation }) => operations.includes(operation));
  const installs = calls.filter((one) => one.resource.act === 'create' && !isRefused(one));
  const lists = calls.filter(
    (one) => one.identity === 'other' && one.resource.listed !== undefined && succeeded(one),
  );
  return installs
    .filter((one) => one.identity === 'own' && succeeded(one))
    .flatMap((install) => {
      const { id = '' } = install.resource;
      const before = lists.findLast((list) => endedAt(list) <= install.sentAt);
      const after = lists.find((list) => list.sentAt >= endedAt(install));
      if (before === undefined || after === undefined || before.resource.listed?.includes(id)) return [];
      const isByOther = installs.some(
        (one) =>
          one.identity !== 'own' &&
          one.resource.id === id &&
          endedAt(one) >= before.sentAt &&
          one.sentAt <= endedAt(after),
      );
      return isByOther ? [] : [{ before, install, after }];
    });
}
