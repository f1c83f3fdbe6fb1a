import { isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isFresh, isOrphaned, isPresent } from '../../presence.ts';
import {
  type ResourceExchange,
  type ResourceHistory,
  recordOf,
  resourceHistories,
  traceOf,
} from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const readsBack: Check = {
  id: 'resource.reads-back',
  drivenBy: 'sequences',
  evidence: ['record-made', 'record-read'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording).flatMap((history) =>
        history.calls
          .filter((call) => isLooking(call) && concerns(operations, call, history))
          .filter(
            ({ response, transportError }) =>
              transportError === undefined && response && !isTransient(response.status),
          )
          .filter(({ response }) => response?.status !== 401)
          .filter((read) => !succeeded(read) || showsSomething(read))
          .filter((read) => isPresent(history, read) || wasListed(history, read))
          .filter((read) => succeeded(read) || !isOrphaned(history, read, recording))
          .filter((read) => succeeded(read) || !isFresh(history, read, recording))
          .map((read) => ({ history, read })),
      ),
      ({ history, read }) =>
        succeeded(read)
          ? undefined
          : finding(traceOf(history, read), {
              expected: {
                kind: 'status',
                oneOf: ['success'],
                because: { kind: 'made', record: recordOf(history) },
              },
              observed: statusOf(read),
            }),
    ),
};

/** A success without a record, or with an empty one, shows nothing of it. */
function showsSomething(read: ResourceExchange): boolean {
  const body = bodyIn(read);
  return body !== undefined && body !== null && (typeof body !== 'object' || Object.keys(body).length > 0);
}

/** Logs, which no call changes or removes, are there once a list shows them. */
function wasListed({ kind, lists, id }: ResourceHistory, read: ResourceExchange): boolean {
  if (kind === undefined || kind.mayChange.length > 0) return false;
  return lists.some(
    (list) =>
      list.identity === read.identity && endedAt(list) <= read.sentAt && list.resource.listed?.includes(id),
  );
}

/** A change of what is there may be refused for many reasons, but not since it is not there. */
function isLooking({ resource, response, intent }: ResourceExchange): boolean {
  if (intent?.kind !== 'valid') return false;
  const isChanged = response !== undefined && (response.status === 404 || response.status < 300);
  const isMissed = resource.act === 'remove' && response?.status === 404;
  return resource.act === 'read' || (resource.act === 'change' && isChanged) || isMissed;
}

/** A rule may bind the operation that made the record, or the one that reads it. */
function concerns(
  operations: readonly string[],
  { operation }: ResourceExchange,
  { calls }: ResourceHistory,
): boolean {
  return (
    operations.includes(operation) ||
    calls.some((call) => call.resource.act === 'create' && operations.includes(call.operation))
  );
}
