import { createHash } from 'node:crypto';
import { type Exchange, type Intent, isTransient, type ResourceCall, succeeded } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import { textsIn } from '../json/texts-in.ts';
import type { Caller } from './callers.ts';
import type { FoundRoute } from './find-route.ts';
import type { RefusalRules } from './refusal-rules.ts';

/** What is known of a record that was seen to be made. */
interface Known {
  readonly owner: Extract<Caller, { kind: 'somebody' }>;
  /** Undefined where it is not known. */
  visibility: unknown;
  isRemoved: boolean;
}

/** What a request is about, and by whom. */
export interface Asking {
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
  readonly closedTo: (agent: string, caller: Caller) => string | undefined;
  readonly saw: (asking: Asking, exchange: Pick<Exchange, 'response'>) => void;
}

/** So many are remembered; the oldest are forgotten first, as if they had been made before the recording. */
const mostRecords = 20_000;
const mostRedemptions = 5_000;

export function createRecords(rules: RefusalRules, onForgotten: () => void): Records {
  const records = new Map<string, Known>();
  const redeemed = new Set<string>();
  return {
    isKnown: (family, id) => records.has(nameOf(family, id)),
    intentOf: (asking) =>
      isRedeemedBefore(asking, redeemed)
        ? { kind: 'refusal', rule: rules.again(asking.route.operation.id), certain: true }
        : (ofCaller(asking, rules) ?? ofRecord(asking, records, rules) ?? ofForeignChat(asking, records, rules)),
    closedTo: (agent, caller) => {
      const known = records.get(nameOf('agent', agent));
      const isPrivate = known?.visibility === 'private' && !known.isRemoved;
      return isPrivate && isForeign(known, caller) ? rules.privateWorker : undefined;
    },
    saw: (asking, exchange) => {
      remember(asking, exchange, records);
      if (records.size > mostRecords) {
        const [oldest] = records.keys();
        if (oldest !== undefined) records.delete(oldest);
        onForgotten();
      }
      if (!redeems(asking) || !succeeded(exchange as Exchange)) return;
      redeemed.add(redemptionOf(asking));
      const [oldest] = redeemed;
      if (redeemed.size > mostRedemptions && oldest !== undefined) redeemed.delete(oldest);
    },
  };
}

function nameOf(family: string, id: string, parent = ''): string {
  return `${family}\n${parent.toLowerCase()}\n${id.toLowerCase()}`;
}

function remember(
  { caller, resource, route }: Asking,
  { response }: Pick<Exchange, 'response'>,
  records: Map<string, Known>,
): void {
  // An identifier that everybody uses, as that of a tool, is of no one's record.
  const isOfOne = route.operation.resource?.family.scope === 'user';
  if (resource?.id === undefined || !resource.certain || response === undefined || !isOfOne) return;
  const name = nameOf(resource.family, resource.id, resource.parent);
  const known = records.get(name);
  const isDone = response.status >= 200 && response.status < 300;
  if (resource.act === 'create' && isDone && caller.kind === 'somebody') {
    if (known === undefined || known.isRemoved)
      records.set(name, { owner: caller, visibility: resource.shows?.visibility, isRemoved: false });
    else if (known.owner.name !== caller.name) records.delete(name);
    return;
  }
  if (known === undefined || (response.status >= 400 && !isTransient(response.status))) return;
  if (resource.act === 'remove') {
    if (isDone && route.operation.resource?.family.removal === 'definite') known.isRemoved = true;
    else records.delete(name);
  }
  if (resource.act === 'change') known.visibility = isDone ? resource.shows?.visibility : undefined;
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
  const { caller, route } = asking;
  const { operation, path } = route;
  const family = operation.resource?.family;
  if (family === undefined || caller.kind !== 'somebody') return undefined;
  const rests = { certain: true, restsOnRecords: true } as const;
  const parent = family.parent && path[family.parent.parameter];
  const own = records.get(nameOf(family.name, Object.values(path).at(-1) ?? '', parent));
  if (own?.isRemoved) {
    const rule = rules.unknown(operation.id);
    return { kind: 'unknown-id', ...(rule && { rule }), ...rests, certain: false };
  }
  const decides = own ?? records.get(nameOf('agent', path.agent_id ?? path.chat_id ?? ''));
  if (decides === undefined) return undefined;
  const isOwners = decides.owner.name === caller.name;
  const isPrivate = decides.visibility === 'private';
  const cloned = isPrivate ? rules.privateClone(operation.id) : undefined;
  if (cloned !== undefined) return { kind: 'refusal', rule: cloned, ...rests };
  if (isOwners) {
    const rule = rules.ownAgent(operation.id);
    return rule === undefined
      ? undefined
      : { kind: 'refusal', rule, ...rests, filled: operation.needsBody };
  }
  const rule = isForeign(decides, caller) ? rules.foreign(operation.id) : undefined;
  const isDue = isPrivate || changesOthers.has(operation.id);
  return rule === undefined || !isDue
    ? undefined
    : { kind: 'refusal', rule, ...rests, filled: operation.needsBody };
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
  const owners = textsIn(parseJson(body ?? '')).flatMap((text) => records.get(nameOf('agent', text))?.owner ?? []);
  const [owner, ...others] = owners;
  return owner !== undefined && others.length === 0 && isForeign({ owner }, caller)
    ? { kind: 'refusal', rule: rules.foreignChat, certain: true, filled: true, restsOnRecords: true }
    : undefined;
}

function redeems({ route, caller, body }: Asking): boolean {
  return route.operation.id === 'redeemVipCode' && caller.kind === 'somebody' && body !== undefined && body !== '';
}

/** By whom, and with what; the code itself is kept nowhere. */
function redemptionOf({ caller, body }: Asking): string {
  const name = caller.kind === 'somebody' ? caller.name : '';
  return createHash('sha256').update(`${name}\n${body}`).digest('base64');
}

function isRedeemedBefore(asking: Asking, redeemed: ReadonlySet<string>): boolean {
  return redeems(asking) && redeemed.has(redemptionOf(asking));
}
