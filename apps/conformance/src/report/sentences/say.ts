import type { Mutation } from '../../cases/mutations/mutation.ts';
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

/** What is wrong or odd about a request, in words such as `with 10,000 characters in title`. */
export function sayMutation(mutation: Mutation, { mutations }: Sentences = english): string {
  return withTemplate<Mutation, []>(mutations, mutation);
}

function sayExpected(expected: Expectation, sentences: Sentences): string {
  const core = withTemplate<Expectation, []>(sentences.expected, expected);
  const because = 'because' in expected ? expected.because : undefined;
  // What was tried out stands with what came of it.
  return because === undefined || isTried(because) ? core : `${core}: ${sayCondition(because, sentences)}`;
}

function sayObserved(departure: Departure, sentences: Sentences): string {
  const { expected, observed } = departure;
  const seen = withTemplate<Observation, [Departure]>(sentences.observed, observed, departure);
  const because = 'because' in expected ? expected.because : undefined;
  const isTold = observed.kind === 'status' && because !== undefined && isTried(because);
  return isTold ? `${sayCondition(because, sentences)}: ${seen}` : seen;
}

function isTried({ kind }: Condition): boolean {
  return kind === 'mutation' || kind === 'tool-input' || kind === 'repeated';
}

function sayCondition(because: Condition, sentences: Sentences): string {
  if ('mutation' in because) return sayMutation(because.mutation, sentences);
  return withTemplate<Exclude<Condition, { readonly mutation: Mutation }>, []>(sentences.conditions, because);
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
