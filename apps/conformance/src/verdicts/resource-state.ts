import { type Exchange, succeeded, type Unsure } from '../exchanges/exchange.ts';
import type { ResourceHistory, Touch } from './resources.ts';
import { endedAt, isRefused } from './run-history.ts';

/** What is known of a record, by the contract's names. */
export type ResourceState = Readonly<Record<string, unknown>>;

/** What the record must hold when an exchange begins, as far as its writes and answers before that tell. */
export function stateBefore({ touches }: ResourceHistory, exchange: Exchange): ResourceState {
  const earlier = touches.filter((touch) => touch.id !== exchange.id && touch.sentAt < endedAt(exchange));
  // A write that was under way at the same time leaves everything open.
  if (earlier.some((touch) => isWrite(touch) && endedAt(touch) > exchange.sentAt)) return {};
  const contested = new Set(earlier.filter((touch) => isContested(touch, earlier)));
  return earlier.reduce<ResourceState>(
    // Which of several writes at once came last is anybody's guess.
    (state, touch) => (contested.has(touch) ? {} : after(state, touch)),
    {},
  );
}

/** Whether another write that was not refused was under way at some time during this one. */
function isContested(touch: Touch, others: readonly Touch[]): boolean {
  return (
    isWrite(touch) &&
    !isRefused(touch) &&
    others.some(
      (other) =>
        other !== touch &&
        isWrite(other) &&
        !isRefused(other) &&
        other.sentAt < endedAt(touch) &&
        endedAt(other) > touch.sentAt,
    )
  );
}

function isWrite({ about }: Touch): boolean {
  return about.act === 'create' || about.act === 'change' || about.act === 'remove';
}

function after(state: ResourceState, touch: Touch): ResourceState {
  const { about, request } = touch;
  if (!isWrite(touch)) return succeeded(touch) ? { ...about.shows, ...state } : state;
  if (isRefused(touch)) return state;
  if (!succeeded(touch) || about.act === 'remove') return {};
  // A partial update leaves the rest; any other write may set what it does not name.
  const kept = request.method === 'PATCH' ? state : {};
  return sureOf({ ...kept, ...about.shows, ...about.wrote }, about.unsure);
}

function sureOf(state: ResourceState, unsure: Unsure | undefined): ResourceState {
  if (unsure === 'all') return {};
  return Object.fromEntries(Object.entries(state).filter(([role]) => unsure?.includes(role) !== true));
}
