import { type Exchange, isRefused, isWrite, succeeded, type Unsure } from '../exchanges/exchange.ts';
import { leavesTheRest, mayAnswerExisting, mayHaveOwnForm } from '../spec/resources.ts';
import type { ResourceExchange, ResourceHistory } from './resources.ts';
import { endedAt, isSoonAfter, overlap } from './run-history.ts';

/** What is known of a record, by the contract's names. */
export type ResourceState = Readonly<Record<string, unknown>>;

/** What the record must hold when an exchange begins, as far as its writes and answers before that tell. */
export function stateBefore(history: ResourceHistory, exchange: Exchange): ResourceState {
  const [first = {}, ...others] = statesBefore(history, exchange);
  const agreed = Object.entries(first).filter(([field, value]) =>
    others.every((one) => one[field] === value),
  );
  return Object.fromEntries(agreed);
}

/** What the record may hold in a field when an exchange begins; empty where that may be anything. */
export function valuesBefore(
  history: ResourceHistory,
  exchange: Exchange,
  field: string,
): readonly unknown[] {
  const values = statesBefore(history, exchange).map((state) => state[field]);
  return values.includes(undefined) ? [] : [...new Set(values)];
}

/** Of two writes at once either may have been the last. */
function statesBefore(history: ResourceHistory, exchange: Exchange): readonly ResourceState[] {
  const { calls, consistencyWindowMs } = history;
  const earlier = calls.filter((call) => call.id !== exchange.id && call.sentAt < endedAt(exchange));
  const writes = earlier.filter((call) => isWrite(call) && !isRefused(call));
  // A write that was under way at the same time leaves everything open.
  if (writes.some((call) => endedAt(call) > exchange.sentAt)) return [{}];
  // What a read shows so soon after a write may still be what was there before.
  const isEarly = (call: ResourceExchange): boolean =>
    writes.some((write) => overlap(write, call) || isSoonAfter(write, call, consistencyWindowMs));
  const settled = earlier.filter((call) => writes.includes(call) || (!isWrite(call) && !isEarly(call)));
  return groupsOf(settled).reduce<readonly ResourceState[]>(
    (states, group) => afterGroup(states, group, history),
    [{}],
  );
}

/** Each call alone, but writes that went on at once together. */
function groupsOf(calls: readonly ResourceExchange[]): readonly (readonly ResourceExchange[])[] {
  const groups: ResourceExchange[][] = [];
  for (const call of calls) {
    const group = groups.at(-1);
    if (isWrite(call) && group?.some((one) => isWrite(one) && overlap(one, call))) group.push(call);
    else groups.push([call]);
  }
  return groups;
}

function afterGroup(
  states: readonly ResourceState[],
  group: readonly ResourceExchange[],
  history: ResourceHistory,
): readonly ResourceState[] {
  const [first, second, ...others] = group;
  if (first === undefined || others.length > 0) return [{}];
  if (second === undefined) return afterOne(states, first, history);
  const next = (state: ResourceState, call: ResourceExchange): ResourceState => after(state, call, history);
  return states.flatMap((state) => [group.reduce(next, state), group.reduceRight(next, state)]);
}

/** As it was written, or in the form in which the answer to the write is the first to show it. */
function afterOne(
  states: readonly ResourceState[],
  call: ResourceExchange,
  history: ResourceHistory,
): readonly ResourceState[] {
  // Most writes leave nothing of what was before.
  const isWhole = isWrite(call) && !leavesTheRest(history.kind?.operations[call.operation]);
  const plain = (isWhole ? states.slice(0, 1) : states).map((state) => after(state, call, history));
  const { wrote = {}, shows = {} } = call.resource;
  const news = Object.entries(shows).filter(
    ([field, value]) =>
      wrote[field] !== undefined &&
      Boolean(value) &&
      (!states.some((state) => state[field] === value) || isFormOf({ field, value }, call, history)),
  );
  const own = Object.fromEntries(news.filter(([field]) => mayHaveOwnForm(history.kind, field)));
  if (!isWrite(call) || isRefused(call) || Object.keys(own).length === 0) return plain;
  return [...plain, ...plain.map((state) => ({ ...state, ...own }))];
}

/** Whether the same was answered to the same value before: it is the form of it, and not what was there. */
function isFormOf(
  { field, value }: { readonly field: string; readonly value: unknown },
  { sentAt, resource }: ResourceExchange,
  { calls }: ResourceHistory,
): boolean {
  return calls.some(
    (call) =>
      isWrite(call) &&
      call.sentAt < sentAt &&
      call.resource.wrote?.[field] === resource.wrote?.[field] &&
      call.resource.shows?.[field] === value,
  );
}

function after(state: ResourceState, call: ResourceExchange, history: ResourceHistory): ResourceState {
  const { kind } = history;
  const { resource, intent } = call;
  if (isOfExisting(call, history)) return { ...resource.shows, ...state };
  if (!isWrite(call)) return succeeded(call) ? { ...resource.shows, ...state } : state;
  if (isRefused(call)) return state;
  // What should have been refused may have been done or not.
  if (!succeeded(call) || resource.act === 'remove' || call.intent?.kind === 'refusal') return {};
  // A partial update leaves the rest; any other write may set what it does not name, and so does one under guessed names.
  const kept = leavesTheRest(kind?.operations[call.operation]) && intent?.certain !== false ? state : {};
  return sureOf({ ...kept, ...resource.shows, ...resource.wrote }, resource.unsure);
}

/** "returns the existing one when run_id exists": what is sent for it then changes nothing. */
export function isOfExisting(
  call: ResourceExchange,
  { kind, existenceEvidence: [first] }: ResourceHistory,
): boolean {
  const isLater = first !== undefined && first.id !== call.id && endedAt(first) <= call.sentAt;
  return mayAnswerExisting(kind?.operations[call.operation]) && isLater && succeeded(call);
}

function sureOf(state: ResourceState, unsure: Unsure | undefined): ResourceState {
  if (unsure === 'all') return {};
  return Object.fromEntries(Object.entries(state).filter(([field]) => unsure?.includes(field) !== true));
}
