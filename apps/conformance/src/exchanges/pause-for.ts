import { setTimeout as pause } from 'node:timers/promises';

/** So much longer than what was written may take to show everywhere: clocks and timers differ. */
const margin = 1.2;

/** After so many ms what was written before may be expected everywhere. */
export function timeToConsistency(consistencyWindowMs: number): number {
  return margin * consistencyWindowMs;
}

/** Waits until what was written before may be expected everywhere. */
export async function pauseForConsistency(consistencyWindowMs: number, signal: AbortSignal): Promise<void> {
  await pauseFor(timeToConsistency(consistencyWindowMs), signal);
}

/** Aborted some ms after another one is. */
export function abortedAfter(signal: AbortSignal, milliseconds: number): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    setTimeout(() => controller.abort(), milliseconds).unref();
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return controller.signal;
}

/** Waits for some ms; ends early, without a complaint, when the run is stopped. */
export async function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {});
}
