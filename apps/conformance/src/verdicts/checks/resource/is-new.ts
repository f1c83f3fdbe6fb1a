import { familyOf } from '../../../cases/journeys/families.ts';
import { succeeded } from '../../../exchanges/exchange.ts';
import { type ResourceHistory, resourceHistories, type Touch } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const isNew: Check = {
  id: 'resource.is-new',
  whenUnseen: 'no two records were made whose identifiers are known',
  judge: (recording, { operations }) => {
    const made = resourceHistories(recording).flatMap((history) =>
      history.touches
        .filter((touch) => operations.includes(touch.operation) && makes(touch))
        .map((touch) => ({ history, touch })),
    );
    if (made.length < 2) return judgeEach([], () => undefined);
    return judgeEach(made, ({ history, touch }) => {
      const before = sameBefore(history, touch);
      return before === undefined
        ? undefined
        : finding([before, touch], {
            expected: `a ${history.family} of its own`,
            observed: `${history.id}, which was there already`,
          });
    });
  },
};

/** Not one that was asked for by its identifier. */
function makes(touch: Touch): boolean {
  const { about, request, operation, response } = touch;
  const isNamed = request.body?.includes(about.id ?? '') === true;
  return familyOf(operation)?.acts[operation] === 'create' && succeeded(touch) && !!response && !isNamed;
}

/** What showed the same record before, where nobody asked to remove it since. */
function sameBefore({ touches, sightings }: ResourceHistory, touch: Touch): Touch | undefined {
  const before = sightings.find(({ id, sentAt }) => id !== touch.id && sentAt <= touch.sentAt);
  const isRemoved = touches.some(({ about, sentAt }) => about.act === 'remove' && sentAt <= endedAt(touch));
  return isRemoved ? undefined : before;
}
