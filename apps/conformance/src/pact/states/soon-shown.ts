import { setTimeout as pause } from 'node:timers/promises';
import { timeToConsistency } from '../../exchanges/pause-for.ts';
import type { Scene } from './state.ts';

/** What a list shows; it is asked once more where what was made a moment ago may not show yet. */
export async function soonShown<Shown>(
  { deployment: { consistencyWindowMs } }: Scene,
  look: () => Promise<Shown | undefined>,
): Promise<Shown | undefined> {
  const shown = await look();
  if (shown !== undefined || consistencyWindowMs === 0) return shown;
  await pause(timeToConsistency(consistencyWindowMs));
  return look();
}
