import { familyOf } from '../../../cases/journeys/families.ts';
import { succeeded } from '../../../exchanges/exchange.ts';
import { onceEach } from '../../once-each.ts';
import { stateBefore } from '../../resource-state.ts';
import {
  agentHistory,
  canBePublic,
  describeTouch,
  ownerOf,
  type ResourceHistory,
  resourceHistories,
  storyOf,
  type Touch,
} from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, type Finding, finding, judgeEach, type Recording } from '../../verdict.ts';

export const isApart: Check = {
  id: 'resource.is-apart',
  whenUnseen: "nobody asked for another user's record",
  judge: (recording, { operations }) =>
    judgeEach(
      foreignTouches(recording).filter(
        ({ history, touch: { operation, about } }) =>
          operations.includes(operation) || (about.act === 'list' && isMadeBy(history, operations)),
      ),
      ({ history, touch }) =>
        touch.about.act === 'list' ? seenInList(history, touch) : served(history, touch),
    ),
};

const foreignTouches = onceEach((recording: Recording) =>
  resourceHistories(recording)
    .filter(({ touches }) => familyOf(touches[0]?.operation ?? '')?.shared === false)
    .flatMap((history) => touchesOfOthers(history, recording).map((touch) => ({ history, touch }))),
);

/** What others than the owner sent about the record while it was the owner's alone. */
function touchesOfOthers(history: ResourceHistory, recording: Recording): readonly Touch[] {
  const made = history.touches.find((touch) => succeeded(touch) && touch.about.certain);
  if (made === undefined || ownerOf(history) !== 'own') return [];
  return [...history.touches, ...history.lists]
    .filter(({ credential }) => credential === 'other' || credential === 'sandbox')
    .filter(({ response, fault, sentAt }) => response && fault === undefined && sentAt >= endedAt(made))
    .filter((touch) => !canBePublic(history) || isPrivateAt(history, touch, recording));
}

function isMadeBy({ touches }: ResourceHistory, operations: readonly string[]): boolean {
  return touches.some(({ operation }) => operations.includes(operation));
}

/** Files and themes are as private as their agent. */
function isPrivateAt(history: ResourceHistory, touch: Touch, recording: Recording): boolean {
  const agent =
    history.family === 'file' ? history.parent : history.family === 'theme' ? history.id : undefined;
  const owner = agent === undefined ? history : agentHistory(recording, agent);
  return owner !== undefined && stateBefore(owner, touch).visibility === 'private';
}

function seenInList(history: ResourceHistory, list: Touch): Finding | undefined {
  if (!list.about.listed?.includes(history.id)) return undefined;
  const expected = `a list without the ${list.about.family} of another user`;
  return finding(storyOf(history, list), { expected, observed: `a list with ${history.id}` });
}

function served(history: ResourceHistory, touch: Touch): Finding | undefined {
  if (!succeeded(touch)) return undefined;
  const expected = `a refusal: the ${touch.about.family} is another user's`;
  return finding(storyOf(history, touch), { expected, observed: describeTouch(touch) });
}
