import type { Declaration } from '../deployment/declaration/declaration.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { type LeftOut, noCases, type Plan } from '../plan/plan.ts';
import { needs, notChecked, type WhyLeftOut } from '../plan/why-left-out.ts';
import type { Rule, Spec } from '../spec/spec.ts';
import { speaksOfShapes, speaksOfTraffic } from '../verdicts/certain-of-traffic.ts';

/** Which rules can be judged by what others send, and why the rest is left out. */
export function planTraffic(
  { rules, operations }: Spec,
  deployment: Pick<Deployment, 'agentsUrl' | 'baseUrl' | 'fixtures' | 'consistencyWindowMs'>,
  declaration: Declaration | undefined,
  { shapesOnly = false }: { readonly shapesOnly?: boolean } = {},
): Plan {
  const addresses = { workers: deployment.agentsUrl, user: deployment.baseUrl };
  const reachable = new Set(operations.filter(({ api }) => addresses[api] !== undefined).map(({ id }) => id));
  const canJudge = (check: string): boolean =>
    speaksOfTraffic(check) && (!shapesOnly || speaksOfShapes(check));
  const decided = rules.map((rule) => ({
    rule,
    why:
      whyNot(rule, { reachable, declaration }) ??
      (rule.checks?.some(canJudge) ? undefined : { kind: 'no-values' as const }),
  }));
  return {
    rules: decided.flatMap(({ rule, why }) =>
      why === undefined ? [{ ...rule, checks: (rule.checks ?? []).filter(canJudge) }] : [],
    ),
    leftOut: decided.flatMap(({ rule: { id }, why }): LeftOut[] => (why === undefined ? [] : [{ id, why }])),
    ...noCases,
    source: 'traffic',
    consistencyWindowMs: deployment.consistencyWindowMs,
    ...(declaration === undefined ? {} : { declaration }),
  };
}

interface Known {
  readonly reachable: ReadonlySet<string>;
  readonly declaration: Declaration | undefined;
}

function whyNot(rule: Rule, { reachable, declaration }: Known): WhyLeftOut | undefined {
  if (rule.checks === undefined) return notChecked(rule);
  if (rule.basis === 'declared' && declaration === undefined) return needs('document');
  if (!rule.operations.some((id) => reachable.has(id))) return { kind: 'no-traffic' };
  return rule.checks.some(speaksOfTraffic) ? undefined : { kind: 'not-certain' };
}
