import { type Exchange, isRefused, isWrite, succeeded, type Unsure } from '../exchanges/exchange.ts';
import type { ResourceHistory, Touch } from './resources.ts';
import { endedAt } from './run-history.ts';

/** What is known of a record, by the contract's names. */
export type ResourceState = Readonly<Record<string, unknown>>;

/** What the record must hold when an exchange begins, as far as its writes and answers before that tell. */
export function stateBefore(history: ResourceHistory, exchange: Exchange): ResourceState {
  const [first = {}, ...others] = statesBefore(history, exchange);
  const agreed = Object.entries(first).filter(([role, value]) => others.every((one) => one[role] === value));
  return Object.fromEntries(agreed);
}

/** What the record may hold in a field when an exchange begins; empty where that may be anything. */
export function valuesBefore(history: ResourceHistory, exchange: Exchange, role: string): readonly unknown[] {
  const values = statesBefore(history, exchange).map((state) => state[role]);
  return values.includes(undefined) ? [] : [...new Set(values)];
}

/** Of two writes at once either may have been the last. */
function statesBefore({ touches }: ResourceHistory, exchange: Exchange): readonly ResourceState[] {
  const earlier = touches.filter((touch) => touch.id !== exchange.id && touch.sentAt < endedAt(exchange));
  const writes = earlier.filter((touch) => isWrite(touch) && !isRefused(touch));
  // A write that was under way at the same time leaves everything open.
  if (writes.some((touch) => endedAt(touch) > exchange.sentAt)) return [{}];
  const settled = earlier.filter(
    (touch) => writes.includes(touch) || (!isWrite(touch) && !writes.some((write) => overlap(write, touch))),
  );
  return groupsOf(settled).reduce<readonly ResourceState[]>(afterGroup, [{}]);
}

/** Each touch alone, but writes that went on at once together. */
function groupsOf(touches: readonly Touch[]): readonly (readonly Touch[])[] {
  const groups: Touch[][] = [];
  for (const touch of touches) {
    const group = groups.at(-1);
    if (isWrite(touch) && group?.some((one) => isWrite(one) && overlap(one, touch))) group.push(touch);
    else groups.push([touch]);
  }
  return groups;
}

function overlap(one: Touch, other: Touch): boolean {
  return one.sentAt < endedAt(other) && other.sentAt < endedAt(one);
}

function afterGroup(states: readonly ResourceState[], group: readonly Touch[]): readonly ResourceState[] {
  const [first, second, ...others] = group;
  if (first === undefined || others.length > 0) return [{}];
  if (second === undefined) return afterOne(states, first);
  return states.flatMap((state) => [group.reduce(after, state), group.reduceRight(after, state)]);
}

/** What the interface only says to be of a valid format: a deployment may keep it in a form of its own. */
export const formattedRoles: readonly string[] = ['theme_color', 'cron'];

/** As it was written, or in the form in which the answer to the write is the first to show it. */
function afterOne(states: readonly ResourceState[], touch: Touch): readonly ResourceState[] {
  // Most writes leave nothing of what was before.
  const isWhole = isWrite(touch) && touch.request.method !== 'PATCH';
  const plain = (isWhole ? states.slice(0, 1) : states).map((state) => after(state, touch));
  const { wrote = {}, shows = {} } = touch.about;
  const news = Object.entries(shows).filter(
    ([role, value]) =>
      wrote[role] !== undefined && Boolean(value) && !states.some((state) => state[role] === value),
  );
  const own = Object.fromEntries(news.filter(([role]) => formattedRoles.includes(role)));
  if (!isWrite(touch) || isRefused(touch) || Object.keys(own).length === 0) return plain;
  return [...plain, ...plain.map((state) => ({ ...state, ...own }))];
}

function after(state: ResourceState, touch: Touch): ResourceState {
  const { about, request } = touch;
  if (!isWrite(touch)) return succeeded(touch) ? { ...about.shows, ...state } : state;
  if (isRefused(touch)) return state;
  // What should have been refused may have been done or not.
  if (!succeeded(touch) || about.act === 'remove' || touch.probe?.kind === 'refusal') return {};
  // A partial update leaves the rest; any other write may set what it does not name.
  const kept = request.method === 'PATCH' ? state : {};
  return sureOf({ ...kept, ...about.shows, ...about.wrote }, about.unsure);
}

function sureOf(state: ResourceState, unsure: Unsure | undefined): ResourceState {
  if (unsure === 'all') return {};
  return Object.fromEntries(Object.entries(state).filter(([role]) => unsure?.includes(role) !== true));
}
