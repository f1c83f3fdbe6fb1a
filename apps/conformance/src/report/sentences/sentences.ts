import type { Mutation } from '../../cases/mutations/mutation.ts';
import type { WhyLeftOut } from '../../plan/why-left-out.ts';
import type { Condition } from '../../verdicts/findings/condition.ts';
import type { Expectation } from '../../verdicts/findings/expectation.ts';
import type { Departure } from '../../verdicts/findings/finding.ts';
import type { Observation } from '../../verdicts/findings/observation.ts';
import type { Reason } from '../../verdicts/reason.ts';

type OfKind<Union extends { readonly kind: string }, Kind> = Extract<Union, { readonly kind: Kind }>;

/** What is said of each kind of mutation, as the end of a sentence. */
export type Mutations = { readonly [Kind in Mutation['kind']]: (told: OfKind<Mutation, Kind>) => string };

/** Conditions that are told by what was tried out. */
type Tried = Extract<Condition, { readonly mutation: Mutation }>['kind'];

/** What is said of each kind of condition, after a colon. */
export type Conditions = {
  readonly [Kind in Exclude<Condition['kind'], Tried>]: (told: OfKind<Condition, Kind>) => string;
};

/** What is said of each kind of expectation, but for the condition under which it is due. */
export type Expectations = {
  readonly [Kind in Expectation['kind']]: (told: OfKind<Expectation, Kind>) => string;
};

/** What is said of each kind of observation; `departure` has what was expected instead. */
export type Observations = {
  readonly [Kind in Observation['kind']]: (told: OfKind<Observation, Kind>, departure: Departure) => string;
};

/** What is said of each kind of reason for which nothing is said of a rule. */
export type Reasons = { readonly [Kind in Reason['kind']]: (told: OfKind<Reason, Kind>) => string };

/** What is said of each kind of reason for which a rule is left out of a run. */
export type LeftOuts = {
  readonly [Kind in WhyLeftOut['kind']]: (told: OfKind<WhyLeftOut, Kind>) => string;
};

/** The words in which a report tells findings. */
export interface Sentences {
  readonly expected: Expectations;
  readonly observed: Observations;
  readonly conditions: Conditions;
  readonly mutations: Mutations;
  readonly reasons: Reasons;
  readonly leftOut: LeftOuts;
}

/** What was expected and what was observed, in words. */
export interface Said {
  readonly expected: string;
  readonly observed: string;
}
