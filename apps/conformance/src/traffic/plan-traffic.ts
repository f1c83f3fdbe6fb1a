import type { Declaration } from '../deployment/declaration/declaration.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { type LeftOut, noCases, type Plan } from '../plan/plan.ts';
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
    why: whyNot(rule, { reachable, declaration }) ?? (rule.checks?.some(canJudge) ? undefined : whyNoValues),
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

/** Said of the rules that `--no-bodies` costs. */
export const whyNoValues = 'it needs values of bodies, of which --no-bodies keeps none';

interface Known {
  readonly reachable: ReadonlySet<string>;
  readonly declaration: Declaration | undefined;
}

function whyNot(rule: Rule, { reachable, declaration }: Known): string | undefined {
  if (rule.checks === undefined) return rule.notChecked?.text ?? 'no check is named';
  if (rule.basis === 'declared' && declaration === undefined)
    return "it needs the deployment's own OpenAPI document: --openapi URL";
  if (!rule.operations.some((id) => reachable.has(id))) return 'the traffic has nothing of its API';
  return rule.checks.some(speaksOfTraffic)
    ? undefined
    : 'the traffic of others can not show it for certain: run sends requests of its own for it';
}
