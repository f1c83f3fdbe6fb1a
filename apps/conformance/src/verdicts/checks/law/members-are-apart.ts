import { isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** The members of a record, listed before and after one was added to another record, and never to this one. */
interface Sight {
  readonly before: ResourceExchange;
  readonly add: ResourceExchange;
  readonly after: ResourceExchange;
}

export const membersAreApart: Check = {
  id: 'law.members-are-apart',
  area: 'resource',
  evidence: ['record-made', 'records-listed'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(sightsIn(recording, operations), ({ before, add, after }) => {
      const { id = '', family } = add.resource;
      if (!after.resource.listed?.includes(id)) return undefined;
      return finding([before, add, after], {
        expected: {
          kind: 'absent',
          record: { family, id },
          because: {
            kind: 'not-subject',
            record: { family: family === 'file' ? 'agent' : 'bundle', id: after.resource.parent },
          },
        },
        observed: { kind: 'listed', times: 1, length: after.resource.listed.length },
      });
    }),
};

function sightsIn({ user }: Recording, operations: readonly string[]): readonly Sight[] {
  const calls = user.filter(isResourceCall).filter(({ identity }) => identity === 'own');
  const tools = calls.filter(({ operation }) => operations.includes(operation));
  const lists = tools.filter(({ resource }) => resource.listed);
  const adds = tools.filter((one) => one.resource.act === 'create' && !isRefused(one));
  return adds.filter(succeeded).flatMap((add) =>
    lists
      .filter((after) => after.resource.parent !== add.resource.parent && isSameCase(after, add))
      .filter((after) => after.sentAt >= endedAt(add) && !mayHold(after, add, { calls, adds }))
      .flatMap((after) => {
        const before = [...lists, ...calls.filter((one) => isMadeLater(one, after, add))].find(
          (one) => isMadeLater(one, after, add) || isListedBefore(one, after, add),
        );
        const isNew = before !== undefined && !before.resource.listed?.includes(add.resource.id ?? '');
        return isNew ? [{ before, add, after }] : [];
      }),
  );
}

interface Others {
  readonly calls: readonly ResourceExchange[];
  readonly adds: readonly ResourceExchange[];
}

/** Whether the tool was added to this bundle as well, or the bundle was given tools in another way. */
function mayHold(
  list: ResourceExchange,
  { resource: { id = '' } }: ResourceExchange,
  { calls, adds }: Others,
): boolean {
  const { parent } = list.resource;
  const isAdded = adds.some(
    (one) => one.resource.parent === parent && one.resource.id === id && one.sentAt <= endedAt(list),
  );
  return (
    isAdded ||
    calls.some(
      ({ resource: { family, act, id: bundle }, request }) =>
        family === 'bundle' && act === 'change' && bundle === parent && request.body?.includes(id),
    )
  );
}

function isListedBefore(one: ResourceExchange, after: ResourceExchange, add: ResourceExchange): boolean {
  return one.resource.parent === after.resource.parent && endedAt(one) <= add.sentAt;
}

/** A bundle that came only after the tool was added, and was not made with it. */
function isMadeLater(one: ResourceExchange, after: ResourceExchange, add: ResourceExchange): boolean {
  const { family, act, id } = one.resource;
  const isIt = family === 'bundle' && act === 'create' && id === after.resource.parent && succeeded(one);
  return isIt && one.sentAt >= endedAt(add) && !one.request.body?.includes(add.resource.id ?? '');
}
