import { familyOf } from '../../../cases/journeys/families.ts';
import { isTransient, succeeded } from '../../../exchanges/exchange.ts';
import {
  describeTouch,
  isFresh,
  isGone,
  ownerOf,
  type ResourceHistory,
  resourceHistories,
  storyOf,
  type Touch,
} from '../../resources.ts';
import { type Check, type Finding, finding, judgeEach } from '../../verdict.ts';

export const isGoneAfterRemoval: Check = {
  id: 'resource.is-gone-after-removal',
  whenUnseen: 'no record was removed and asked for again',
  judge: (recording, { operations }) =>
    judgeEach(
      resourceHistories(recording)
        .filter(({ touches }) => touches.some(({ operation }) => operations.includes(operation)))
        .filter(({ touches }) => familyOf(touches[0]?.operation ?? '')?.removal === 'definite')
        .flatMap((history) => {
          const owner = ownerOf(history);
          const reads = history.touches.filter(({ about, response, fault }) =>
            about.act === 'read' ? fault === undefined && response && !isTransient(response.status) : false,
          );
          return [...reads, ...history.lists]
            .filter((later) => later.credential === owner)
            .filter((later) => isGone(history, later))
            .filter((later) => !isFresh(history, later, recording) || findingIn(history, later) === undefined)
            .map((later) => ({ history, later }));
        }),
      ({ history, later }) => findingIn(history, later),
    ),
};

function findingIn(history: ResourceHistory, later: Touch): Finding | undefined {
  return later.about.act === 'list' ? stillListed(history, later) : stillRead(history, later);
}

function stillListed(history: ResourceHistory, list: Touch): Finding | undefined {
  if (!list.about.listed?.includes(history.id)) return undefined;
  const expected = `a list without the ${list.about.family} ${history.id}, which was removed before`;
  return finding(storyOf(history, list), { expected, observed: 'a list with it' });
}

function stillRead(history: ResourceHistory, read: Touch): Finding | undefined {
  if (!succeeded(read)) return undefined;
  const expected = `a refusal: the ${read.about.family} was removed before`;
  return finding(storyOf(history, read), { expected, observed: describeTouch(read) });
}
