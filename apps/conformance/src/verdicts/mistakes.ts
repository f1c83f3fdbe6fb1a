import type { Operation } from '../spec/spec.ts';
import { explainedBy } from './explained-by.ts';
import type { JudgedFinding } from './verdict.ts';
import { type Families, familiesOf, type Witnesses, witnessesOf } from './witnesses.ts';

/**
 * Which cause stands for the mistake of each cause. One mistake breaks many rules: a removal that removes nothing shows
 * in the read after it, in the list and in the next removal. A cause belongs to another one where that explains each of
 * its findings. Waivers and replay go on to know findings by their own causes.
 */
export function mistakesOf(
  findings: readonly JudgedFinding[],
  operations: readonly Operation[],
): ReadonlyMap<string, string> {
  const families = familiesOf(operations);
  const units = [...Map.groupBy(findings, ({ cause }) => cause)].map(
    ([cause, own]): Unit => ({ cause, findings: own, witnesses: witnessesOf(own, families) }),
  );
  const parents = new Map<string, string>();
  const rootOf = (cause: string): string => {
    const parent = parents.get(cause);
    return parent === undefined ? cause : rootOf(parent);
  };
  for (const unit of units) {
    const others = units.filter((other) => rootOf(other.cause) !== unit.cause);
    const parent = nearest(unit, others, families);
    if (parent !== undefined) parents.set(unit.cause, parent.cause);
  }
  return new Map(units.map(({ cause }) => [cause, rootOf(cause)]));
}

interface Unit {
  readonly cause: string;
  readonly findings: readonly JudgedFinding[];
  readonly witnesses: Witnesses;
}

/** The cause that explains all findings of another one, and that by what ties them closest. */
function nearest(
  { findings, witnesses: own }: Unit,
  others: readonly Unit[],
  families: Families,
): Unit | undefined {
  const near = others.flatMap((other) => {
    const ties = findings.map((finding) => explainedBy(other.witnesses, { finding, own, families }));
    const known = ties.filter((tie) => tie !== undefined);
    return known.length < ties.length ? [] : [{ other, loosest: Math.max(...known) }];
  });
  return near.reduce<(typeof near)[number] | undefined>(
    (best, one) => (best === undefined || one.loosest < best.loosest ? one : best),
    undefined,
  )?.other;
}
