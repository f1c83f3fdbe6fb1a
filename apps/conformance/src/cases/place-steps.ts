import type { PlacedStep, Step } from './scenario.ts';

/** Parts steps into groups that are sent together, and names for each step the step that started its run. */
export function placeSteps(steps: readonly Step[]): readonly (readonly PlacedStep[])[] {
  const groups: PlacedStep[][] = [];
  let startedBefore: number[] = [];
  let startedInGroup: number[] = [];
  for (const [index, step] of steps.entries()) {
    const joins = step.alongside && groups.length > 0;
    if (!joins) {
      startedBefore = [...startedBefore, ...startedInGroup];
      startedInGroup = [];
      groups.push([]);
    }
    const number = index + 1;
    const startedBy = step.action === 'start' ? number : pick(startedBefore, step.run);
    // A refused start has no run that a later step could mean.
    if (step.action === 'start' && step.credential === 'own') startedInGroup.push(number);
    groups.at(-1)?.push({ number, step, startedBy });
  }
  return groups;
}

function pick(started: readonly number[], run: number): number | undefined {
  return started.length === 0 ? undefined : started[run % started.length];
}
