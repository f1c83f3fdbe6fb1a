import type { Plan } from './plan.ts';

/** Ends the id of a written scenario that is driven once more. */
const again = /\/again-\d+$/;

export function onceMore(id: string, round: number): string {
  return `${id}/again-${round}`;
}

/** Which of the plan's written scenarios has this id, once more or not; -1 when none has. */
export function writtenIndex(plan: Plan, scenario: string | undefined): number {
  const id = scenario?.replace(again, '');
  return plan.scenarios.findIndex((one) => one.id === id);
}
