import type { Deployment } from '../deployment/deployment.ts';
import type { Spec } from '../spec/spec.ts';
import { makePlan, type PlanOptions } from './make-plan.ts';
import type { Plan } from './plan.ts';

/** How many rules of a plan could not be seen without a fixture of the config. */
export function rulesThatNeed(
  fixture: keyof Deployment['fixtures'],
  plan: Plan,
  made: { readonly spec: Spec; readonly deployment: Deployment; readonly options: PlanOptions },
): number {
  const { spec, deployment, options } = made;
  const without = { ...deployment, fixtures: { ...deployment.fixtures, [fixture]: undefined } };
  const waiting = new Map(makePlan(spec, without, options).rules.map(({ id, missing }) => [id, missing]));
  return plan.rules.filter(({ id, missing }) => missing === undefined && waiting.get(id) !== undefined)
    .length;
}
