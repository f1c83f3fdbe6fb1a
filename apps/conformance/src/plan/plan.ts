import type { Journey } from '../cases/journeys/journey.ts';
import type { Probe } from '../cases/probe.ts';
import type { MessageKind, Scenario } from '../cases/scenario.ts';
import type { ToolCallFixture } from '../deployment/deployment.ts';
import type { Rule } from '../spec/spec.ts';
import type { Shard } from './shard.ts';

export interface LeftOut {
  readonly id: string;
  readonly why: string;
}

/** A rule that a run judges. */
export interface PlannedRule extends Rule {
  /** What the config lacks, without which nothing can be seen of it: `fixtures.vipCode`. */
  readonly missing?: string | undefined;
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
  /** Histories of the User API, which create and change things. */
  readonly journeys: readonly Journey[];
  /** The words by which tool calls are known in this deployment's streams. */
  readonly toolCall?: ToolCallFixture | undefined;
  /** How many scenarios are drawn at random after the written ones, each by a seed of its own. */
  readonly drawn: number;
  readonly seed: number;
  /** How long what was written may take to show everywhere, in ms. */
  readonly settleMs: number;
  /** The name of the budget: how many faults the journeys have. */
  readonly budget?: string | undefined;
  /** Which part of all this the run drives; undefined for the whole. */
  readonly shard?: Shard | undefined;
}
