import { setTimeout as pause } from 'node:timers/promises';

/** So much longer than what was written may take to show everywhere: clocks and timers differ. */
const margin = 1.2;

/** After so many ms what was written before may be expected everywhere. */
export function timeToSettle(settleMs: number): number {
  return margin * settleMs;
}

/** Waits until what was written before may be expected everywhere. */
export async function pauseToSettle(settleMs: number, signal: AbortSignal): Promise<void> {
  await pauseFor(timeToSettle(settleMs), signal);
}

/** Waits for some ms; ends early, without a complaint, when the run is stopped. */
export async function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {});
}
