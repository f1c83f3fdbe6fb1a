import { isOwnSuccess, isWrite } from '../../../exchanges/exchange.ts';
import { isAlike } from '../../../exchanges/written-values.ts';
import { leavesTheRest } from '../../../spec/resources.ts';
import { finding } from '../../findings/finding.ts';
import { type ResourceExchange, type ResourceHistory, resourceHistories } from '../../resources.ts';
import { endedAt, overlap } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const partialChangesAddUp: Check = {
  id: 'law.partial-changes-add-up',
  drivenBy: 'sequences',
  evidence: ['record-written', 'record-shown'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording).flatMap((history) =>
        pairsIn(history, recording).filter(({ one }) => operations.includes(one.operation)),
      ),
      ({ one, other, read }) => {
        const lost = [one, other].flatMap((change) =>
          taken(change).filter(([field, value]) => !isAlike(read.resource.shows?.[field], value)),
        )[0];
        if (lost === undefined) return undefined;
        const [field, value] = lost;
        return finding([one, other, read], {
          expected: { kind: 'field', path: [field], oneOf: [value], because: { kind: 'written' } },
          observed: { kind: 'field', path: [field], value: read.resource.shows?.[field] },
        });
      },
    ),
};

/** Two changes at once of fields of which the other one has none, and the first read after both. */
interface Pair {
  readonly one: ResourceExchange;
  readonly other: ResourceExchange;
  readonly read: ResourceExchange;
}

function pairsIn({ calls, kind }: ResourceHistory, { consistencyWindowMs }: Recording): readonly Pair[] {
  const writes = calls.filter(isWrite);
  const changes = writes.filter(
    (call) => isOwnSuccess(call) && leavesTheRest(kind?.operations[call.operation]) && taken(call).length > 0,
  );
  return changes.flatMap((one, index) => {
    const [other, ...more] = changes.slice(index + 1).filter((later) => overlap(one, later));
    if (other === undefined || more.length > 0 || isAbout(other, one)) return [];
    const done = Math.max(endedAt(one), endedAt(other));
    const read = calls.find(
      (call) =>
        call.resource.act === 'read' && isOwnSuccess(call) && call.sentAt >= done + consistencyWindowMs,
    );
    // Any other write in that time may have made it what it is.
    const began = Math.min(one.sentAt, other.sentAt);
    const isAlone = (by: ResourceExchange): boolean =>
      writes.every(
        (write) => write === one || write === other || endedAt(write) <= began || write.sentAt >= endedAt(by),
      );
    return read !== undefined && isShown([one, other], read) && isAlone(read) ? [{ one, other, read }] : [];
  });
}

/** What a change sent, as its own answer shows it. */
function taken({ resource: { wrote = {}, shows = {} } }: ResourceExchange): readonly [string, unknown][] {
  return Object.entries(wrote).filter(([field, value]) => field in shows && isAlike(shows[field], value));
}

function isAbout(other: ResourceExchange, one: ResourceExchange): boolean {
  return taken(one).some(([field]) => field in (other.resource.wrote ?? {}));
}

function isShown(changes: readonly ResourceExchange[], read: ResourceExchange): boolean {
  return changes.flatMap(taken).every(([field]) => field in (read.resource.shows ?? {}));
}
