import { type Exchange, isGet, isOwnSuccess, isRefused } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { type Leaf, leavesOf } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { wordsOf } from '../../words.ts';

/** What was done to a record with an answer that shows it, between two reads of one kind. */
interface Act {
  readonly before: Exchange;
  readonly act: Exchange;
  readonly after: Exchange;
}

export const actIsShown: Check = {
  id: 'law.act-is-shown',
  drivenBy: 'sequences',
  evidence: ['answer', 'record-read'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      recording.user
        .filter((one) => operations.includes(one.operation) && isOwnSuccess(one) && !isGet(one))
        .flatMap((act) => subjectsOf(act, recording, operations)),
      ({ before, act, after }) => {
        const lost = lostIn({ before, act, after }, recording);
        if (lost === undefined) return undefined;
        const { path, value, shown } = lost;
        return finding([before, act, after], {
          expected: { kind: 'same-as', other: { by: 'exchange', exchange: act.id }, path, value },
          observed: { kind: 'field', path, value: shown },
        });
      },
    ),
};

function subjectsOf(act: Exchange, recording: Recording, operations: readonly string[]): readonly Act[] {
  const [id = ''] = pathValues(act, recording);
  const calls = recording.user.filter((one) => pathValues(one, recording).includes(id));
  const reads = calls.filter((one) => isGet(one) && isOwnSuccess(one) && operations.includes(one.operation));
  const before = reads.findLast((read) => endedAt(read) <= act.sentAt);
  const after = reads.find(
    (read) =>
      read.sentAt >= endedAt(act) + recording.consistencyWindowMs && read.operation === before?.operation,
  );
  if (before === undefined || after === undefined) return [];
  const others = calls.filter((one) => one !== act && !isGet(one) && !isRefused(one));
  const isAlone = others.every((one) => endedAt(one) <= before.sentAt || one.sentAt >= endedAt(after));
  return isAlone ? [{ before, act, after }] : [];
}

/** What the answer shows in another way than both reads do, in a record of their form; times and numbers move. */
function lostIn(
  { before, act, after }: Act,
  recording: Recording,
): (Leaf & { readonly shown: unknown }) | undefined {
  const said = wordsOf(act, recording);
  if ([...wordsOf(after, recording).keys()].some((place) => !said.has(place))) return undefined;
  const [was, is] = [before, after].map(
    (read) => new Map(leavesOf(read).map(({ path, value }) => [JSON.stringify(path), value])),
  );
  for (const [place, leaf] of said) {
    const shown = is?.get(place);
    if (was?.get(place) !== shown || shown === leaf.value || isMasked(shown)) continue;
    // What is absent is left out by some, and some answer more than they keep.
    if (shown !== undefined || generated.test(`${leaf.path.at(-1)}`))
      return { ...leaf, shown: shown ?? null };
  }
  return undefined;
}

/** What a generator writes is the record's from then on. */
const generated = /upsell/i;

/** What is told once may be hidden from then on. */
function isMasked(value: unknown): boolean {
  return typeof value === 'string' && /[*•…]|\.{3}/.test(value);
}
