import { isDeepStrictEqual } from 'node:util';
import { caseKey } from '../../../cases/case.ts';
import { type Exchange, inCases, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { isOutsideLists, type Leaf, type NumericLeaf, numericLeavesOf } from '../../leaves.ts';
import { probesOf } from '../../probes.ts';
import { isBareCount, isRedemptionCount } from '../../redemption-count.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** What is used up or counted, the operations that do so, and the one that shows how much there is. */
interface Counter {
  readonly shownBy: string;
  readonly movedBy: string;
  /** How many of these are needed until it must have moved, whatever it counts. */
  readonly identities: readonly Exchange['identity'][];
}

const counters: readonly Counter[] = [
  { shownBy: 'getCredits', movedBy: 'useCredits', identities: ['own'] },
  // Redemptions by the caller, or of the codes of the caller: one of each moves both.
  { shownBy: 'getVipRedemptionCount', movedBy: 'redeemVipCode', identities: ['own', 'other'] },
];

export const countersMove: Check = {
  id: 'law.counters-move',
  drivenBy: 'sequences',
  evidence: ['repeated', 'change-made'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      counters
        .filter(({ shownBy }) => operations.includes(shownBy))
        .flatMap((counter) => [...movements(counter, recording), ...refusals(counter, recording)]),
      (one) =>
        'refused' in one ? moved(one) : (stood(one.before, one.moves, one.after) ?? answeredBefore(one)),
      ({ before }) => numbersIn(before).length > 0,
    ),
};

/** A counter that is shown, uses of it that are all refused, and the counter again, with nothing else in between. */
interface Refusal {
  readonly before: Exchange;
  /** The last of them. */
  readonly refused: Exchange;
  readonly after: Exchange;
  /** Whether two reads with nothing in between were seen to show the same: reading alone moves no count. */
  readonly isStill: boolean;
}

function refusals({ shownBy, movedBy }: Counter, recording: Recording): readonly Refusal[] {
  const calls = probesOf(recording, [shownBy, movedBy]).toSorted((a, b) => a.sentAt - b.sentAt);
  const isStill = staysWhenRead(calls, shownBy);
  const isShown = (one: Exchange): boolean => one.operation === shownBy && isPlain(one);
  return inCases(calls).flatMap((same) =>
    same.flatMap((before, index) => {
      if (!isShown(before)) return [];
      const later = same.slice(index + 1);
      const after = later.find((one) => one.operation === shownBy);
      if (after === undefined || !isShown(after) || after.identity !== before.identity) return [];
      const between = later.slice(0, later.indexOf(after));
      const refused = between.at(-1);
      const isAlone = calls.every(
        (one) => between.includes(one) || one.operation === shownBy || !isBetween(one, before, after),
      );
      return refused !== undefined && between.every(isRefused) && isAlone
        ? [{ before, refused, after, isStill }]
        : [];
    }),
  );
}

/** The first two reads of the own user that nothing which moves the counter came between. */
function staysWhenRead(calls: readonly Exchange[], shownBy: string): boolean {
  const reads = calls.filter((one) => one.operation === shownBy && one.identity === 'own' && isPlain(one));
  const moves = calls.filter(({ operation }) => operation !== shownBy);
  for (const [index, second] of reads.entries()) {
    const first = reads[index - 1];
    if (first === undefined || moves.some((one) => isBetween(one, first, second))) continue;
    return isDeepStrictEqual(numbersIn(first), numbersIn(second));
  }
  return false;
}

function isBetween(one: Exchange, before: Exchange, after: Exchange): boolean {
  return endedAt(one) >= before.sentAt && one.sentAt <= endedAt(after);
}

function moved({ before, refused, after, isStill }: Refusal): Found | undefined {
  const now = new Map(numbersIn(after).map(({ path, value }) => [path.join('\n'), value]));
  const counts = (path: Leaf['path']): boolean =>
    isRedemptionCount(before, path) ||
    (refused.operation === 'redeemVipCode' && isStill && isBareCount(before, path));
  const changed = numbersIn(before).find(
    ({ path, value }) => counts(path) && now.get(path.join('\n')) !== value,
  );
  if (changed === undefined) return undefined;
  const { path, value } = changed;
  return finding([before, refused, after], {
    expected: { kind: 'field', path, oneOf: [value] },
    observed: { kind: 'field', path, value: now.get(path.join('\n')) ?? null, before: value },
  });
}

interface Movement {
  readonly before: Exchange;
  readonly moves: readonly [Exchange, ...Exchange[]];
  readonly after: Exchange;
}

/** Each case that shows a counter, moves it and shows it again. */
function movements({ shownBy, movedBy, identities }: Counter, recording: Recording): readonly Movement[] {
  const shown = probesOf(recording, [shownBy]).filter((one) => isPlain(one) && one.identity === 'own');
  const taken = probesOf(recording, [movedBy]).filter(isPlain);
  return [...Map.groupBy(shown, ({ origin }) => caseKey(origin.case))].flatMap(([id, reads]) => {
    const own = taken.filter(({ origin }) => caseKey(origin.case) === id);
    const [first, ...others] = identities.flatMap(
      (identity) => own.find((one) => one.identity === identity) ?? [],
    );
    if (first === undefined || others.length < identities.length - 1) return [];
    const moves = [first, ...others] as const;
    const before = reads.findLast((one) => moves.every((move) => endedAt(one) <= move.sentAt));
    const after = reads.findLast((one) =>
      own.every((move) => one.sentAt >= endedAt(move) + recording.consistencyWindowMs),
    );
    return before === undefined || after === undefined ? [] : [{ before, moves, after }];
  });
}

function isPlain(exchange: Exchange): boolean {
  return exchange.intent?.kind === 'valid' && succeeded(exchange);
}

/** A count of redemptions that is still nothing after one by the caller and one of the caller's codes. */
function isIdle(answer: Exchange, { path, value }: Leaf): boolean {
  return value === 0 && isRedemptionCount(answer, path);
}

/** Nothing at all is another number than before; what is at zero or below may have no way down. */
function stood(before: Exchange, moves: Movement['moves'], after: Exchange): Found | undefined {
  const [was, is] = [numbersIn(before), numbersIn(after)];
  const counted = was.filter(({ value }) => Number(value) > 0 || after.operation === 'getVipRedemptionCount');
  const idle =
    after.operation === 'getVipRedemptionCount' ? is.find((field) => isIdle(after, field)) : undefined;
  if (idle === undefined && (counted.length === 0 || !isDeepStrictEqual(was, is))) return undefined;
  const [still = idle] = idle === undefined ? counted : [idle];
  const { path = [], value } = still ?? {};
  return finding([before, ...moves, after], {
    expected: { kind: 'field', path, must: 'differ-from-before' },
    observed: { kind: 'field', path, value, before: value },
  });
}

/** One use that answers with the number there was, where the next read shows another one. */
function answeredBefore({ before, moves, after }: Movement): Found | undefined {
  const [use] = moves;
  if (moves.length > 1 || use.operation !== 'useCredits') return undefined;
  const at = (exchange: Exchange, path: Leaf['path']): unknown =>
    numbersIn(exchange).find((one) => one.path.join('\n') === path.join('\n'))?.value;
  const stale = numbersIn(use).find(
    ({ path, value }) =>
      at(before, path) === value && at(after, path) !== undefined && at(after, path) !== value,
  );
  return (
    stale &&
    finding([before, use, after], {
      expected: { kind: 'field', path: stale.path, oneOf: [at(after, stale.path)] },
      observed: { kind: 'field', path: stale.path, value: stale.value },
    })
  );
}

/** Of the record itself: a list in it may be of other things. */
function numbersIn(exchange: Exchange): readonly NumericLeaf[] {
  return numericLeavesOf(exchange).filter(isOutsideLists);
}
