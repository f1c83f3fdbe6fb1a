import { familyOf } from '../../../cases/journeys/families.ts';
import { isWrite, succeeded } from '../../../exchanges/exchange.ts';
import { onceEach } from '../../once-each.ts';
import { stateBefore } from '../../resource-state.ts';
import {
  agentHistory,
  canBePublic,
  describeTouch,
  freshWrites,
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
      foreignTouches(recording)
        .filter(
          ({ history, touch: { operation, about } }) =>
            operations.includes(operation) || (about.act === 'list' && isMadeBy(history, operations)),
        )
        .map(({ history, touch }) => ({ history, touch, isQuiet: isQuietSuccess(history, touch, recording) }))
        .filter(({ history, touch, isQuiet }) => !isQuiet || nextRead(history, touch) !== undefined),
      ({ history, touch, isQuiet }) => {
        if (touch.about.act === 'list') return seenInList(history, touch);
        return isQuiet ? harmed(history, touch) : served(history, touch);
      },
    ),
};

const foreignTouches = onceEach((recording: Recording) =>
  resourceHistories(recording)
    .filter(({ touches }) => familyOf(touches[0]?.operation ?? '')?.shared === false)
    .flatMap((history) => touchesOfOthers(history, recording).map((touch) => ({ history, touch }))),
);

/** What others than the owner sent about the record: to change it, or to see it while it was the owner's alone. */
function touchesOfOthers(history: ResourceHistory, recording: Recording): readonly Touch[] {
  const made = history.touches.find((touch) => succeeded(touch) && touch.about.certain);
  if (made === undefined || ownerOf(history) !== 'own') return [];
  return [...history.touches, ...history.lists]
    .filter(({ credential }) => credential === 'other' || credential === 'sandbox')
    .filter(({ response, fault, sentAt }) => response && fault === undefined && sentAt >= endedAt(made))
    .filter((touch) => isWrite(touch) || isHidden(history, touch, recording));
}

function isHidden(history: ResourceHistory, touch: Touch, recording: Recording): boolean {
  return !canBePublic(history) || isPrivateAt(history, touch, recording);
}

/**
 * Where no refusal is documented, or all may see the record, a success may mean that nothing was done: only what the
 * owner sees then tells.
 */
function isQuietSuccess(history: ResourceHistory, touch: Touch, recording: Recording): boolean {
  const statuses = recording.contract.get(touch.operation)?.statuses ?? [];
  const isDue = refusals.some((status) => statuses.includes(status)) && isHidden(history, touch, recording);
  return isWrite(touch) && succeeded(touch) && !isDue;
}

const refusals = ['403', '404'];

/** What the owner, who did not remove the record, saw of it next. */
function nextRead(history: ResourceHistory, touch: Touch): Touch | undefined {
  const owner = ownerOf(history);
  const own = history.touches.filter(({ credential }) => credential === owner);
  const isRemoved = own.some(({ about, sentAt }) => about.act === 'remove' && sentAt < endedAt(touch));
  const next = own.find(({ sentAt }) => sentAt >= endedAt(touch));
  if (isRemoved || next?.about.act !== 'read' || next.fault !== undefined) return undefined;
  const isGone = touch.about.act === 'remove' && next.response?.status === 404;
  return isGone || succeeded(next) ? next : undefined;
}

function harmed(history: ResourceHistory, touch: Touch): Finding | undefined {
  const next = nextRead(history, touch);
  if (next === undefined || isUntouched(history, touch, next)) return undefined;
  const [first, ...rest] = storyOf(history, touch);
  const expected = `the ${touch.about.family} as it was: what another user sends does nothing to it`;
  return finding([first, ...rest, next], { expected, observed: describeTouch(next) });
}

function isUntouched(history: ResourceHistory, touch: Touch, next: Touch): boolean {
  if (!succeeded(next)) return false;
  const before = stateBefore(history, touch);
  const wrote = Object.entries(touch.about.wrote ?? {});
  const shows = next.about.shows ?? {};
  return !wrote.some(([role, value]) => shows[role] === value && ![undefined, value].includes(before[role]));
}

function isMadeBy({ touches }: ResourceHistory, operations: readonly string[]): boolean {
  return touches.some(({ operation }) => operations.includes(operation));
}

function isPrivateAt(history: ResourceHistory, touch: Touch, recording: Recording): boolean {
  const owner = publishedWith(history, recording);
  if (owner === undefined || stateBefore(owner, touch).visibility !== 'private') return false;
  // What was public a moment ago may still be.
  const isJustChanged = freshWrites(owner, touch, recording).some(({ about }) => about.act === 'change');
  return !isJustChanged || !succeeded(touch);
}

/** Files and themes are as private as their agent. */
function publishedWith(history: ResourceHistory, recording: Recording): ResourceHistory | undefined {
  const { family, parent, id } = history;
  const agent = family === 'file' ? parent : family === 'theme' ? id : undefined;
  return agent === undefined ? history : agentHistory(recording, agent);
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
