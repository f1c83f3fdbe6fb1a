import type { Declaration } from '../deployment/declaration/declaration.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { type LeftOut, noCases, type Plan } from '../plan/plan.ts';
import { needs, notChecked, type WhyLeftOut } from '../plan/why-left-out.ts';
import type { Rule, Spec } from '../spec/spec.ts';
import { allChecks } from '../verdicts/checks/all-checks.ts';
import { rulesBroughtAbout } from './refusal-rules.ts';

/** What each check says of traffic, by its id. */
const ofTraffic = new Map(allChecks.map(({ id, traffic }) => [id, traffic]));

export interface TrafficPlanOptions {
  readonly shapesOnly?: boolean;
  readonly failOn?: Plan['failOn'];
}

/** Which rules can be judged by what others send, and why the rest is left out. */
export function planTraffic(
  { rules, operations }: Spec,
  deployment: Pick<Deployment, 'agentsUrl' | 'baseUrl' | 'fixtures' | 'consistencyWindowMs' | 'traffic'>,
  declaration: Declaration | undefined,
  { shapesOnly = false, failOn }: TrafficPlanOptions = {},
): Plan {
  const addresses = { workers: deployment.agentsUrl, user: deployment.baseUrl };
  const reachable = new Set(operations.filter(({ api }) => addresses[api] !== undefined).map(({ id }) => id));
  const onlyClients = deployment.traffic?.onlyClients === true;
  const brought = rulesBroughtAbout({ rules, operations });
  const canJudge = (rule: Rule, check: string): boolean =>
    speaksOf(rule, check, { onlyClients, brought }) &&
    (!shapesOnly || ofTraffic.get(check)?.isOfShapes === true);
  const decided = rules.map((rule) => ({
    rule,
    why:
      whyNot(rule, { reachable, declaration, onlyClients, brought }) ??
      (rule.checks?.some((check) => canJudge(rule, check)) ? undefined : { kind: 'no-values' as const }),
  }));
  return {
    rules: decided.flatMap(({ rule, why }) =>
      why === undefined
        ? [{ ...rule, checks: (rule.checks ?? []).filter((check) => canJudge(rule, check)) }]
        : [],
    ),
    leftOut: decided.flatMap(({ rule: { id }, why }): LeftOut[] => (why === undefined ? [] : [{ id, why }])),
    ...noCases,
    source: 'traffic',
    consistencyWindowMs: deployment.consistencyWindowMs,
    ...(failOn === undefined ? {} : { failOn }),
    ...(onlyClients ? { onlyClients } : {}),
    ...(declaration === undefined ? {} : { declaration }),
  };
}

interface Known {
  readonly reachable: ReadonlySet<string>;
  readonly declaration: Declaration | undefined;
  readonly onlyClients: boolean;
  /** The rules whose refusals traffic may bring about. */
  readonly brought: ReadonlySet<string>;
}

/** Some checks need to know what a request was meant to try out, which only requests of some forms tell. */
function speaksOf(
  { id, parameter }: Rule,
  check: string,
  { onlyClients, brought }: Pick<Known, 'onlyClients' | 'brought'>,
): boolean {
  const told = ofTraffic.get(check);
  if (told === undefined || (told.restsOn === 'account' && !onlyClients)) return false;
  if (told.onlyFor === 'refusals-brought-about') return brought.has(id);
  // What else a search asks for may be the reason for its refusal.
  return told.onlyFor !== 'periods' || parameter === 'period';
}

function whyNot(rule: Rule, { reachable, declaration, ...known }: Known): WhyLeftOut | undefined {
  if (rule.checks === undefined) return notChecked(rule);
  if (rule.basis === 'declared' && declaration === undefined) return needs('document');
  if (!rule.operations.some((id) => reachable.has(id))) return { kind: 'no-traffic' };
  return rule.checks.some((check) => speaksOf(rule, check, known)) ? undefined : { kind: 'not-certain' };
}
