import { type FaultBudget, noFaults } from '../cases/faults/fault.ts';
import { drawJourneys } from '../cases/journeys/draw-journeys.ts';
import type { Journey } from '../cases/journeys/journey.ts';
import { writtenJourneys } from '../cases/journeys/written-journeys.ts';
import { makeProbes, probesOfWorker } from '../cases/make-probes.ts';
import { wordedKinds } from '../cases/message-text.ts';
import type { Scenario } from '../cases/scenario.ts';
import { writtenScenarios } from '../cases/written-scenarios.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Operation, Rule, Spec } from '../spec/spec.ts';
import type { LeftOut, Plan, PlannedRule } from './plan.ts';
import { createSelector, type Selection, type Selector } from './selection.ts';
import type { Shard } from './shard.ts';
import { whatIsMissing } from './what-is-missing.ts';

export interface PlanOptions {
  readonly seed: number;
  readonly drawn: number;
  /** How much is varied; nothing by default. */
  readonly faults?: FaultBudget | undefined;
  /** The name of the budget that says so. */
  readonly budget?: string | undefined;
  readonly selection: Selection;
  readonly shard?: Shard | undefined;
}

/** Decides which rules a run judges, by which scenarios, and what is left out and why. */
export function makePlan(spec: Spec, deployment: Deployment, options: PlanOptions): Plan {
  const selector = createSelector(spec, options.selection);
  const workers = new Set(spec.operations.filter(({ api }) => api === 'workers').map(({ id }) => id));
  const decided = spec.rules.map((rule) => decide(rule, { selector, workers, deployment }));
  const rules = decided.flatMap(({ rule, why }) => (why === undefined ? [rule] : []));
  const leftOut = decided.flatMap(({ rule, why }): LeftOut[] =>
    why === undefined ? [] : [{ id: rule.id, why }],
  );
  const judgesRuns = rules.some((rule) => judgedBy(rule) === 'scenarios');
  const probed = new Set(rules.filter(usesProbes).flatMap(({ operations }) => operations));
  // Whether a deployment asks for credentials at all shows at the caller's own record.
  const isAsked = ({ id }: Operation): boolean => probed.has(id) || id === control;
  const journeys = whyNoChanges(deployment) === undefined ? journeysFor(rules, spec, options) : [];
  const known = { journeys, operations: spec.operations, deployment };
  return {
    rules: rules.map((rule) => withMissing(rule, whatIsMissing(rule, known))),
    leftOut,
    scenarios: writtenScenarios.filter((scenario) => judgesRuns && isWorded(scenario, deployment)),
    messages: wordedKinds(deployment.fixtures),
    journeys,
    probes:
      probed.size === 0
        ? []
        : spec.operations
            .filter(isAsked)
            .flatMap((one) => [
              ...makeProbes(one, options.faults, deployment.fixtures),
              ...probesOfWorker(one, deployment.fixtures.agentId),
            ]),
    toolCall: deployment.fixtures.toolCallMessage,
    drawn: judgesRuns ? options.drawn : 0,
    seed: options.seed,
    settleMs: deployment.settleMs,
    ...(options.budget === undefined ? {} : { budget: options.budget }),
    ...(options.shard === undefined ? {} : { shard: options.shard }),
  };
}

function withMissing(rule: Rule, missing: string | undefined): PlannedRule {
  return missing === undefined ? rule : { ...rule, missing };
}

/** The operation that every run with probes asks, whichever others it was asked for. */
export const control = 'getCurrentUser';

interface Decision {
  readonly rule: Rule;
  /** Why the rule is left out; undefined where it is judged. */
  readonly why: string | undefined;
}

interface DecidedBy {
  readonly selector: Selector;
  /** The operations of the Workers API. */
  readonly workers: ReadonlySet<string>;
  readonly deployment: Deployment;
}

function decide(rule: Rule, { selector, workers, deployment }: DecidedBy): Decision {
  const narrowed = selector.narrow(rule);
  if (narrowed === undefined) return { rule, why: notAskedFor };
  if (rule.checks === undefined) return { rule, why: rule.notChecked ?? 'no check is named' };
  // A history of the User API may lead into the other one, as a new API key does.
  const needsWorkers = rule.operations.some((id) => workers.has(id));
  return {
    rule: narrowed,
    why: whyNot[judgedBy(rule)](deployment) ?? (needsWorkers ? missingForWorkers(deployment) : undefined),
  };
}

const whyNot = {
  probes: whyNoUserApi,
  journeys: whyNoChanges,
  scenarios: whyNoWorkersApi,
} as const;

export const notAskedFor = 'not asked for';

const journeyChecks = /^(resource|refusal|list)\./;

/** By what a rule is judged: reading requests, histories of the User API, or scenarios of the Workers API. */
function judgedBy({ checks = [] }: Rule): 'probes' | 'journeys' | 'scenarios' {
  if (checks.every((check) => check.startsWith('probe.'))) return 'probes';
  return checks.every((check) => check.startsWith('probe.') || journeyChecks.test(check))
    ? 'journeys'
    : 'scenarios';
}

function usesProbes({ checks = [] }: Rule): boolean {
  return checks.some((check) => check.startsWith('probe.'));
}

/** The journeys that can show something of these rules. */
function journeysFor(
  rules: readonly Rule[],
  { operations, rules: all }: Spec,
  { seed, drawn, faults = noFaults }: PlanOptions,
): readonly Journey[] {
  const judged = rules.filter((rule) => judgedBy(rule) !== 'scenarios');
  const concerned = new Set(judged.flatMap((rule) => rule.operations));
  const journeys = [...writtenJourneys(operations, all, { ...faults, seed }), ...drawJourneys(seed, drawn)];
  return journeys.filter(({ calls }) => calls.some(({ operation }) => concerned.has(operation)));
}

function whyNoUserApi({ baseUrl, credentials }: Deployment): string | undefined {
  return baseUrl !== undefined && credentials.jwt !== undefined
    ? undefined
    : 'the User API needs --base-url and --jwt';
}

function whyNoChanges(deployment: Deployment): string | undefined {
  const missing = whyNoUserApi(deployment);
  if (missing !== undefined) return missing;
  return deployment.profile === 'full'
    ? undefined
    : 'its records need requests that change things: add --allow-writes';
}

function whyNoWorkersApi(deployment: Deployment): string | undefined {
  const missing = missingForWorkers(deployment);
  if (missing !== undefined) return missing;
  // Even what a GET shows can only be judged on a run that this program started.
  return deployment.profile === 'full'
    ? undefined
    : 'the Workers API needs requests that start runs: add --allow-writes';
}

/** What a target lacks to have its Workers API judged, and how to give it. */
export function missingForWorkers({ agentsUrl, credentials, fixtures }: Deployment): string | undefined {
  if (agentsUrl === undefined) return 'the Workers API needs its address: --agents-url URL';
  if (credentials.apiKey === undefined)
    return 'the Workers API needs an API key: --api-key KEY, or AGENT_WORKERS_API_KEY in the environment';
  if (fixtures.agentId === undefined)
    return 'the Workers API needs a worker to talk to: --agent-id ID, or fixtures.agentId in the config';
  return undefined;
}

/** A scenario whose messages have no words on this deployment can't be sent. */
function isWorded(scenario: Scenario, deployment: Deployment): boolean {
  const worded = wordedKinds(deployment.fixtures);
  return scenario.steps.every(({ message }) => worded.includes(message));
}
