import { type Exchange, isOwnSuccess, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isRemoval } from '../../lives.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** What another user was answered while this one had the tool, and once this one had it no more. */
interface Subject {
  readonly install: ResourceExchange;
  readonly during: ResourceExchange;
  readonly removal: ResourceExchange;
  readonly after: ResourceExchange;
}

export const installationIsInNobodysWay: Check = {
  id: 'law.installation-is-in-nobodys-way',
  drivenBy: 'sequences',
  evidence: ['change-made', 'foreign-call'],
  needs: ['installableToolId'],
  judge: (recording, { operations }) =>
    judgeEach(subjectsIn(recording, operations), ({ install, during, removal, after }) =>
      isConflict(during)
        ? finding([install, during, removal, after], {
            expected: { kind: 'status', oneOf: ['success'], because: { kind: 'repeated', of: 'alike' } },
            observed: statusOf(during),
          })
        : undefined,
    ),
};

function isConflict({ response }: Exchange): boolean {
  return response?.status === 409 || response?.status === 400;
}

/** The other user took the tool as soon as this one had it no more, and had not got it before. */
function subjectsIn({ user }: Recording, operations: readonly string[]): readonly Subject[] {
  const calls = user.filter(isResourceCall).filter(({ operation }) => operations.includes(operation));
  const own = calls.filter(isOwnSuccess);
  const foreign = calls.filter(({ identity }) => identity === 'other');
  return foreign.filter(isInstall).flatMap((during) => {
    const isSame = (one: ResourceExchange): boolean =>
      isInstall(one) && one.request.body === during.request.body;
    const install = own.findLast((one) => isSame(one) && endedAt(one) <= during.sentAt);
    const after = foreign.find((one) => isSame(one) && one.sentAt >= endedAt(during));
    if (install === undefined || after === undefined || !succeeded(after)) return [];
    const isBetween = (one: ResourceExchange, from: ResourceExchange, to: ResourceExchange): boolean =>
      one.resource.id === install.resource.id && one.sentAt >= endedAt(from) && endedAt(one) <= to.sentAt;
    const removal = own.find((one) => isRemoval(one) && isBetween(one, during, after));
    const isGone = own.some((one) => isRemoval(one) && isBetween(one, install, during));
    // Whoever could remove it had it.
    const hadIt = foreign.some((one) => isRemoval(one) && isBetween(one, install, after));
    return removal === undefined || isGone || (hadIt && !succeeded(during))
      ? []
      : [{ install, during, removal, after }];
  });
}

function isInstall({ resource }: ResourceExchange): boolean {
  return resource.act === 'create';
}
