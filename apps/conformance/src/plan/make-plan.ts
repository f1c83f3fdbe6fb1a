import { declaredProbes, makeProbes, probesOfWorker } from '../cases/make-probes.ts';
import { isWorded, wordedKinds } from '../cases/message-text.ts';
import { type MutationBudget, noMutations } from '../cases/mutations/mutation-budget.ts';
import type { Scenario } from '../cases/scenario.ts';
import { drawSequences } from '../cases/sequences/draw-sequences.ts';
import type { Sequence } from '../cases/sequences/sequence.ts';
import { writtenSequences } from '../cases/sequences/written-sequences.ts';
import { writtenScenarios } from '../cases/written-scenarios.ts';
import { type Declaration, declaredBounds } from '../deployment/declaration/declaration.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { CheckDeclaration, Driver } from '../spec/check-declaration.ts';
import type { Basis, Operation, Rule, Spec } from '../spec/spec.ts';
import type { LeftOut, Plan, PlannedRule } from './plan.ts';
import { createSelector, type Selection, type Selector } from './selection.ts';
import type { Shard } from './shard.ts';
import { whatIsMissing } from './what-is-missing.ts';
import { type Need, needs, notChecked, type WhyLeftOut } from './why-left-out.ts';

export interface PlanOptions {
  /** What each check says of itself. */
  readonly checks: readonly CheckDeclaration[];
  readonly seed: number;
  readonly drawn: number;
  /** How much is varied; nothing by default. */
  readonly mutations?: MutationBudget | undefined;
  /** The name of the budget that says so. */
  readonly budget?: string | undefined;
  readonly selection: Selection;
  /** The bases by which a broken rule fails the run; stated and implied by default. */
  readonly failOn?: readonly Basis[] | undefined;
  readonly shard?: Shard | undefined;
  /** The deployment's own OpenAPI document, where it gives one. */
  readonly declaration?: Declaration | undefined;
}

/** Decides which rules a run judges, by which scenarios, and what is left out and why. */
export function makePlan(spec: Spec, deployment: Deployment, options: PlanOptions): Plan {
  const { declaration } = options;
  const selector = createSelector(spec, options.selection);
  const checks = new Map(options.checks.map((check) => [check.id, check]));
  const workers = new Set(spec.operations.filter(({ api }) => api === 'workers').map(({ id }) => id));
  const decided = spec.rules.map((rule) =>
    decide(rule, { selector, workers, deployment, checks, declaration }),
  );
  const rules = decided.flatMap(({ rule, why }) => (why === undefined ? [rule] : []));
  const leftOut = decided.flatMap(({ rule, why }): LeftOut[] =>
    why === undefined ? [] : [{ id: rule.id, why }],
  );
  const isDeclared = ({ basis }: Rule): boolean => basis === 'declared';
  const judgesRuns =
    rules.some((rule) => judgedBy(rule, checks) === 'scenarios') ||
    (rules.some((rule) => isDeclared(rule) && rule.operations.some((id) => workers.has(id))) &&
      whyNoWorkersApi(deployment) === undefined);
  const probed = new Set(
    rules
      .filter((rule) => isDeclared(rule) || driversOf(rule, checks).includes('probes'))
      .flatMap(({ operations }) => operations),
  );
  // Whether a deployment asks for credentials at all shows at the caller's own record.
  const isAsked = ({ id }: Operation): boolean => probed.has(id) || id === control;
  const sequences =
    whyNoChanges(deployment) === undefined ? sequencesFor(rules, { spec, checks, options }) : [];
  const known = { checks, sequences, operations: spec.operations, deployment };
  return {
    rules: rules.map((rule) => withMissing(rule, whatIsMissing(rule, known))),
    leftOut,
    scenarios: writtenScenarios.filter((scenario) => judgesRuns && hasWords(scenario, deployment)),
    messages: wordedKinds(deployment.fixtures),
    sequences,
    probes:
      probed.size === 0
        ? []
        : spec.operations
            .filter(isAsked)
            .flatMap((one) => [
              ...makeProbes(one, options.mutations, deployment.fixtures),
              ...probesOfWorker(one, deployment.fixtures.agentId),
              ...(declaration === undefined || !rules.some(isDeclared)
                ? []
                : declaredProbes(one, declaredBounds(declaration, one.id), deployment.fixtures)),
            ]),
    toolCall: deployment.fixtures.toolCallMessage,
    ...limitsOf(deployment),
    drawn: judgesRuns ? options.drawn : 0,
    seed: options.seed,
    consistencyWindowMs: deployment.consistencyWindowMs,
    ...(options.failOn === undefined ? {} : { failOn: options.failOn }),
    ...(options.declaration === undefined ? {} : { declaration }),
    ...(options.budget === undefined ? {} : { budget: options.budget }),
    ...(options.shard === undefined ? {} : { shard: options.shard }),
  };
}

function limitsOf({ fixtures: { jobSeconds, filesPerAgent } }: Deployment): Pick<Plan, 'limits'> {
  return jobSeconds === undefined && filesPerAgent === undefined
    ? {}
    : { limits: { jobSeconds, filesPerAgent } };
}

function withMissing(rule: Rule, missing: readonly string[] | undefined): PlannedRule {
  return missing === undefined ? rule : { ...rule, missing };
}

/** The operation that every run with probes asks, whichever others it was asked for. */
export const control = 'getCurrentUser';

interface Decision {
  readonly rule: Rule;
  /** Why the rule is left out; undefined where it is judged. */
  readonly why: WhyLeftOut | undefined;
}

interface DecidedBy {
  readonly selector: Selector;
  /** The operations of the Workers API. */
  readonly workers: ReadonlySet<string>;
  readonly deployment: Deployment;
  readonly checks: Checks;
  readonly declaration: Declaration | undefined;
}

function decide(rule: Rule, { selector, workers, deployment, checks, declaration }: DecidedBy): Decision {
  const narrowed = selector.narrow(rule);
  if (narrowed === undefined) return { rule, why: { kind: 'not-asked-for' } };
  if (rule.checks === undefined) return { rule, why: notChecked(rule) };
  if (rule.basis === 'declared') return decideDeclared(narrowed, deployment, declaration);
  const isWorkers = (id: string): boolean => workers.has(id);
  // A call sequence may lead into the other one, as a new API key does.
  const needsBoth = rule.checks.some((id) => checks.get(id)?.needsBothApis === true);
  const isOfWorkers = narrowed.operations.length > 0 && narrowed.operations.every(isWorkers);
  const needsWorkers = needsBoth || isOfWorkers;
  const missing = missingForWorkers(deployment);
  if (needsWorkers || missing === undefined)
    return { rule: narrowed, why: whyNot[judgedBy(rule, checks)](deployment) ?? missing };
  const left = narrowed.operations.filter((id) => !isWorkers(id));
  return {
    rule: { ...narrowed, operations: left },
    why: whyNot[judgedBy(rule, checks)](deployment),
  };
}

/** A document binds the operations that it describes. */
function decideDeclared(rule: Rule, deployment: Deployment, declaration: Declaration | undefined): Decision {
  if (declaration === undefined) return { rule, why: needs('document') };
  const operations = rule.operations.filter((id) => declaration.operations[id] !== undefined);
  return { rule: { ...rule, operations }, why: whyNoUserApi(deployment) };
}

const whyNot: Readonly<Record<Driver, (deployment: Deployment) => Need | undefined>> = {
  probes: whyNoUserApi,
  sequences: whyNoChanges,
  scenarios: whyNoWorkersApi,
};

/** The checks by their ids. */
type Checks = ReadonlyMap<string, CheckDeclaration>;

/** By what a rule is judged: the most that one of its checks asks for. */
function judgedBy(rule: Rule, checks: Checks): Driver {
  const drivers = driversOf(rule, checks);
  if (drivers.includes('scenarios')) return 'scenarios';
  return drivers.includes('sequences') ? 'sequences' : 'probes';
}

function driversOf({ checks: ids = [] }: Rule, checks: Checks): readonly Driver[] {
  return ids.flatMap((id) => checks.get(id)?.drivenBy ?? []);
}

/** The sequences that can show something of these rules. */
function sequencesFor(
  rules: readonly Rule[],
  { spec, checks, options }: { readonly spec: Spec; readonly checks: Checks; readonly options: PlanOptions },
): readonly Sequence[] {
  const { operations, rules: all } = spec;
  const { seed, drawn, mutations = noMutations } = options;
  const judged = rules.filter((rule) => judgedBy(rule, checks) !== 'scenarios');
  const concerned = new Set(judged.flatMap((rule) => rule.operations));
  const asked = new Set(judged.flatMap((rule) => rule.checks ?? []));
  const sequences = [
    ...writtenSequences(operations, all, { ...mutations, seed }),
    ...drawSequences(seed, drawn),
  ];
  return sequences.filter(
    ({ calls, checks: own }) =>
      (own === undefined || own.some((check) => asked.has(check))) &&
      calls.some(({ operation }) => concerned.has(operation)),
  );
}

function whyNoUserApi({ baseUrl, credentials }: Deployment): Need | undefined {
  return baseUrl !== undefined && credentials.jwt !== undefined ? undefined : needs('user-api');
}

function whyNoChanges(deployment: Deployment): Need | undefined {
  const missing = whyNoUserApi(deployment);
  if (missing !== undefined) return missing;
  return deployment.profile === 'full' ? undefined : needs('changes');
}

function whyNoWorkersApi(deployment: Deployment): Need | undefined {
  const missing = missingForWorkers(deployment);
  if (missing !== undefined) return missing;
  // Even what a GET shows can only be judged on a run that this program started.
  return deployment.profile === 'full' ? undefined : needs('runs');
}

/** What a target lacks to have its Workers API judged. */
export function missingForWorkers({ agentsUrl, credentials, fixtures }: Deployment): Need | undefined {
  if (agentsUrl === undefined) return needs('agents-url');
  if (credentials.apiKey === undefined) return needs('api-key');
  if (fixtures.agentId === undefined) return needs('agent-id');
  return undefined;
}

/** A scenario whose messages have no words on this deployment can't be sent. */
function hasWords({ steps }: Scenario, { fixtures }: Deployment): boolean {
  return steps.every(({ message }) => isWorded(message, fixtures));
}
