import type { Scenario } from '../cases/scenario.ts';
import type { ToolCallFixture } from '../deployment/deployment.ts';

/** A rule that this run will judge, and the written scenarios that can show whether it is kept. */
export interface PlannedRule {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly operations: readonly string[];
}

export interface LeftOut {
  readonly id: string;
  readonly why: string;
}

/** What a run will do, decided before the first request; the same options give the same plan. */
export interface Plan {
  readonly rules: readonly PlannedRule[];
  readonly leftOut: readonly LeftOut[];
  readonly scenarios: readonly Scenario[];
  /** The words by which tool calls are known in this deployment's streams. */
  readonly toolCall?: ToolCallFixture | undefined;
  /** How many scenarios are drawn at random after the written ones. */
  readonly drawn: number;
  readonly seed: number;
}
