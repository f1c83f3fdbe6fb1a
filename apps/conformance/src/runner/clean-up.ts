import type { Deployment } from '../deployment/deployment.ts';
import { type Exchange, isInTrouble, isInternalError, succeeded } from '../exchanges/exchange.ts';
import type { CreatedObject, Ledger, LedgerCall, LeftoverReason } from '../exchanges/ledger.ts';
import { timeToConsistency } from '../exchanges/pause-for.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Operation } from '../spec/spec.ts';
import { askAgain } from './ask-again.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';

/** Something that this program made and could not remove. */
export interface Leftover extends Pick<CreatedObject, 'family' | 'id' | 'identity'>, Hindrance {
  /** Whether the contract documents a way to remove it. */
  readonly removable: boolean;
}

/** Why something was not removed. */
interface Hindrance {
  readonly because: LeftoverReason;
  /** The same in words, with what was answered. */
  readonly why: string;
}

/** What an attempt to remove a thing met. */
interface Met extends Hindrance {
  /** Whether it is worth another try, when the trouble may be over. */
  readonly isPassing?: boolean;
}

interface Stayed extends Met {
  readonly object: CreatedObject;
}

export interface CleanUp {
  /** How many objects were removed at the end. */
  readonly removed: number;
  readonly leftovers: readonly Leftover[];
}

export interface CleanUpOptions {
  readonly ledger: Ledger;
  /** The contract's operations. */
  readonly operations: readonly Operation[];
  readonly deployment: Pick<Deployment, 'consistencyWindowMs'>;
  /** Whether more of the run is to come: what could not be removed is not waited for then, since its end tries again. */
  readonly isBetween?: boolean;
}

/** So many things are removed at once: a slow target has many of them. */
const atOnce = 8;
/** One failure may be a hiccup. */
const mostTries = 4;
const firstPauseMs = 50;

/** So long a target that is away is waited for before what it did not remove is tried again, in ms: one that is started anew is away for seconds. */
const restsMs = [2_000, 8_000];

/** Removes what is left of all that this program made, the latest first, and looks whether it is gone. */
export async function cleanUp(
  driver: Pick<Driver, 'call' | 'pause'>,
  options: CleanUpOptions,
): Promise<CleanUp> {
  const { ledger, deployment, isBetween = false } = options;
  const left = ledger.left();
  let stayed: Stayed[] = [];
  const tryAll = async (objects: readonly CreatedObject[], attempt: Attempt): Promise<void> => {
    // Trouble that lasts is waited for once, not for each thing.
    const isTrouble = (): boolean =>
      stayed.some(({ object, because }) => object.remove && because !== 'still-there');
    await inParallel(objects, atOnce, async (object) => {
      const tries = isTrouble() ? 1 : mostTries;
      const met = await attempt(object, senderFor(object, driver, { ...options, tries }), options);
      if (met === undefined) ledger.removed(object);
      else stayed.push({ object, ...met });
    });
  };
  const tryAgain = async (isWorthIt: (one: Stayed) => boolean, attempt: Attempt, restMs: number) => {
    const again = new Set(stayed.filter(isWorthIt).map(({ object }) => object));
    if (again.size === 0) return;
    await driver.pause(restMs);
    stayed = stayed.filter((one) => !isWorthIt(one));
    for (const alike of alikeIn(left.filter((object) => again.has(object)))) await tryAll(alike, attempt);
  };
  for (const alike of alikeIn(left)) await tryAll(alike, remove);
  for (const restMs of isBetween ? [] : restsMs)
    await tryAgain(({ isPassing = false }) => isPassing, remove, restMs);
  // A look may be behind the removal. To remove once more might remove what has the same identifier by now.
  const toSettle = timeToConsistency(deployment.consistencyWindowMs);
  await tryAgain(({ because }) => because === 'still-there', look, toSettle);
  return { removed: left.length - stayed.length, leftovers: stayed.map(toLeftover) };
}

function toLeftover({ object: { family, id, identity, remove }, because, why }: Stayed): Leftover {
  return { family, id, identity, because, why, removable: remove !== undefined };
}

/** Things that follow each other and are removed in one way: none of them rests on another one, as a file does on its agent. */
function alikeIn(left: readonly CreatedObject[]): readonly (readonly CreatedObject[])[] {
  const groups: CreatedObject[][] = [];
  for (const object of left) {
    const last = groups.at(-1) ?? [];
    if (last[0]?.remove?.operation === object.remove?.operation && last.length > 0) last.push(object);
    else groups.push([object]);
  }
  return groups;
}

type Send = (call: LedgerCall) => Promise<Exchange | undefined>;

/** Gives the reason when a thing is not gone. */
type Attempt = (object: CreatedObject, send: Send, options: CleanUpOptions) => Promise<Met | undefined>;

/** Sends as the user who made a thing, and again where that meets trouble. */
function senderFor(
  object: CreatedObject,
  driver: Pick<Driver, 'call'>,
  { operations, tries }: CleanUpOptions & { readonly tries: number },
): Send {
  const owner = { kind: 'sequence', id: object.family } as const;
  const origin = { phase: 'cleanup', case: owner, step: 1 } as const;
  return async (call) => {
    const target = operations.find(({ id }) => id === call.operation);
    if (target === undefined) return undefined;
    return askAgain(
      (attempt) => driver.call({ origin: { ...origin, attempt }, call, identity: object.identity }, target),
      { tries, firstPauseMs, isEnough: (answer) => !isInTrouble(answer) },
    );
  };
}

const look: Attempt = async (object, send, options) => {
  // Whether a chat or a schedule that was removed can still be read is not shown.
  const { resource } = options.operations.find(({ id }) => id === object.remove?.operation) ?? {};
  if (resource?.family.removal !== 'definite') return undefined;
  const seen = await lookFor(object, send, options);
  return seen === undefined || seen.isGone
    ? undefined
    : { because: 'still-there', why: `it is still there: ${describe(seen.exchange)}` };
};

const remove: Attempt = async (object, send, options) => {
  if (object.remove === undefined)
    return { because: 'no-way', why: 'the interface documents no way to remove it' };
  const removal = await send(object.remove);
  if (removal === undefined) return { because: 'not-sent', why: notSent };
  // Somebody else, or the target itself, may have removed it before.
  if (succeeded(removal) || removal.response?.status === 404) return look(object, send, options);
  // A refusal of what went with something else may have any status.
  const isAnswered = !isInTrouble(removal) && removal.transportError === undefined;
  const seen = isAnswered ? await lookFor(object, send, options) : undefined;
  if (seen?.isGone) return undefined;
  return { because: 'refused', why: `removing it: ${describe(removal)}`, isPassing: isPassing(removal) };
};

interface Seen {
  readonly exchange: Exchange;
  readonly isGone: boolean;
}

/** Reads the thing itself, or else the list that it stood in; undefined where there is neither, or no answer. */
async function lookFor(
  object: CreatedObject,
  send: Send,
  { operations }: CleanUpOptions,
): Promise<Seen | undefined> {
  const call = object.look ?? (object.remove && findLook(object.remove, operations));
  const exchange = call && (await send(call));
  const isList = !operations.find(({ id }) => id === call?.operation)?.path.endsWith('}');
  return exchange && { exchange, isGone: isGone(object, exchange, isList) };
}

const notSent = 'nothing was sent to remove it: no request was left, or the target wanted a longer pause';

/** An internal error tells of the request, and whoever says nothing for long may do so again. */
function isPassing(removal: Exchange): boolean {
  return isInTrouble(removal) && !isInternalError(removal) && removal.transportError?.kind !== 'timeout';
}

function describe({ request, response, transportError }: Exchange): string {
  const { pathname } = new URL(request.url);
  return `${request.method} ${pathname} ${transportError === undefined ? `answered ${response?.status}` : `failed (${transportError.message})`}`;
}

/** The GET of the removed thing itself, or else of the list that it stood in; undefined where there is neither. */
export function findLook(
  { operation, path }: LedgerCall,
  operations: readonly Operation[],
): LedgerCall | undefined {
  const removal = operations.find(({ id }) => id === operation);
  const isNamed = removal?.path.endsWith('}') ?? false;
  if (removal === undefined || !isNamed) return undefined;
  const reads = operations.filter(({ method, api }) => method === 'GET' && api === removal.api);
  const own = reads.find((read) => read.path === removal.path);
  const list = reads.find((read) => read.path === removal.path.replace(/\/\{\w+\}$/, ''));
  const look = own ?? list;
  return look && { operation: look.id, path };
}

/** A list shows that a thing is gone by not holding its identifier anywhere. */
function isGone({ id }: CreatedObject, seen: Exchange, isList: boolean): boolean {
  if (seen.response?.status === 404) return true;
  const value = isList && succeeded(seen) ? parseJson(seen.response?.body.text ?? '') : undefined;
  return value !== undefined && !holds(value, id);
}

function holds(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return `${value}` === id;
  return Object.values(value).some((inner) => holds(inner, id));
}
