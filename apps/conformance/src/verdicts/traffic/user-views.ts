import type { Exchange, ExchangeCaller, ResourceCall } from '../../exchanges/exchange.ts';
import { memoize } from '../memoize.ts';
import type { Recording } from '../verdict.ts';

/** The traffic as one user sees it: what it sent is its own, and of others only what the config tells to be others'. */
export interface UserView {
  readonly user: string;
  readonly recording: Recording;
  /** What anything was sent to. */
  readonly operations: ReadonlySet<string>;
}

/** So many users of a batch are looked at, those that sent most first; those whom the config names always. */
const mostViews = 40;

/** Less shows nothing that one exchange does not show by itself. */
const leastExchanges = 2;

export const userViews = memoize((recording: Recording): readonly UserView[] => {
  const all = [...recording.workers, ...recording.user].toSorted(
    (a, b) => a.sentAt - b.sentAt || a.id - b.id,
  );
  const told = all.filter(hasCaller);
  const groups = Map.groupBy(told, ({ caller }) => [caller.source, caller.gaps ?? 0, caller.name].join('\n'));
  const users = [...groups.values()]
    .filter((own) => own.length >= leastExchanges)
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || b.length - a.length)
    .flatMap(([first]) => (first === undefined ? [] : [first.caller]));
  return users
    .flatMap((user) => othersOf(user, users).map((other) => viewOf({ user, other }, all, recording)))
    .slice(0, mostViews);
});

type Told = Exchange & { readonly caller: ExchangeCaller };

function hasCaller(exchange: Exchange): exchange is Told {
  return exchange.caller !== undefined;
}

function isNamed([first]: readonly Told[]): boolean {
  return first?.caller.isNamed === true;
}

/** Whom a user is seen beside, one at a time: two others would be taken for one. */
function othersOf(user: ExchangeCaller, users: readonly ExchangeCaller[]): readonly (string | undefined)[] {
  if (!user.isNamed) return [undefined];
  const others = users.filter(
    ({ isNamed: isKnown, name }) => isKnown && name !== user.name && name !== sandbox,
  );
  const names = [...new Set(others.map(({ name }) => name))].slice(0, mostOthers);
  return names.length === 0 ? [undefined] : names;
}

const mostOthers = 2;
const sandbox = 'sandbox';

interface Seen {
  readonly user: ExchangeCaller;
  readonly other: string | undefined;
}

function viewOf(
  seen: Seen,
  all: readonly Exchange[],
  { workers: _, user: __, ...background }: Recording,
): UserView {
  const told = all.flatMap((one): Exchange[] => {
    const identity = identityFor(seen, one);
    return identity === undefined ? [] : [{ ...one, identity, origin: { ...one.origin, case: story } }];
  });
  const made = new Set(
    told.filter(isOwn).flatMap(({ resource }) => (resource?.act === 'create' ? nameOf(resource) : [])),
  );
  const user = told.map((one) => (isOwn(one) ? one : asForeign(withoutShared(one, background), made)));
  const workers = user.filter(
    ({ api, identity, intent }) =>
      api === 'workers' && intent === undefined && identity !== 'other' && identity !== 'sandbox',
  );
  return {
    user: seen.user.name,
    recording: { ...background, workers, user },
    operations: new Set(user.map(({ operation }) => operation)),
  };
}

function isOwn({ identity }: Exchange): boolean {
  return identity !== 'other' && identity !== 'sandbox' && identity !== 'missing';
}

function nameOf({ family, parent = '', id = '' }: ResourceCall): string {
  return [family, parent, id].join('\n');
}

/** What everybody calls by the same names, each user has apart. */
function withoutShared(one: Exchange, { contract }: Pick<Recording, 'contract'>): Exchange {
  if (one.resource === undefined || contract.get(one.operation)?.resource?.family.scope === 'user')
    return one;
  const { resource: _, ...others } = one;
  return others;
}

/** What somebody else asks of a record of the user is meant to be refused; of what else they may, nothing is known. */
function asForeign(one: Exchange, made: ReadonlySet<string>): Exchange {
  const { resource, intent, response } = one;
  if (intent === undefined || (intent.kind !== 'valid' && intent.kind !== 'open-refusal')) return one;
  if (resource !== undefined && made.has(nameOf(resource)))
    return { ...one, intent: { ...intent, kind: 'refusal' } };
  const isRefused = response !== undefined && response.status >= 400;
  return isRefused ? { ...one, intent: { ...intent, kind: 'open-refusal', certain: false } } : one;
}

/** All that a user sees belongs together, as what a sequence sends does. */
const story = { kind: 'sequence', id: 'traffic' } as const;

/** Undefined for what is left out: of somebody whom the config doesn't name, who may be the same user or another one. */
function identityFor(
  { user, other }: Seen,
  { caller, identity }: Exchange,
): Exchange['identity'] | undefined {
  if (caller === undefined) return identity === 'missing' ? identity : undefined;
  if (caller.source !== user.source) return undefined;
  if (caller.name === user.name) return caller.gaps === user.gaps ? identity : undefined;
  if (!caller.isNamed || !user.isNamed) return undefined;
  if (caller.name === sandbox) return 'sandbox';
  return caller.name === other ? 'other' : undefined;
}
