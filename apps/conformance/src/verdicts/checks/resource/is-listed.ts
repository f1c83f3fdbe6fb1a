import { isPage } from '../../../exchanges/written-values.ts';
import { onceEach } from '../../once-each.ts';
import {
  isFresh,
  isPresent,
  ownerOf,
  type ResourceHistory,
  resourceHistories,
  storyOf,
  type Touch,
} from '../../resources.ts';
import { type Check, type Finding, finding, judgeEach, type Recording } from '../../verdict.ts';

export const isListed: Check = {
  id: 'resource.is-listed',
  whenUnseen: 'no record was made and listed, or the names in the list are not known',
  judge: (recording, { operations }) =>
    judgeEach(
      duePlaces(recording).filter(({ history, list }) => concerns(operations, list.operation, history)),
      ({ history, list }) => missing(history, list) ?? repeated(history, list),
    ),
};

/** The lists in which records have to stand. */
const duePlaces = onceEach((recording: Recording) =>
  resourceHistories(recording).flatMap((history) => {
    const owner = ownerOf(history);
    return history.lists
      .filter(({ credential, request }) => credential === owner && !isPart(request))
      .filter((list) => isPresent(history, list))
      .filter((list) => isIn(history, list) || !isFresh(history, list, recording))
      .map((list) => ({ history, list }));
  }),
);

function missing(history: ResourceHistory, list: Touch): Finding | undefined {
  if (isIn(history, list)) return undefined;
  return finding(storyOf(history, list), {
    expected: `a list with the ${history.family} ${history.id}, which was made before and not removed`,
    observed: `a list of ${list.about.listed?.length} without it`,
  });
}

function isIn({ id }: ResourceHistory, { about }: Touch): boolean {
  return about.listed?.includes(id) === true;
}

/** An identifier names one record; what is installed or held may well be so twice. */
function repeated(history: ResourceHistory, list: Touch): Finding | undefined {
  const count = list.about.listed?.filter((id) => id === history.id).length ?? 0;
  if (count < 2 || list.about.family.includes('tool')) return undefined;
  return finding(storyOf(history, list), {
    expected: `a list with the ${history.family} ${history.id} once`,
    observed: `a list with it ${count} times`,
  });
}

/** A rule may bind the operation that made the record, or the one that lists it. */
function concerns(operations: readonly string[], listing: string, { touches }: ResourceHistory): boolean {
  return operations.includes(listing) || touches.some(({ operation }) => operations.includes(operation));
}

const isPart = onceEach(isPage);
