import type { Plan } from './plan.ts';

/** Ends the id of a written scenario that is driven once more. */
const again = '/again';

export function onceMore(id: string): string {
  return `${id}${again}`;
}

/** Which of the plan's written scenarios has this id, once more or not; -1 when none has. */
export function writtenIndex(plan: Plan, scenario: string | undefined): number {
  const id = scenario?.endsWith(again) ? scenario.slice(0, -again.length) : scenario;
  return plan.scenarios.findIndex((one) => one.id === id);
}
