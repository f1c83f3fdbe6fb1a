import type { Probe } from '../cases/probe.ts';
import type { MessageKind, Scenario } from '../cases/scenario.ts';
import type { Sequence } from '../cases/sequences/sequence.ts';
import type { Declaration } from '../deployment/declaration/declaration.ts';
import type { ToldLimits, ToolCallFixture } from '../deployment/deployment.ts';
import type { Basis, Rule } from '../spec/spec.ts';
import type { Shard } from './shard.ts';
import type { WhyLeftOut } from './why-left-out.ts';

export interface LeftOut {
  readonly id: string;
  readonly why: WhyLeftOut;
}

/** A rule that a run judges. */
export interface PlannedRule extends Rule {
  /** The keys that the config lacks, without which nothing can be seen of it: `fixtures.vipCode`. */
  readonly missing?: readonly string[] | undefined;
}

/** What a run will do, decided before the first request; the same options give the same plan. */
export interface Plan {
  readonly rules: readonly PlannedRule[];
  readonly leftOut: readonly LeftOut[];
  readonly scenarios: readonly Scenario[];
  /** The kinds of message that this deployment has words for. */
  readonly messages: readonly MessageKind[];
  /** What is sent to the User API: reading requests only. */
  readonly probes: readonly Probe[];
  /** Call sequences, which create and change things. */
  readonly sequences: readonly Sequence[];
  /** The words by which tool calls are known in this deployment's streams. */
  readonly toolCall?: ToolCallFixture | undefined;
  /** Limits of the deployment that the interface does not show, and its config tells. */
  readonly limits?: ToldLimits | undefined;
  /** How many scenarios are drawn at random after the written ones, each by a seed of its own. */
  readonly drawn: number;
  /** Left out where nothing is drawn. */
  readonly seed?: number | undefined;
  /** How long what was written may take to show everywhere, in ms. */
  readonly consistencyWindowMs: number;
  /** The bases by which a broken rule fails the run; stated and implied by default. */
  readonly failOn?: readonly Basis[] | undefined;
  /** The deployment's own OpenAPI document, where it gives one. */
  readonly declaration?: Declaration | undefined;
  /** The name of the budget: how many mutations the sequences have. */
  readonly budget?: string | undefined;
  /** Where the exchanges come from, if this program did not send them: from others, beside whom others may have been at work. */
  readonly source?: 'traffic' | undefined;
  /** Of traffic that others made: whether nothing acts for the users but what is recorded. */
  readonly onlyClients?: boolean | undefined;
  /** Which part of all this the run drives; undefined for the whole. */
  readonly shard?: Shard | undefined;
}

/** Of a plan that judges what others send. */
export const noCases = {
  scenarios: [],
  messages: [],
  probes: [],
  sequences: [],
  drawn: 0,
} satisfies Partial<Plan>;
