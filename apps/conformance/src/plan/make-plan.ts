import { wordedKinds } from '../cases/message-text.ts';
import type { Scenario } from '../cases/scenario.ts';
import { writtenScenarios } from '../cases/written-scenarios.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Rule, Spec } from '../spec/spec.ts';
import type { LeftOut, Plan } from './plan.ts';

export interface PlanOptions {
  readonly seed: number;
  readonly drawn: number;
  /** Rule ids, or beginnings of them; empty means all. */
  readonly rules: readonly string[];
}

/** Decides which rules a run judges, by which scenarios, and what is left out and why. */
export function makePlan(spec: Spec, deployment: Deployment, options: PlanOptions): Plan {
  const reasons = spec.rules.map((rule) => ({ rule, why: whyLeftOut(rule, deployment, options) }));
  const rules = reasons.filter(({ why }) => why === undefined).map(({ rule }) => rule);
  const leftOut = reasons.flatMap(({ rule, why }): LeftOut[] =>
    why === undefined ? [] : [{ id: rule.id, why }],
  );
  return {
    rules: rules.map(({ id, section, text, operations }) => ({ id, section, text, operations })),
    leftOut,
    scenarios: writtenScenarios.filter((scenario) => isWorded(scenario, deployment)),
    toolCall: deployment.fixtures.toolCallMessage,
    drawn: options.drawn,
    seed: options.seed,
  };
}

function whyLeftOut(rule: Rule, deployment: Deployment, options: PlanOptions): string | undefined {
  if (rule.checks === undefined) return rule.notChecked ?? 'no check is named';
  if (options.rules.length > 0 && !options.rules.some((wanted) => rule.id.startsWith(wanted)))
    return 'not asked for';
  // Even what a GET shows can only be judged on a run that this program started.
  if (deployment.profile === 'read-only') return 'needs requests that start runs: add --allow-writes';
  return undefined;
}

/** A scenario whose messages have no words on this deployment can't be sent. */
function isWorded(scenario: Scenario, deployment: Deployment): boolean {
  const worded = wordedKinds(deployment.fixtures);
  return scenario.steps.every(({ message }) => worded.includes(message));
}

/** The ids that were asked for but begin no rule: a mistyped filter must not pass as a small success. */
export function unknownRules(spec: Spec, wanted: readonly string[]): readonly string[] {
  return wanted.filter((beginning) => !spec.rules.some(({ id }) => id.startsWith(beginning)));
}
