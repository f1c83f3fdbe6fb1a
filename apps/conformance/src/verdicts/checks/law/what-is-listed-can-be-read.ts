import { type Exchange, isNotFound, isOwnSuccess, isSameCase } from '../../../exchanges/exchange.ts';
import { isMoment, recordIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { byPath, keyOfPath, leavesIn } from '../../leaves.ts';
import { isFresh } from '../../presence.ts';
import {
  listedIn,
  type ResourceExchange,
  type ResourceHistory,
  recordOf,
  resourceHistories,
} from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A record that reads say is not there since it was removed, and its owner's lists before and after that. */
interface Subject {
  readonly history: ResourceHistory;
  readonly before: ResourceExchange;
  readonly removal: ResourceExchange;
  readonly read: ResourceExchange;
  readonly after: ResourceExchange;
}

export const whatIsListedCanBeRead: Check = {
  id: 'law.what-is-listed-can-be-read',
  drivenBy: 'sequences',
  evidence: ['record-removed', 'records-listed'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording).flatMap((history) => subjectsIn(history, operations, recording)),
      ({ history, before, removal, read, after }) => {
        if (!after.resource.listed?.includes(history.id) || isMarked(history.id, before, after))
          return undefined;
        const record = recordOf(history);
        return finding([before, removal, read, after], {
          expected: { kind: 'absent', record, because: { kind: 'removed', record } },
          observed: listedIn(after, history),
        });
      },
    ),
};

function subjectsIn(
  history: ResourceHistory,
  operations: readonly string[],
  recording: Recording,
): readonly Subject[] {
  const isSettled = (one: ResourceExchange): boolean => !isFresh(history, one, recording);
  const lists = history.lists.filter((list) => operations.includes(list.operation) && isOwnSuccess(list));
  const [removal, ...others] = history.removals.filter(isOwn);
  if (removal === undefined || others.some(isOwnSuccess) || !isOwnSuccess(removal)) return [];
  const since = (one: Exchange): boolean => one.sentAt >= endedAt(removal);
  const read = history.calls.find(
    (one) => one.resource.act === 'read' && isOwn(one) && since(one) && isSettled(one) && isNotFound(one),
  );
  const before = lists.findLast(
    (list) => endedAt(list) <= removal.sentAt && list.resource.listed?.includes(history.id),
  );
  const after = lists.find((list) => since(list) && isSettled(list) && isSameCase(list, removal));
  const isMadeAgain = history.calls.some((one) => one.resource.act === 'create' && since(one));
  return read === undefined || before === undefined || after === undefined || isMadeAgain
    ? []
    : [{ history, before, removal, read, after }];
}

function isOwn({ identity }: Exchange): boolean {
  return identity === 'own';
}

/** Whether its entry says otherwise than before: that it was removed, or when. */
function isMarked(id: string, before: ResourceExchange, after: ResourceExchange): boolean {
  const was = byPath(leavesIn(recordIn(bodyIn(before), id)));
  return leavesIn(recordIn(bodyIn(after), id)).some(({ path, value }) => {
    const old = was.get(keyOfPath(path)) ?? null;
    const isTime = isMoment(value) || typeof value === 'number';
    return old !== value && !(isTime && old !== null);
  });
}
