import { isOwnSuccess, isWrite } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const answeredOrderIsKept: Check = {
  id: 'law.answered-order-is-kept',
  area: 'resource',
  evidence: ['records-listed'],
  needs: [],
  judge: (recording, { operations }) => {
    const ofFiles = recording.user
      .filter(isResourceCall)
      .filter(({ resource }) => resource.family === 'file');
    const batches = ofFiles.filter(
      (one) => operations.includes(one.operation) && one.intent?.kind === 'valid' && isOwnSuccess(one),
    );
    return judgeEach(
      batches.flatMap((batch) => listAfter(batch, ofFiles, recording)),
      ({ batch, list, ids }) => {
        const shown = (list.resource.listed ?? []).filter((id) => ids.includes(id));
        if (shown.length !== ids.length || shown.every((id, index) => id === ids[index])) return undefined;
        return finding([batch, list], {
          expected: { kind: 'order', by: 'position', ids },
          observed: { kind: 'order', ids: shown },
        });
      },
    );
  },
};

interface Ordered {
  readonly batch: ResourceExchange;
  readonly list: ResourceExchange;
  /** The files in the order in which the answer to the batch has them. */
  readonly ids: readonly string[];
}

/** The first list that can't be too early, with no other write of the agent's files before it. */
function listAfter(
  batch: ResourceExchange,
  calls: readonly ResourceExchange[],
  { consistencyWindowMs }: Recording,
): readonly Ordered[] {
  const ids = batch.resource.listed ?? [];
  const later = calls
    .filter((one) => one.resource.parent === batch.resource.parent && one.sentAt >= endedAt(batch))
    .toSorted((a, b) => a.sentAt - b.sentAt);
  const write = later.findIndex(isWrite);
  const list = later
    .slice(0, write === -1 ? later.length : write)
    .find(
      (one) =>
        one.resource.act === 'list' &&
        isOwnSuccess(one) &&
        one.sentAt >= endedAt(batch) + consistencyWindowMs,
    );
  return ids.length < 2 || list === undefined ? [] : [{ batch, list, ids }];
}
