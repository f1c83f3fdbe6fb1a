import { dateOf, type Exchange, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { leavesIn } from '../../leaves.ts';
import { entriesOf } from '../../lists.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** What somebody asks for after a subscription was ended, and the answer that tells that it was over by then. */
interface Subject {
  readonly end: Exchange;
  readonly read: Exchange;
  readonly later: Exchange;
}

export const endedSubscriptionIsOver: Check = {
  id: 'law.ended-subscription-is-over',
  drivenBy: 'sequences',
  evidence: ['change-made', 'answer'],
  traffic: { restsOn: 'account' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      [...subjectsIn(recording, operations), ...bothWays(recording, operations)],
      ({ end, read, later }) => {
        const record = { family: 'subscription', id: pathValues(end, recording)[0] ?? '' };
        const because = { kind: 'removed', record } as const;
        const observed = statusOf(later);
        if (later.operation === 'listSubscriptions')
          return isListedAsActive(later, record.id)
            ? finding([end, read, later], {
                expected: { kind: 'absent', record, because },
                observed: { kind: 'listed', times: 1, length: entriesOf(later)?.length ?? 1 },
              })
            : undefined;
        if (later.operation === 'unsubscribeFromAgent')
          return succeeded(later)
            ? finding([end, read, later], {
                expected: { kind: 'status', oneOf: ['refusal'], because },
                observed,
              })
            : undefined;
        return later.response?.status === alreadySubscribed
          ? finding([end, read, later], {
              expected: { kind: 'status', noneOf: [alreadySubscribed], because },
              observed,
            })
          : undefined;
      },
    ),
};

const alreadySubscribed = 402;

const writing: readonly string[] = ['subscribeToAgent', 'unsubscribeFromAgent'];
const involved: readonly string[] = [...writing, 'getSubscription'];

function subjectsIn(recording: Recording, operations: readonly string[]): readonly Subject[] {
  const calls = recording.user.filter(
    ({ operation, response }) => involved.includes(operation) && response !== undefined,
  );
  const lists = probesOf(recording, ['listSubscriptions']).filter(succeeded);
  const keyOf = (one: Exchange): string => [one.identity, ...pathValues(one, recording)].join(' ');
  return [...Map.groupBy(calls, keyOf).values()].flatMap((same) =>
    [...same, ...lists.filter(({ identity }) => identity === same[0]?.identity)]
      .filter(({ operation, intent }) => operations.includes(operation) && isPlain(intent?.kind))
      .filter(({ operation }) => operation !== 'getSubscription')
      .flatMap((later) => {
        const earlier = same.filter((one) => endedAt(one) <= later.sentAt);
        const end = earlier.findLast((one) => one.operation !== 'getSubscription' && !isRefused(one));
        if (end?.operation !== 'unsubscribeFromAgent' || !succeeded(end)) return [];
        const reads = earlier.filter(
          (one) =>
            one.operation === 'getSubscription' && one.sentAt >= endedAt(end) + recording.consistencyWindowMs,
        );
        const [read] = reads;
        const isGone = reads.every((one) => one.response?.status === 404 || isShownAsOver(one));
        return read !== undefined && isGone ? [{ end, read, later }] : [];
      }),
  );
}

/**
 * A subscription that was ended, was taken to be ended once more, and right after that was taken to be begun: where it is
 * over, the second end is due a refusal, and where it runs on, so is the new beginning.
 */
function bothWays(recording: Recording, operations: readonly string[]): readonly Subject[] {
  if (!operations.includes('unsubscribeFromAgent')) return [];
  const writes = recording.user.filter(
    (one) => writing.includes(one.operation) && one.identity === 'own' && isPlain(one.intent?.kind),
  );
  const keyOf = (one: Exchange): string => pathValues(one, recording).join(' ');
  return [...Map.groupBy(writes, keyOf).values()].flatMap((same) =>
    same.flatMap((later, index) => {
      const [end, next] = [same[index - 1], same[index + 1]];
      const isInTurn = end && next && endedAt(end) <= later.sentAt && endedAt(later) <= next.sentAt;
      const isAsked = [end, later].every(
        (one) => one?.operation === 'unsubscribeFromAgent' && succeeded(one),
      );
      return isInTurn && isAsked && next.operation === 'subscribeToAgent' && succeeded(next)
        ? [{ end, read: next, later }]
        : [];
    }),
  );
}

/** Whether a list has one record of this agent alone, and that calls itself active. */
function isListedAsActive(list: Exchange, agent: string): boolean {
  const records = entriesOf(list)?.filter((one) => leavesIn(one).some(({ value }) => value === agent));
  const [record, ...others] = records ?? [];
  if (record === undefined || others.length > 0) return false;
  // What stands deeper may be about the agent.
  return Object.entries(record).some(
    ([name, value]) =>
      (/^(status|state)$/i.test(name) && /^active$/i.test(String(value))) ||
      (/^(is_?)?active$/i.test(name) && value === true),
  );
}

/** One that is canceled may still run to the end of its time, which then is to come; one that is not active has ended. */
function isShownAsOver(read: Exchange): boolean {
  if (!succeeded(read)) return false;
  const leaves = leavesIn(bodyIn(read));
  const states = leaves.filter(({ path }) => /^(status|state)$/i.test(String(path.at(-1))));
  const isInactive = leaves.some(
    ({ path, value }) => /^(is_?)?active$/i.test(String(path.at(-1))) && value === false,
  );
  if (isInactive || states.some(({ value }) => /^(inactive|ended|expired)$/i.test(String(value))))
    return true;
  const isCanceled = states.some(({ value }) => /^cancell?ed$/i.test(String(value)));
  const now = dateOf(read);
  return isCanceled && !Number.isNaN(now) && !leaves.some(({ value }) => timeOf(value) > now + soonMs);
}

/** Clocks of one deployment may differ by so much. */
const soonMs = 60_000;

/** A date and time as text, or as a number of seconds or milliseconds, in ms since 1970; NaN for anything else. */
function timeOf(value: unknown): number {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (typeof value !== 'number' || value < 1e9) return Number.NaN;
  return value < 1e11 ? value * 1000 : value;
}

function isPlain(kind: string | undefined): boolean {
  return kind === 'valid' || kind === 'open-refusal';
}
