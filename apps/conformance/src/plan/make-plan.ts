import { makeProbes } from '../cases/make-probes.ts';
import { wordedKinds } from '../cases/message-text.ts';
import type { Scenario } from '../cases/scenario.ts';
import { writtenScenarios } from '../cases/written-scenarios.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Operation, Rule, Spec } from '../spec/spec.ts';
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
  const judgesRuns = rules.some((rule) => !isProbed(rule));
  const probed = new Set(rules.filter(isProbed).flatMap(({ operations }) => operations));
  // Whether a deployment asks for credentials at all shows at the caller's own record.
  const isAsked = ({ id }: Operation): boolean => probed.has(id) || id === 'getCurrentUser';
  return {
    rules,
    leftOut,
    scenarios: writtenScenarios.filter((scenario) => judgesRuns && isWorded(scenario, deployment)),
    probes: probed.size === 0 ? [] : spec.operations.filter(isAsked).flatMap(makeProbes),
    toolCall: deployment.fixtures.toolCallMessage,
    drawn: judgesRuns ? options.drawn : 0,
    seed: options.seed,
  };
}

function whyLeftOut(rule: Rule, deployment: Deployment, options: PlanOptions): string | undefined {
  if (rule.checks === undefined) return rule.notChecked ?? 'no check is named';
  if (options.rules.length > 0 && !options.rules.some((wanted) => rule.id.startsWith(wanted)))
    return 'not asked for';
  if (isProbed(rule)) return canProbe(deployment) ? undefined : 'needs --base-url and --jwt';
  // Even what a GET shows can only be judged on a run that this program started.
  if (deployment.profile === 'read-only') return 'needs requests that start runs: add --allow-writes';
  return undefined;
}

/** Whether reading requests to the User API are enough to judge the rule. */
function isProbed({ checks = [] }: Rule): boolean {
  return checks.every((check) => check.startsWith('probe.'));
}

function canProbe({ baseUrl, credentials }: Deployment): boolean {
  return baseUrl !== undefined && credentials.jwt !== undefined;
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
