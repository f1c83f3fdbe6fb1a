import * as fc from 'fast-check';
import type { StyledDeployment } from '../styles/deployment.ts';
import type { Style } from '../styles/style.ts';
import { whyHarmless } from './harmless.ts';
import type { Fetch, Operator } from './operator.ts';
import { requestOperators } from './request-operators.ts';
import { sequenceOperators } from './sequence-operators.ts';
import { type Subject, subjectsOf } from './subject.ts';
import { timingOperators } from './timing-operators.ts';

/** How deep a fault lies: one request shows it, a sequence does, or concurrency, a boundary or timing. */
export const depths = ['request', 'sequence', 'timing'] as const;

export type Depth = (typeof depths)[number];

const operators: Readonly<Record<Depth, readonly Operator[]>> = {
  request: requestOperators,
  sequence: sequenceOperators,
  timing: timingOperators,
};

export interface RandomMutant {
  /** The operator, which makes the fault. */
  readonly operator: string;
  /** The operation that has it. */
  readonly subject: string;
  readonly wrap: (deployment: StyledDeployment) => Fetch;
}

export function operatorsOf(depth: Depth): readonly Operator[] {
  return operators[depth];
}

/** A fault by chance: an operator of this depth at an operation that it suits. The same for the same seed. */
export function randomMutant(style: Style, depth: Depth, seed: number): RandomMutant {
  const drawn = fc.constantFrom(...operators[depth]).chain((operator) => {
    return fc.record({
      operator: fc.constant(operator),
      subject: fc.constantFrom(...suiting(operator, style)),
      chance: fc.nat(),
    });
  });
  const [mutant] = fc.sample(drawn, { seed, numRuns: 1 });
  if (mutant === undefined) throw new Error(`No mutant came of the seed ${seed}.`);
  const { operator, subject, chance } = mutant;
  return toMutant(operator, subject, chance);
}

function toMutant(operator: Operator, subject: Subject, chance: number): RandomMutant {
  return { operator: operator.name, subject: subject.label, wrap: operator.wrap(subject, chance) };
}

/** Each fault of a depth once: every operator at every operation that it suits. */
export function everyMutant(style: Style, depth: Depth): readonly RandomMutant[] {
  return operators[depth].flatMap((operator) =>
    suiting(operator, style).map((subject, index) => toMutant(operator, subject, index)),
  );
}

/** Where a fault of an operator contradicts something that the interface says. */
function suiting({ name, suits }: Operator, style: Style): readonly Subject[] {
  return subjectsOf(style).filter((one) => suits(one) && whyHarmless(name, one.label) === undefined);
}

/** The fault that an operator makes at an operation, both by their names. */
export function namedMutant(
  style: Style,
  depth: Depth,
  [operator, subject]: readonly [string, string],
): RandomMutant {
  const chosen = operators[depth].find(({ name }) => name === operator);
  const at = subjectsOf(style).find(({ label }) => label === subject);
  if (chosen === undefined || at === undefined)
    throw new Error(`There is no mutant ${operator}, ${subject}.`);
  return toMutant(chosen, at, 0);
}
