import type { Spec } from '../../src/spec/spec.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { probeBreakers } from '../mutants/probe-mutants.ts';
import { sequenceBreakers } from '../mutants/sequence-breakers.ts';
import { otherMutants, sequenceMutant } from '../mutants/sequence-mutants.ts';

/** The mutants of a check's rules; where its rules have one of a kind each, a single one that breaks them all. */
export function mutantsOf(
  check: string,
  { spec, mutants }: { readonly spec: Spec; readonly mutants: readonly Mutant[] },
): readonly Mutant[] {
  if (check in sequenceBreakers || check in probeBreakers)
    return [sequenceMutant(check, spec), ...otherMutants(check, spec)];
  const rules = spec.rules.filter(({ checks = [] }) => checks.includes(check)).map(({ id }) => id);
  return mutants.filter((mutant) => rules.includes(mutant.rule) && (mutant.check ?? check) === check);
}
