import { isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
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
  drivenBy: 'sequences',
  evidence: ['records-listed', 'foreign-call'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(subjectsIn(recording, operations), ({ before, install, after }) => {
      const { family, id = '' } = install.resource;
      if (!has(after, id)) return undefined;
      const history = resourceHistories(recording).find((one) => one.calls.includes(install));
      if (history === undefined) return undefined;
      const record = { family, id };
      return finding([before, install, after], {
        expected: { kind: 'absent', record, because: { kind: 'foreign', record } },
        observed: after.resource.listed === undefined ? statusOf(after) : listedIn(after, history),
      });
    }),
};

function subjectsIn({ user }: Recording, operations: readonly string[]): readonly Subject[] {
  const calls = user.filter(isResourceCall).filter(({ operation }) => operations.includes(operation));
  const installs = calls.filter((one) => one.resource.act === 'create' && !isRefused(one));
  return installs
    .filter((one) => one.identity === 'own' && succeeded(one))
    .flatMap((install) => {
      const { id = '' } = install.resource;
      return [calls.filter(isListOfOther), calls.filter((one) => isReadOfOther(one, id))].map((reads) => ({
        install,
        reads,
      }));
    })
    .flatMap(({ install, reads }) => {
      const { id = '' } = install.resource;
      const before = reads.findLast((one) => endedAt(one) <= install.sentAt);
      const after = reads.find((one) => one.sentAt >= endedAt(install));
      if (before === undefined || after === undefined || has(before, id)) return [];
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

function isListOfOther(one: ResourceExchange): boolean {
  return one.identity === 'other' && one.resource.listed !== undefined && succeeded(one);
}

/** Whether it says if the other user has the tool. */
function isReadOfOther(one: ResourceExchange, id: string): boolean {
  const { act, id: asked } = one.resource;
  const isAnswer = succeeded(one) || one.response?.status === 404;
  return one.identity === 'other' && act === 'read' && asked === id && isAnswer;
}

function has(one: ResourceExchange, id: string): boolean {
  return one.resource.listed === undefined ? succeeded(one) : one.resource.listed.includes(id);
}
