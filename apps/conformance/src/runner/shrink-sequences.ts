import { sharesAccount } from '../cases/sequences/shares-account.ts';
import type { Shrunk } from '../verdicts/smallest-case.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';
import { type SequenceFinding, shrinkSequenceFinding } from './shrink-sequence-finding.ts';

/** How many parts of a sequence are driven at once. */
const partsAtOnce = 4;
/** All findings in sequences together may take so many times as long as one. */
const timesAsLong = 4;

/** Shrinks findings side by side; what acts on things that an account has once is driven alone. */
export async function shrinkSequences(
  findings: readonly SequenceFinding[],
  { driver, options }: { readonly driver: Driver; readonly options: RunOptions },
): Promise<Shrunk> {
  const { operations, concurrency, onEvent, shrinkMs } = options;
  const contract = new Map(operations.map((operation) => [operation.id, operation]));
  const end = performance.now() + timesAsLong * shrinkMs;
  const shrink = async (finding: SequenceFinding, atOnce: number) => {
    if (performance.now() > end) return {};
    const rule = finding.rule.id;
    onEvent({ type: 'shrinking', rule });
    const found = await shrinkSequenceFinding(finding, { ...options, driver, atOnce });
    if (found.smallest) onEvent({ type: 'shrunk', rule, steps: found.smallest.calls.length });
    return found;
  };
  const alone = findings.filter(({ sequence }) => sharesAccount(sequence, contract));
  const together = findings.filter((finding) => !alone.includes(finding));
  const found = [
    ...(await inParallel(together, concurrency, (one) => shrink(one, partsAtOnce))),
    ...(await inParallel(alone, 1, (one) => shrink(one, 1))),
  ];
  return {
    smallest: found.flatMap(({ smallest }) => smallest ?? []),
    notReproducible: found.flatMap(({ notReproducible }) => notReproducible ?? []),
  };
}
