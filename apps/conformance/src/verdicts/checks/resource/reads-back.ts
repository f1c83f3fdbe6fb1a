import { familyOf } from '../../../cases/journeys/families.ts';
import { isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { parseJson } from '../../../json/parse-json.ts';
import {
  describeTouch,
  isFresh,
  isPresent,
  type ResourceHistory,
  resourceHistories,
  storyOf,
  type Touch,
} from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const readsBack: Check = {
  id: 'resource.reads-back',
  whenUnseen: 'no record was made and read again',
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording).flatMap((history) =>
        history.touches
          .filter((touch) => isLooking(touch) && concerns(operations, touch, history))
          .filter(({ response, fault }) => fault === undefined && response && !isTransient(response.status))
          .filter(({ response }) => response?.status !== 401)
          // A success without a record shows nothing of it.
          .filter((read) => !succeeded(read) || parseJson(read.response?.body.text ?? '') !== undefined)
          .filter((read) => isPresent(history, read) || wasListed(history, read))
          .filter((read) => succeeded(read) || !isFresh(history, read, recording))
          .map((read) => ({ history, read })),
      ),
      ({ history, read }) =>
        succeeded(read)
          ? undefined
          : finding(storyOf(history, read), {
              expected: `the ${read.about.family} that was made before and not removed`,
              observed: describeTouch(read),
            }),
    ),
};

/** Logs, which nobody makes or removes by their identifiers, are there once a list shows them. */
function wasListed({ lists, id, touches: [first] }: ResourceHistory, read: Touch): boolean {
  const acts = Object.values(familyOf(first?.operation ?? '')?.acts ?? {});
  if (acts.includes('create') || acts.includes('change')) return false;
  return lists.some(
    (list) =>
      list.credential === read.credential && endedAt(list) <= read.sentAt && list.about.listed?.includes(id),
  );
}

/** A change of what is there may be refused for many reasons, but not since it is not there. */
function isLooking({ about, response, probe }: Touch): boolean {
  if (probe?.kind !== 'valid') return false;
  const isChanged = response !== undefined && (response.status === 404 || response.status < 300);
  const isMissed = about.act === 'remove' && response?.status === 404;
  return about.act === 'read' || (about.act === 'change' && isChanged) || isMissed;
}

/** A rule may bind the operation that made the record, or the one that reads it. */
function concerns(
  operations: readonly string[],
  { operation }: Touch,
  { touches }: ResourceHistory,
): boolean {
  return (
    operations.includes(operation) ||
    touches.some((touch) => touch.about.act === 'create' && operations.includes(touch.operation))
  );
}
