import { isDeepStrictEqual } from 'node:util';
import { succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { notListed } from '../../findings/not-listed.ts';
import {
  isAfter,
  isDue,
  isShownIn,
  recordIn,
  resultLeaves,
  shownBy,
  wholeLists,
} from '../../notifier-results.ts';
import {
  deleteAllPushes,
  type NotifierKind,
  type NotifierRun,
  notifierRuns,
  ownRunsOf,
  pushes,
  runsByKind,
} from '../../notifier-runs.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const notificationsAreTheCallers: Check = {
  id: 'law.notifications-are-the-callers',
  drivenBy: 'sequences',
  evidence: ['tool-listed', 'tool-run'],
  needs: ['notifierMayBeUsed'],
  judge: (recording) => {
    const all = notifierRuns(recording);
    if (!haveOwnAccounts(all.flat()))
      return judgeEach(sharedProfile(all.flat(), recording), profileOfAnother);
    return judgeEach(
      [
        ...runsByKind(recording).flatMap(({ runs, kind }) => [
          ...seenByOther(runs, kind),
          ...keptFromOthers(runs, kind, recording),
        ]),
        ...all.flatMap(keptOf),
        ...all.flatMap(madeBesideOthers),
      ],
      (one) => {
        if ('lost' in one) return lostBy(one);
        const { kind, made, list } = one;
        const shown = made.find(({ input }) => isShownIn(list, input[kind.shown]));
        if (shown === undefined) return undefined;
        return finding([shown.exchange, list.exchange], {
          expected: { kind: 'withheld', secret: 'private-record' },
          observed: { kind: 'disclosed' },
        });
      },
    );
  },
};

/** Two users may be connected to one account: only where their profiles differ do they have one each. */
function haveOwnAccounts(runs: readonly NotifierRun[]): boolean {
  const [own, other] = [profileOf(runs, 'own'), profileOf(runs, 'other')].map(addressesIn);
  return own !== undefined && other !== undefined && own.length > 0 && !isDeepStrictEqual(own, other);
}

function profileOf(runs: readonly NotifierRun[], identity: string): NotifierRun | undefined {
  return runs.find(
    ({ tool, exchange }) =>
      tool === 'NOTIFIER_GET_USER' && exchange.identity === identity && succeeded(exchange),
  );
}

function addressesIn(profile: NotifierRun | undefined): readonly unknown[] | undefined {
  return profile && resultLeaves(profile.exchange).flatMap(({ value }) => (isAddress(value) ? [value] : []));
}

type Profiles = readonly [own: NotifierRun, other: NotifierRun];

/** One and the same for two users, though what one pushes is not in the list of the other: they have an account each. */
function sharedProfile(runs: readonly NotifierRun[], recording: Recording): readonly Profiles[] {
  const [own, other] = [profileOf(runs, 'own'), profileOf(runs, 'other')];
  if (own === undefined || other === undefined || addressesIn(own)?.length === 0) return [];
  const made = runs.filter(({ tool, exchange }) => tool === pushes.create && exchange.identity === 'other');
  const lists = wholeLists(runs, pushes).filter((list) => shownBy([list], runs, pushes).length > 0);
  const areApart = made.some((push) => {
    const due = lists.filter((list) => isDue(list, push, recording));
    return (
      succeeded(push.exchange) && due.length > 0 && !due.some((list) => isShownIn(list, push.input.body))
    );
  });
  return areApart ? [[own, other]] : [];
}

function profileOfAnother([own, other]: Profiles): Found {
  return finding([own.exchange, other.exchange], {
    expected: { kind: 'withheld', secret: 'private-record' },
    observed: { kind: 'disclosed' },
  });
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && value.includes('@');
}

interface Seen {
  readonly kind: NotifierKind;
  readonly made: readonly NotifierRun[];
  readonly list: NotifierRun;
}

/** Lists of another user after something was made, where the maker's own lists show such texts. */
function seenByOther(runs: readonly NotifierRun[], kind: NotifierKind): readonly Seen[] {
  const lists = runs.filter(({ tool, exchange }) => tool === kind.list && succeeded(exchange));
  const own = lists.filter(({ exchange }) => exchange.identity === 'own');
  const made = shownBy(own, runs, kind);
  return lists
    .filter((list) => list.exchange.identity === 'other' && made.some((one) => isAfter(list, one)))
    .map((list) => ({ kind, made, list }));
}

interface Kept {
  readonly cause: NotifierRun;
  readonly list: NotifierRun;
  readonly kind: NotifierKind;
  /** What a user had, which was listed before; undefined where it still is. */
  readonly lost: string | undefined;
}

/** What a user has when another one sends its identifier to be removed, with a list after it. */
function keptFromOthers(
  runs: readonly NotifierRun[],
  kind: NotifierKind,
  recording: Recording,
): readonly Kept[] {
  const lists = wholeLists(runs, kind);
  const removals = runs.filter(({ tool, exchange }) => tool === kind.remove && exchange.identity === 'other');
  return removals.flatMap((cause) => {
    const iden = cause.input[kind.iden];
    const before = lists.findLast((one) => isAfter(cause, one));
    const list = lists.find((one) => isDue(one, cause, recording));
    if (typeof iden !== 'string' || before === undefined || list === undefined) return [];
    const isTouched = runs.some(
      (one) =>
        one !== cause &&
        Object.values(one.input).includes(iden) &&
        !isAfter(before, one) &&
        isAfter(list, one),
    );
    if (isTouched || !isShownIn(before, iden)) return [];
    return [{ cause, list, kind, lost: isAsBefore(iden, before, list) ? undefined : iden }];
  });
}

/** Whether a list has a record as another list had it: what was removed may stand there, as what is not active. */
function isAsBefore(iden: string, before: NotifierRun, list: NotifierRun): boolean {
  const [was = {}, is] = [recordIn(before, iden), recordIn(list, iden)];
  const isOff = (name: string): boolean => was[name] === true && is?.[name] !== true;
  return isShownIn(list, iden) && !Object.keys(was).some(isOff);
}

/** What another user made with a guid that was taken by one before, where that user's list shows what has none. */
function madeBesideOthers(runs: readonly NotifierRun[]): readonly Kept[] {
  const guids = new Set(ownRunsOf(runs, pushes.create).map(({ input }) => input.guid));
  const others = runs.filter(({ exchange }) => exchange.identity === 'other' && succeeded(exchange));
  const [made, plain] = [true, false].map((isTaken) =>
    others.find(({ tool, input }) => tool === pushes.create && guids.has(input.guid ?? none) === isTaken),
  );
  const list = others.find(
    (one) => made && one.tool === pushes.list && isAfter(one, made) && isShownIn(one, plain?.input.body),
  );
  const text = made?.input.body;
  if (made === undefined || list === undefined || typeof text !== 'string') return [];
  return [{ cause: made, list, kind: pushes, lost: isShownIn(list, text) ? undefined : text }];
}

const none = Symbol('no guid');

/** What another user had before one user's pushes were all removed, with a list after it. */
function keptOf(runs: readonly NotifierRun[]): readonly Kept[] {
  const [removal] = ownRunsOf(runs, deleteAllPushes);
  const others = runs.filter(({ exchange }) => exchange.identity === 'other' && succeeded(exchange));
  const lists = others.filter(({ tool }) => tool === pushes.list);
  const text = others.find(({ tool }) => tool === pushes.create)?.input.body;
  if (removal === undefined || typeof text !== 'string' || !succeeded(removal.exchange)) return [];
  const before = lists.findLast((one) => isAfter(removal, one));
  const list = lists.find((one) => isAfter(one, removal));
  if (before === undefined || list === undefined || !isShownIn(before, text)) return [];
  return [{ cause: removal, list, kind: pushes, lost: isShownIn(list, text) ? undefined : text }];
}

function lostBy({ cause, list, kind: { family }, lost }: Kept): Found | undefined {
  return lost === undefined ? undefined : notListed(cause.exchange, list.exchange, { family, id: lost });
}
