import type { Rule, Spec } from '../../src/spec/spec.ts';
import type { Breaker } from './breaker.ts';
import type { Mutant } from './mutant.ts';
import { otherWays } from './other-ways.ts';
import { probeBreakers } from './probe-mutants.ts';
import { sequenceBreakers } from './sequence-breakers.ts';

/** How the rules of the probes' own checks are broken for what only sequences reach. */
const probeBreaker = (check: string): Breaker | undefined => {
  const breaker = probeBreakers[check];
  return (
    breaker && {
      breaks: breaker.breaks,
      wrap: ({ rules, bound }) => breaker.wrap(bound, rules[0]?.parameter ?? ''),
    }
  );
};

/** The checks whose rules sequences show. */
export const sequenceChecks: readonly string[] = [
  // A VIP code can be redeemed once only, so what judges that comes first.
  'probe.answers-as-documented',
  'probe.malformed-id-is-refused',
  'law.past-bound-is-not-taken',
  ...Object.keys(sequenceBreakers),
];

/** The mutant that breaks every rule of a check. */
export function sequenceMutant(check: string, spec: Spec): Mutant {
  const judged = spec.rules.filter(({ checks = [] }) => checks.includes(check));
  return mutantOf(check, check, judged, spec);
}

/** Mutants that break every rule of a check in other ways. */
export function otherMutants(check: string, spec: Spec): readonly Mutant[] {
  const judged = spec.rules.filter(({ checks = [] }) => checks.includes(check));
  return (otherWays[check] ?? []).map((breaker, index) => ({
    rule: check,
    check,
    way: index + 2,
    ...brokenBy(breaker, judged, spec),
  }));
}

/** A mutant for each check of each rule that sequences show. */
export function sequenceMutants(spec: Spec): readonly Mutant[] {
  return spec.rules.flatMap((rule) =>
    (rule.checks ?? [])
      .filter((check) => sequenceChecks.includes(check))
      .map((check) => mutantOf(rule.id, check, [rule], spec)),
  );
}

function mutantOf(name: string, check: string, rules: readonly Rule[], spec: Spec): Mutant {
  const breaker = sequenceBreakers[check] ?? probeBreaker(check);
  if (breaker === undefined) throw new Error(`No mutant breaks rules of the check ${check}.`);
  return { rule: name, check, ...brokenBy(breaker, rules, spec) };
}

function brokenBy(
  breaker: Breaker,
  rules: readonly Rule[],
  { operations }: Spec,
): Pick<Mutant, 'breaks' | 'wrap'> {
  const bound = operations.filter(({ id }) => rules.some((rule) => rule.operations.includes(id)));
  return { breaks: breaker.breaks, wrap: breaker.wrap({ rules, bound, contract: operations }) };
}
