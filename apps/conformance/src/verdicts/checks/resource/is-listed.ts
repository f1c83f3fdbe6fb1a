import { isPage } from '../../../exchanges/written-values.ts';
import type { Expectation } from '../../findings/expectation.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { memoize } from '../../memoize.ts';
import { isFresh, isOrphaned, isPresent } from '../../presence.ts';
import {
  listedIn,
  ownerOf,
  type ResourceExchange,
  type ResourceHistory,
  recordOf,
  resourceHistories,
  traceOf,
} from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const isListed: Check = {
  id: 'resource.is-listed',
  drivenBy: 'sequences',
  evidence: ['record-made', 'records-listed'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      duePlaces(recording).filter(({ history, list }) => concerns(operations, list.operation, history)),
      ({ history, list }) => missing(history, list) ?? repeated(history, list),
    ),
};

/** The lists in which records have to stand. */
const duePlaces = memoize((recording: Recording) =>
  resourceHistories(recording).flatMap((history) => {
    const owner = ownerOf(history);
    return history.lists
      .filter((list) => list.identity === owner && !isPart(list, recording))
      .filter((list) => isPresent(history, list) && !isOrphaned(history, list, recording))
      .filter((list) => isIn(history, list) || !isFresh(history, list, recording))
      .map((list) => ({ history, list }));
  }),
);

function missing(history: ResourceHistory, list: ResourceExchange): Found | undefined {
  if (isIn(history, list)) return undefined;
  return finding(traceOf(history, list), {
    expected: due(history),
    observed: listedIn(list, history),
  });
}

function due(history: ResourceHistory): Expectation {
  const record = recordOf(history);
  return { kind: 'listed', record, times: 1, because: { kind: 'made', record } };
}

function isIn({ id }: ResourceHistory, { resource }: ResourceExchange): boolean {
  return resource.listed?.includes(id) === true;
}

/** An identifier names one record, which a list shows once unless that is not shown. */
function repeated(history: ResourceHistory, list: ResourceExchange): Found | undefined {
  const observed = listedIn(list, history);
  if (history.kind?.repeats !== undefined || observed.times < 2) return undefined;
  return finding(traceOf(history, list), { expected: due(history), observed });
}

/** A rule may bind the operation that made the record, or the one that lists it. */
function concerns(operations: readonly string[], listing: string, { calls }: ResourceHistory): boolean {
  return operations.includes(listing) || calls.some(({ operation }) => operations.includes(operation));
}

function isPart({ operation, request }: ResourceExchange, { contract }: Recording): boolean {
  return isPage(request, contract.get(operation));
}
