import { type Exchange, placeOf, type ResourceCall, succeeded } from '../exchanges/exchange.ts';
import type { Access, ResourceFamily } from '../spec/resources.ts';
import type { Observation } from './findings/observation.ts';
import { hasJson } from './has-json.ts';
import { birthsIn, isRemoval, lifeAt } from './lives.ts';
import { memoize } from './memoize.ts';
import { endedAt, overlap } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** A call about a record of the User API. */
export type ResourceExchange = Exchange & { readonly resource: ResourceCall };

/** Everything that was sent about one record, in the order it was sent. */
export interface ResourceHistory {
  readonly family: string;
  /** What the catalogue says of its family. */
  readonly kind: ResourceFamily | undefined;
  readonly parent: string | undefined;
  readonly id: string;
  /** From when on the identifier is this record's, in ms since 1970: a deployment may give that of a removed one again. */
  readonly since: number;
  readonly calls: readonly ResourceExchange[];
  /** The calls that show that the record is there. */
  readonly existenceEvidence: readonly ResourceExchange[];
  /** Creations whose answer or body only seems to name it. */
  readonly likelyCreations: readonly ResourceExchange[];
  /** The lists in which it may stand, with identifiers that are known for sure. */
  readonly lists: readonly ResourceExchange[];
  /** What may have removed it: also what was under way while it was given an identifier that another record had had. */
  readonly removals: readonly ResourceExchange[];
  /** For how long a read may show what was so before. */
  readonly consistencyWindowMs: number;
}

/** The records of a recording whose identifiers are known for sure. */
export const resourceHistories = memoize(
  ({ user, contract, consistencyWindowMs }: Recording): readonly ResourceHistory[] => {
    const calls = user.filter(isResourceCall);
    const named = calls
      .filter(({ resource }) => resource.id !== undefined && resource.certain)
      .toSorted((a, b) => a.sentAt - b.sentAt || a.id - b.id);
    const familyOf = ({ operation }: Exchange) => contract.get(operation)?.resource?.family;
    const birthsOf = birthsIn(named, familyOf);
    /** Beside which records a call's own stands: those of the same parent, not of one that had its identifier before. */
    const besideOf = (call: ResourceExchange): string => {
      const family = familyOf(call)?.parent?.family;
      const { parent: id } = call.resource;
      const life = family === undefined || id === undefined ? 0 : lifeAt(birthsOf({ family, id }), call);
      return `${placeOf(call.resource)}\n${life}`;
    };
    const lists = Map.groupBy(
      calls.filter(
        (call) => call.resource.act === 'list' && succeeded(call) && call.resource.listed !== undefined,
      ),
      besideOf,
    );
    const groups = Map.groupBy(
      named,
      (call) => `${besideOf(call)}\n${call.resource.id}\n${lifeAt(birthsOf(call.resource), call)}`,
    );
    const likely = Map.groupBy(
      calls.filter(({ resource }) => resource.act === 'create' && !resource.certain),
      ({ resource }) => `${placeOf(resource)}\n${resource.id}`,
    );
    const unnamed = Map.groupBy(
      calls.filter(({ resource }) => resource.act === 'create' && resource.id === undefined),
      ({ resource }) => placeOf(resource),
    );
    // Its sender may have named it under a name that is not known, or the deployment may count on from the last number.
    const mayHaveMade = (id: string) => (call: ResourceExchange) =>
      contract.get(call.operation)?.resource?.identifiedBy === 'body' || /^\d+$/.test(id);
    return [...groups.values()].flatMap((group) => {
      const [first] = group;
      if (first === undefined || first.resource.id === undefined) return [];
      const { family, parent, id } = first.resource;
      const births = birthsOf(first.resource);
      const life = lifeAt(births, first);
      if (life === undefined) return [];
      const birth = births[life - 1];
      // Most identifiers are one record's, and all records of a place then share what was sent about it.
      const ofLife = (some: readonly ResourceExchange[] = []): readonly ResourceExchange[] =>
        births.length === 0 ? some : some.filter((call) => lifeAt(births, call) === life);
      const place = placeOf(first.resource);
      return [
        {
          family,
          kind: familyOf(first),
          parent,
          id,
          since: birth === undefined ? Number.NEGATIVE_INFINITY : endedAt(birth),
          calls: group,
          removals: [
            ...group.filter(isRemoval),
            ...(birth === undefined ? [] : removalsBeside(birth, named)),
          ],
          existenceEvidence: existenceEvidenceAmong(group, consistencyWindowMs),
          likelyCreations: ofLife([
            ...(likely.get(`${place}\n${id}`) ?? []),
            ...(unnamed.get(place) ?? []).filter(mayHaveMade(id)),
          ]),
          lists: ofLife(lists.get(besideOf(first))),
          consistencyWindowMs,
        },
      ];
    });
  },
);

/** Whether they were of the record that had its identifier before can't be told. */
function removalsBeside(birth: Exchange, named: readonly ResourceExchange[]): readonly ResourceExchange[] {
  const { resource } = birth;
  return named.filter(
    (call) =>
      isRemoval(call) &&
      overlap(call, birth) &&
      call.resource.family === resource?.family &&
      call.resource.id === resource?.id,
  );
}

const historiesByExchange = memoize(
  (recording: Recording) =>
    new Map(resourceHistories(recording).flatMap((history) => history.calls.map(({ id }) => [id, history]))),
);

/** The history that an exchange belongs to. */
export function historyWith(recording: Recording, { id }: Exchange): ResourceHistory | undefined {
  return historiesByExchange(recording).get(id);
}

const historiesThatMayBePublic = memoize((recording: Recording) =>
  Map.groupBy(resourceHistories(recording).filter(hasVisibility), ({ id }) => id),
);

/** The history of the record with a visibility of its own that a path names. */
export function visibleRecordIn(exchange: Exchange, recording: Recording): ResourceHistory | undefined {
  const histories = historiesThatMayBePublic(recording);
  return new URL(exchange.request.url).pathname
    .split('/')
    .map((part) => at(histories.get(part), exchange))
    .find((history) => history !== undefined);
}

/** Of the records that had one identifier, the one whose it is when something is sent. */
function at(
  histories: readonly ResourceHistory[] = [],
  { sentAt }: Pick<Exchange, 'sentAt'>,
): ResourceHistory | undefined {
  return histories.findLast(({ since }) => since <= sentAt) ?? histories[0];
}

const historiesByRecord = memoize((recording: Recording) =>
  Map.groupBy(resourceHistories(recording), ({ family, id }) => `${family}\n${id}`),
);

/** The history of the record that decides whether this one is public: itself, or what it belongs to. */
export function publicWith(history: ResourceHistory, recording: Recording): ResourceHistory | undefined {
  const parent = publicAccess(history)?.as;
  if (parent === undefined) return history;
  const [call] = history.calls;
  if (history.parent === undefined || call === undefined) return undefined;
  return historyOf(recording, { family: parent, id: history.parent }, call);
}

/** The history of the record of a family that has an identifier when something is sent. */
export function historyOf(
  recording: Recording,
  { family, id }: { readonly family: string; readonly id: string },
  call: Pick<Exchange, 'sentAt'>,
): ResourceHistory | undefined {
  return at(historiesByRecord(recording).get(`${family}\n${id}`), call);
}

export function isResourceCall(exchange: Exchange): exchange is ResourceExchange {
  return exchange.resource !== undefined;
}

/** Whether others may read it while it, or what it belongs to, is public. */
export function canBePublic(history: ResourceHistory): boolean {
  return publicAccess(history) !== undefined;
}

/** Whether it has a visibility of its own, and not that of what it belongs to. */
export function hasVisibility(history: ResourceHistory): boolean {
  const access = publicAccess(history);
  return access !== undefined && access.as === undefined;
}

function publicAccess({ kind }: ResourceHistory): Access | undefined {
  return kind?.mayRead.find(({ when }) => when === 'public');
}

/** Whose record it is, as far as its history tells. */
export function ownerOf(history: ResourceHistory): Exchange['identity'] | undefined {
  return history.existenceEvidence.find(
    (call) => call.resource.act !== 'read' || isOpening(call) || !canBePublic(history),
  )?.identity;
}

/** What a finding about a record is shown by: how it came about, its last write, and what shows the trouble. */
export function traceOf(
  { calls, existenceEvidence }: ResourceHistory,
  shown: Exchange,
): readonly [Exchange, ...Exchange[]] {
  const before = calls.filter(
    (call) => call.id !== shown.id && succeeded(call) && endedAt(call) <= shown.sentAt,
  );
  const made = before.find((call) => existenceEvidence.includes(call));
  const written = before.findLast(({ resource }) => resource.act !== 'read');
  const told = [...new Set([made, written])].filter((call) => call !== undefined);
  const [first = shown, ...rest] = [...told, shown];
  return [first, ...rest];
}

/** A read that found out how a record that was just made is called. */
function isOpening({ intent }: ResourceExchange): boolean {
  return intent?.kind === 'name-trial';
}

/** What is read soon after a removal may be what was there before. */
function existenceEvidenceAmong(
  calls: readonly ResourceExchange[],
  consistencyWindowMs: number,
): readonly ResourceExchange[] {
  const removals = calls.filter(isRemoval);
  const isLate = ({ resource, sentAt }: ResourceExchange): boolean =>
    resource.act === 'read' &&
    removals.some((removal) => removal.sentAt < sentAt && sentAt < endedAt(removal) + consistencyWindowMs);
  return calls.filter((call) => showsPresence(call) && !isLate(call));
}

function showsPresence(call: ResourceExchange): boolean {
  const { resource, intent } = call;
  // What might have been refused, and was not, is made.
  const isMade = intent?.kind === 'open-refusal' && resource.act === 'create';
  if (intent?.kind !== 'valid' && intent?.kind !== 'name-trial' && !isMade) return false;
  const isRecord = resource.certain && ['create', 'read', 'change'].includes(resource.act);
  return isRecord && succeeded(call) && hasJson(call);
}

/** The record's name in a finding. */
export function recordOf({ family, id }: ResourceHistory): { readonly family: string; readonly id: string } {
  return { family, id };
}

/** How often the record stands in a list. */
export function listedIn(
  { resource: { listed = [] } }: ResourceExchange,
  { id }: ResourceHistory,
): Extract<Observation, { kind: 'listed' }> {
  return { kind: 'listed', times: listed.filter((one) => one === id).length, length: listed.length };
}
