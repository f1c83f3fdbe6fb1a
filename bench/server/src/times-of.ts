import { setTimeout as pause } from 'node:timers/promises';

interface Series {
  count: number;
  /** How long is waited after each, in milliseconds. Default: not at all. */
  apart?: number;
}

/** How long each of so many runs took, one after the other, in milliseconds. */
export async function timesOf(run: () => Promise<void>, { count, apart = 0 }: Series): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
    if (apart > 0) await pause(apart);
  }
  return times;
}
