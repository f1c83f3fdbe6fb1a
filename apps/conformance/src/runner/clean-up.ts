import { setTimeout as pause } from 'node:timers/promises';
import { type Exchange, isTransient, succeeded } from '../exchanges/exchange.ts';
import type { CreatedObject, Ledger, LedgerCall } from '../exchanges/ledger.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Operation } from '../spec/spec.ts';
import type { Driver } from './driver.ts';

/** Something that this program made and could not remove. */
export interface Leftover extends Pick<CreatedObject, 'family' | 'id' | 'identity'> {
  readonly why: string;
  /** Whether the contract documents a way to remove it. */
  readonly removable: boolean;
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
}

/** One failure may be a hiccup. */
const mostTries = 4;
const firstPauseMs = 50;

/** Removes what is left of all that this program made, the latest first, and looks whether it is gone. */
export async function cleanUp(driver: Pick<Driver, 'call'>, options: CleanUpOptions): Promise<CleanUp> {
  const left = options.ledger.left();
  const leftovers: Leftover[] = [];
  for (const object of left) {
    const { family, id, identity } = object;
    // Trouble that lasts is waited for once, not for each thing.
    const tries = leftovers.some(({ removable }) => removable) ? 1 : mostTries;
    const why = await remove(object, driver, { ...options, tries });
    if (why === undefined) options.ledger.removed(object);
    else leftovers.push({ family, id, identity, why, removable: object.remove !== undefined });
  }
  return { removed: left.length - leftovers.length, leftovers };
}

/** Gives the reason when it did not work. */
async function remove(
  object: CreatedObject,
  driver: Pick<Driver, 'call'>,
  { operations, tries }: CleanUpOptions & { readonly tries: number },
): Promise<string | undefined> {
  const owner = { kind: 'sequence', id: object.family } as const;
  const origin = { phase: 'cleanup', case: owner, step: 1 } as const;
  const send = async (call: LedgerCall): Promise<Exchange | undefined> => {
    const target = operations.find(({ id }) => id === call.operation);
    for (let attempt = 1; target !== undefined; attempt += 1) {
      const tried = { origin: { ...origin, attempt }, call, identity: object.identity };
      const exchange = await driver.call(tried, target);
      if (exchange === undefined || attempt === tries || !isInTrouble(exchange)) return exchange;
      await pause(firstPauseMs * 4 ** (attempt - 1));
    }
    return undefined;
  };
  if (object.remove === undefined) return 'the interface documents no way to remove it';
  const removal = await send(object.remove);
  if (removal === undefined) return 'no request was left to remove it';
  // Somebody else, or the target itself, may have removed it before.
  if (!succeeded(removal) && removal.response?.status !== 404) return `removing it: ${describe(removal)}`;
  // Whether a chat or a schedule that was removed can still be read is not shown.
  const { resource } = operations.find(({ id }) => id === object.remove?.operation) ?? {};
  if (resource?.family.removal !== 'definite') return undefined;
  const look = object.look ?? findLook(object.remove, operations);
  const seen = look && (await send(look));
  const isList = !operations.find(({ id }) => id === look?.operation)?.path.endsWith('}');
  return seen === undefined || isGone(object, seen, isList)
    ? undefined
    : `it is still there: ${describe(seen)}`;
}

function isInTrouble({ response }: Exchange): boolean {
  return response === undefined || isTransient(response.status);
}

function describe({ request, response, transportError }: Exchange): string {
  const { pathname } = new URL(request.url);
  return `${request.method} ${pathname} ${transportError === undefined ? `answered ${response?.status}` : `failed (${transportError.message})`}`;
}

/** The GET of the removed thing itself, or else of the list that it stood in; undefined where there is neither. */
function findLook({ operation, path }: LedgerCall, operations: readonly Operation[]): LedgerCall | undefined {
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
