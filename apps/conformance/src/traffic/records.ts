import { createHash } from 'node:crypto';
import { type Exchange, type Intent, isTransient, type ResourceCall } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import { textsIn } from '../json/texts-in.ts';
import { BoundedMap } from './bounded-map.ts';
import type { Caller } from './callers.ts';
import type { FoundRoute } from './find-route.ts';
import type { RefusalRules } from './refusal-rules.ts';

/** What is known of a record that was seen to be made. */
interface Known {
  readonly owner: Extract<Caller, { kind: 'somebody' }>;
  /** Undefined where it is not known. */
  visibility: unknown;
  isRemoved: boolean;
  /** When the last write to it shows everywhere. */
  settledAt: number;
}

/** What a request is about, and by whom. */
export interface Asking extends Pick<Exchange, 'sentAt'> {
  readonly route: FoundRoute;
  readonly caller: Caller;
  readonly body: string | undefined;
  readonly resource: ResourceCall | undefined;
}

/** Remembers the records that were seen to be made, and by whom. */
export interface Records {
  readonly isKnown: (family: string, id: string) => boolean;
  /** The refusal that what is known of records makes due. */
  readonly intentOf: (asking: Asking) => Intent | undefined;
  /** The rule by which a private worker of another user does not answer. */
  readonly closedTo: (agent: string, caller: Caller, sentAt: number) => string | undefined;
  readonly saw: (asking: Asking, response: Exchange['response']) => void;
}

/** So many are remembered; the oldest are forgotten first, as if they had been made before the recording. */
const mostRecords = 20_000;
const mostRedemptions = 5_000;

/**
 * @param consistencyWindowMs how long what was written may take to show everywhere
 */
export function createRecords(
  rules: RefusalRules,
  consistencyWindowMs: number,
  onForgotten: () => void,
): Records {
  const records = new BoundedMap<string, Known>(mostRecords, onForgotten);
  const redeemed = new BoundedMap<string, true>(mostRedemptions);
  return {
    isKnown: (family, id) => records.has(nameOf(family, id)),
    intentOf: (asking) =>
      isRedeemedBefore(asking, redeemed)
        ? { kind: 'refusal', rule: rules.again(asking.route.operation.id), certain: true }
        : (ofCaller(asking, rules) ??
          ofRecord(asking, records, rules) ??
          ofForeignChat(asking, records, rules)),
    closedTo: (agent, caller, sentAt) => {
      const known = records.get(nameOf('agent', agent));
      const isPrivate = known?.visibility === 'private' && !known.isRemoved && known.settledAt <= sentAt;
      return isPrivate && isForeign(known, caller) ? rules.privateWorker : undefined;
    },
    saw: (asking, response) => {
      if (response === undefined) return;
      remember(asking, { ...response, shownAt: response.endedAt + consistencyWindowMs }, records);
      if (redeems(asking) && isDone(response)) redeemed.set(redemptionOf(asking), true);
    },
  };
}

function nameOf(family: string, id: string, parent = ''): string {
  return `${family}\n${parent.toLowerCase()}\n${id.toLowerCase()}`;
}

interface Answered extends Pick<NonNullable<Exchange['response']>, 'status'> {
  readonly shownAt: number;
}

function isDone({ status }: Pick<Answered, 'status'>): boolean {
  return status >= 200 && status < 300;
}

function remember(asking: Asking, answer: Answered, records: Map<string, Known>): void {
  const { resource, route } = asking;
  // An identifier that everybody uses, as that of a tool, is of no one's record.
  const isOfOne = route.operation.resource?.family.scope === 'user';
  if (resource?.id === undefined || !resource.certain || !isOfOne) return;
  const name = nameOf(resource.family, resource.id, resource.parent);
  if (resource.act === 'create' && isDone(answer)) rememberMade(name, asking, answer, records);
  else if (answer.status < 400 || isTransient(answer.status)) rememberWritten(name, asking, answer, records);
}

function rememberMade(
  name: string,
  { caller, resource }: Asking,
  { shownAt }: Answered,
  records: Map<string, Known>,
): void {
  if (caller.kind !== 'somebody') return;
  const known = records.get(name);
  const visibility = resource?.shows?.visibility;
  if (known === undefined || known.isRemoved)
    records.set(name, { owner: caller, visibility, isRemoved: false, settledAt: shownAt });
  else if (known.owner.name !== caller.name) records.delete(name);
}

function rememberWritten(
  name: string,
  { resource, route, sentAt }: Asking,
  answer: Answered,
  records: Map<string, Known>,
): void {
  const known = records.get(name);
  if (known === undefined || (resource?.act !== 'change' && resource?.act !== 'remove')) return;
  // Of two changes at once either may be the last.
  const isAtOnce = sentAt < known.settledAt;
  if (resource.act === 'change')
    known.visibility = isDone(answer) && !isAtOnce ? resource.shows?.visibility : undefined;
  else if (isDone(answer) && route.operation.resource?.family.removal === 'definite') known.isRemoved = true;
  else records.delete(name);
  known.settledAt = Math.max(known.settledAt, answer.shownAt);
}

/** What the caller makes due to be refused. */
function ofCaller({ caller, route, resource }: Asking, rules: RefusalRules): Intent | undefined {
  const { id } = route.operation;
  if (caller.kind === 'anonymous') {
    const rule = rules.withoutCredential(id);
    return rule === undefined ? undefined : { kind: 'refusal', rule, certain: true, filled: true };
  }
  const isSandbox = caller.kind === 'somebody' && caller.isNamed && caller.name === 'sandbox';
  const rule = isSandbox && resource?.wrote?.visibility === 'private' ? rules.sandbox(id) : undefined;
  return rule === undefined ? undefined : { kind: 'refusal', rule, certain: true, filled: true };
}

/** What the record makes due to be refused that the path names. */
function ofRecord(
  asking: Asking,
  records: ReadonlyMap<string, Known>,
  rules: RefusalRules,
): Intent | undefined {
  const { caller, route, sentAt } = asking;
  const { operation, path } = route;
  const family = operation.resource?.family;
  if (family === undefined || caller.kind !== 'somebody') return undefined;
  const rests = { certain: true, restsOnRecords: true } as const;
  const parent = family.parent && path[family.parent.parameter];
  const own = records.get(nameOf(family.name, Object.values(path).at(-1) ?? '', parent));
  if (own?.isRemoved && sentAt >= own.settledAt) {
    const rule = rules.unknown(operation.id);
    return { kind: 'unknown-id', ...(rule && { rule }), ...rests, certain: false };
  }
  const decides = own ?? records.get(nameOf('agent', path.agent_id ?? path.chat_id ?? ''));
  if (decides === undefined || sentAt < decides.settledAt) return undefined;
  const due = refusedFor(caller.name === decides.owner.name, { decides, caller, operation }, rules);
  return due && { kind: 'refusal', ...due, ...rests };
}

interface Deciding {
  readonly decides: Known;
  readonly caller: Caller;
  readonly operation: FoundRoute['operation'];
}

function refusedFor(
  isOwners: boolean,
  { decides, caller, operation }: Deciding,
  rules: RefusalRules,
): Pick<Intent, 'rule' | 'filled'> | undefined {
  const isPrivate = decides.visibility === 'private';
  const cloned = isPrivate ? rules.privateClone(operation.id) : undefined;
  if (cloned !== undefined) return { rule: cloned };
  const isDue = isOwners || ((isPrivate || changesOthers.has(operation.id)) && isForeign(decides, caller));
  const rule = isOwners ? rules.ownAgent(operation.id) : rules.foreign(operation.id);
  return rule === undefined || !isDue ? undefined : { rule, filled: operation.needsBody };
}

/** Only of users whom the config names is it known that they are two. */
function isForeign({ owner }: Pick<Known, 'owner'>, caller: Caller): boolean {
  return caller.kind === 'somebody' && owner.isNamed && caller.isNamed && owner.name !== caller.name;
}

/** What only the owner may do, also while all may see the record. */
const changesOthers: ReadonlySet<string> = new Set([
  'replaceStudioChat',
  'updateStudioChat',
  'deleteStudioChat',
  'replaceChat',
  'updateChat',
  'deleteChat',
  'setAgentTheme',
  'createAgentFile',
  'updateAgentFile',
  'deleteAgentFile',
  'reorderAgentFiles',
]);

/** A schedule for a chat that another user made. */
function ofForeignChat(
  { caller, route, body }: Asking,
  records: ReadonlyMap<string, Known>,
  rules: RefusalRules,
): Intent | undefined {
  if (route.operation.id !== 'createSchedule') return undefined;
  const owners = textsIn(parseJson(body ?? '')).flatMap(
    (text) => records.get(nameOf('agent', text))?.owner ?? [],
  );
  const [owner, ...others] = owners;
  return owner !== undefined && others.length === 0 && isForeign({ owner }, caller)
    ? { kind: 'refusal', rule: rules.foreignChat, certain: true, filled: true, restsOnRecords: true }
    : undefined;
}

function redeems({ route, caller, body }: Asking): boolean {
  return (
    route.operation.id === 'redeemVipCode' && caller.kind === 'somebody' && body !== undefined && body !== ''
  );
}

/** By whom, and with what; the code itself is kept nowhere. */
function redemptionOf({ caller, body }: Asking): string {
  const name = caller.kind === 'somebody' ? caller.name : '';
  return createHash('sha256').update(`${name}\n${body}`).digest('base64');
}

function isRedeemedBefore(asking: Asking, redeemed: ReadonlyMap<string, true>): boolean {
  return redeems(asking) && redeemed.has(redemptionOf(asking));
}
