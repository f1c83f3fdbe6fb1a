import { sharesAccount } from '../cases/sequences/shares-account.ts';
import type { Shrunk, SmallestSequence } from '../verdicts/smallest-case.ts';
import { driveKept, toSmallest } from './drive-kept.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';
import { type SequenceFinding, shrinkSequenceFinding } from './shrink-sequence-finding.ts';

/** How many parts of a sequence are driven at once. */
const partsAtOnce = 4;
/** All findings in sequences together may take so many times as long as one. */
const timesAsLong = 4;

interface Found extends Awaited<ReturnType<typeof shrinkSequenceFinding>> {
  readonly finding?: SequenceFinding;
}

interface Shrinking {
  readonly driver: Driver;
  readonly options: RunOptions;
  readonly tidy: () => Promise<unknown>;
}

/** Shrinks findings side by side; what acts on things that an account has once is driven alone. */
export async function shrinkSequences(
  findings: readonly SequenceFinding[],
  { driver, options, tidy }: Shrinking,
): Promise<Shrunk> {
  const { operations, concurrency, onEvent, shrinkMs } = options;
  const contract = new Map(operations.map((operation) => [operation.id, operation]));
  const end = performance.now() + timesAsLong * shrinkMs;
  const shrink = async (finding: SequenceFinding, atOnce: number) => {
    if (performance.now() > end) return {};
    const rule = finding.rule.id;
    onEvent({ type: 'shrinking', rule });
    return { finding, ...(await shrinkSequenceFinding(finding, { ...options, driver, atOnce })) };
  };
  /** A part may show its finding by what another part has left on the target: then the finding stays as it was found. */
  const shownAfresh = async ({ finding, smallest, kept }: Found): Promise<SmallestSequence | undefined> => {
    if (finding === undefined || smallest === undefined || kept === undefined || options.signal.aborted)
      return smallest;
    const { sequence, rule, cause } = finding;
    const again = await driveKept(sequence, kept, { ...options, driver, rule });
    const shown = toSmallest(again, cause, smallest.isSmallest);
    if (shown) onEvent({ type: 'shrunk', rule: rule.id, steps: shown.calls.length });
    return shown;
  };
  const alone = findings.filter(({ sequence }) => sharesAccount(sequence, contract));
  const together = findings.filter((finding) => !alone.includes(finding));
  const found: readonly Found[] = [
    ...(await inParallel(together, concurrency, (one) => shrink(one, partsAtOnce))),
    ...(await inParallel(alone, 1, (one) => shrink(one, 1))),
  ];
  const parts = found.filter(({ smallest }) => smallest !== undefined);
  if (parts.length > 0) await tidy();
  const shown = await inParallel(parts, 1, shownAfresh);
  return {
    smallest: shown.flatMap((one) => one ?? []),
    notReproducible: found.flatMap(({ notReproducible }) => notReproducible ?? []),
  };
}
