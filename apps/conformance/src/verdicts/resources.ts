import { familyOf } from '../cases/journeys/families.ts';
import {
  type Exchange,
  isRefused,
  isWrite,
  placeOf,
  type Subject,
  succeeded,
} from '../exchanges/exchange.ts';
import { hasJson } from './has-json.ts';
import { onceEach } from './once-each.ts';
import { endedAt } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** A call about a record of the User API. */
export type Touch = Exchange & { readonly about: Subject };

/** Everything that was sent about one record, in the order it was sent. */
export interface ResourceHistory {
  readonly family: string;
  readonly parent: string;
  readonly id: string;
  readonly touches: readonly Touch[];
  /** The touches that show that the record is there. */
  readonly sightings: readonly Touch[];
  /** The lists in which it may stand, with identifiers that are known for sure. */
  readonly lists: readonly Touch[];
}

/** The records of a recording whose identifiers are known for sure. */
export const resourceHistories = onceEach(({ probes, settleMs }: Recording): readonly ResourceHistory[] => {
  const touches = probes.filter(isTouch);
  const lists = Map.groupBy(
    touches.filter(
      (touch) => touch.about.act === 'list' && succeeded(touch) && touch.about.listed !== undefined,
    ),
    ({ about }) => placeOf(about),
  );
  const groups = Map.groupBy(
    touches.filter(({ about }) => about.id !== undefined && about.certain),
    ({ about }) => `${placeOf(about)}\n${about.id}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || first.about.id === undefined) return [];
    const { family, parent, id } = first.about;
    const inOrder = group.toSorted((a, b) => a.sentAt - b.sentAt || a.id - b.id);
    return [
      {
        family,
        parent,
        id,
        touches: inOrder,
        sightings: sightingsAmong(inOrder, settleMs),
        lists: lists.get(placeOf(first.about)) ?? [],
      },
    ];
  });
});

const historiesByExchange = onceEach(
  (recording: Recording) =>
    new Map(
      resourceHistories(recording).flatMap((history) => history.touches.map(({ id }) => [id, history])),
    ),
);

/** The history that an exchange belongs to. */
export function historyOf(recording: Recording, { id }: Exchange): ResourceHistory | undefined {
  return historiesByExchange(recording).get(id);
}

const agents = onceEach((recording: Recording) => {
  const histories = resourceHistories(recording).filter(({ family }) => family === 'agent');
  return new Map(histories.map((history) => [history.id, history]));
});

/** The history of the agent with an identifier. */
export function agentHistory(recording: Recording, id: string): ResourceHistory | undefined {
  return agents(recording).get(id);
}

export function isTouch(exchange: Exchange): exchange is Touch {
  return exchange.about !== undefined;
}

/** Records that others may read while they are public; files and themes are as public as their agent. */
const publishable: readonly string[] = ['agent', 'studio chat', 'file', 'theme'];

export function canBePublic({ family }: ResourceHistory): boolean {
  return publishable.includes(family);
}

/** Whose record it is, as far as its history tells. */
export function ownerOf(history: ResourceHistory): Exchange['credential'] | undefined {
  return history.sightings.find(
    (touch) => touch.about.act !== 'read' || isOpening(touch) || !canBePublic(history),
  )?.credential;
}

/** What a finding about a record is shown by: how it came about, its last write, and what shows the trouble. */
export function storyOf(
  { touches, sightings }: ResourceHistory,
  shown: Exchange,
): readonly [Exchange, ...Exchange[]] {
  const before = touches.filter(
    (touch) => touch.id !== shown.id && succeeded(touch) && endedAt(touch) <= shown.sentAt,
  );
  const made = before.find((touch) => sightings.includes(touch));
  const written = before.findLast(({ about }) => about.act !== 'read');
  const told = [...new Set([made, written])].filter((touch) => touch !== undefined);
  const [first = shown, ...rest] = [...told, shown];
  return [first, ...rest];
}

/** A read that found out how a record that was just made is called. */
function isOpening({ probe }: Touch): boolean {
  return probe?.kind === 'trial';
}

/**
 * Whether the record was there during the whole of an exchange: it was made or seen before by the same caller,
 * and nobody had asked to remove it.
 */
export function isPresent({ touches, sightings }: ResourceHistory, exchange: Exchange): boolean {
  const family = familyOf(touches[0]?.operation ?? '');
  const isShared = family?.shared === true;
  const seen = sightings.filter(
    (touch) => (isShared || touch.credential === exchange.credential) && endedAt(touch) <= exchange.sentAt,
  );
  // Where it isn't shown what becomes of a removed record, being read says nothing of being listed.
  const counts = family?.removal === 'open' ? seen.filter(({ about }) => about.act === 'create') : seen;
  const lastSeen = Math.max(...(counts.length === 0 ? seen : counts).map(({ sentAt }) => sentAt));
  return (
    seen.length > 0 &&
    !touches.some(
      (touch) => isRemoval(touch) && touch.sentAt <= endedAt(exchange) && endedAt(touch) >= lastSeen,
    )
  );
}

/** Whether the record was gone during the whole of an exchange: there once, removed before, and not made again. */
export function isGone({ touches, sightings }: ResourceHistory, exchange: Exchange): boolean {
  if (sightings.length === 0) return false;
  const removals = touches.filter((touch) => isRemoved(touch) && endedAt(touch) <= exchange.sentAt);
  const last = Math.max(...removals.map(({ sentAt }) => sentAt));
  return (
    removals.length > 0 &&
    !touches.some(
      (touch) => touch.about.act === 'create' && touch.sentAt <= endedAt(exchange) && endedAt(touch) >= last,
    )
  );
}

/** What should have been refused may have been done or not. */
function isRemoved(touch: Touch): boolean {
  return touch.about.act === 'remove' && succeeded(touch) && touch.probe?.kind !== 'refusal';
}

/** What is read soon after a removal may be what was there before. */
function sightingsAmong(touches: readonly Touch[], settleMs: number): readonly Touch[] {
  const removals = touches.filter(isRemoval);
  const isLate = ({ about, sentAt }: Touch): boolean =>
    about.act === 'read' &&
    removals.some((removal) => removal.sentAt < sentAt && sentAt < endedAt(removal) + settleMs);
  return touches.filter((touch) => showsPresence(touch) && !isLate(touch));
}

function showsPresence(touch: Touch): boolean {
  const { about, probe } = touch;
  if (probe?.kind !== 'valid' && probe?.kind !== 'trial') return false;
  const isRecord = about.certain && ['create', 'read', 'change'].includes(about.act);
  return isRecord && succeeded(touch) && hasJson(touch);
}

/** A removal that may have happened, whatever the answer. */
function isRemoval(touch: Touch): boolean {
  return touch.about.act === 'remove' && !isRefused(touch);
}

/** Whether an answer may not yet show all that was written: it was asked for too soon. */
export function isFresh(history: ResourceHistory, shown: Exchange, recording: Recording): boolean {
  return freshWrites(history, shown, recording).length > 0;
}

/** The record's writes that an answer may not show yet; where nobody saw it being made, what first showed it is one. */
export function freshWrites(
  { touches, sightings: [first] }: ResourceHistory,
  shown: Exchange,
  { settleMs }: Recording,
): readonly Touch[] {
  return touches.filter(
    (touch) =>
      (isWrite(touch) || touch === first) &&
      !isRefused(touch) &&
      touch.sentAt < shown.sentAt &&
      shown.sentAt < endedAt(touch) + settleMs,
  );
}

export function describeTouch({ request, response }: Exchange): string {
  return `${request.method} ${new URL(request.url).pathname}: status ${response?.status}`;
}
