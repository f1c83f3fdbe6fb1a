import type { WhyLeftOut } from '../../plan/why-left-out.ts';
import type { Condition } from '../../verdicts/findings/condition.ts';
import type { Expectation } from '../../verdicts/findings/expectation.ts';
import type { Departure } from '../../verdicts/findings/finding.ts';
import type { Observation } from '../../verdicts/findings/observation.ts';
import type { Reason } from '../../verdicts/reason.ts';
import { english } from './english.ts';
import type { Said, Sentences } from './sentences.ts';

/** A finding in words; nothing else in the program depends on them. */
export function say(departure: Departure, sentences: Sentences = english): Said {
  return {
    expected: sayExpected(departure.expected, sentences),
    observed: sayObserved(departure, sentences),
  };
}

/** Why nothing is said of a rule, in words. */
export function sayReason(reason: Reason, { reasons }: Sentences = english): string {
  return withTemplate<Reason, []>(reasons, reason);
}

/** Why a rule is left out of a run, in words. */
export function sayLeftOut(why: WhyLeftOut, { leftOut }: Sentences = english): string {
  return withTemplate<WhyLeftOut, []>(leftOut, why);
}

function sayExpected(expected: Expectation, { expected: templates, conditions }: Sentences): string {
  const core = withTemplate<Expectation, []>(templates, expected);
  const because = 'because' in expected ? expected.because : undefined;
  // What was tried out stands with what came of it.
  if (because === undefined || because.kind === 'mutation' || because.kind === 'tool-input') return core;
  return `${core}: ${withTemplate<Condition, []>(conditions, because)}`;
}

function sayObserved(departure: Departure, { observed: templates }: Sentences): string {
  return withTemplate<Observation, [Departure]>(templates, departure.observed, departure);
}

/** The template of a kind takes what is of that kind, which TypeScript doesn't follow through a union. */
function withTemplate<Told extends { readonly kind: string }, Others extends readonly unknown[]>(
  templates: Readonly<Record<Told['kind'], (told: never, ...others: Others) => string>>,
  told: Told,
  ...others: Others
): string {
  const template = templates[told.kind as Told['kind']];
  return template(told as never, ...others);
}
