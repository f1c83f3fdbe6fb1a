import { setTimeout as pause } from 'node:timers/promises';

/** Nowhere stands how soon what was written is known everywhere: in ms, longer than any deployment should take. */
export const settlingMs = 1_200;

/** Waits for some ms; ends early, without a complaint, when the run is stopped. */
export async function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {});
}
