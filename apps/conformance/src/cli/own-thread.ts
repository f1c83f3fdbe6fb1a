import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file beside this one that a thread runs, as source or as built. */
export function threadFile(name: string): URL {
  return new URL(`./${name}${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
}

/**
 * Of the thread of `run`. V8 would take several times as much for what lives no longer than a message; what outlives two
 * collections is an exchange, which stays until its batch is over, so that more room would not keep it from that. It lets a
 * heap that may become large grow to four times what is alive before it looks through the whole of it, and to less than
 * twice where its limit is below 2 GB. Some 50 to 130 MB are alive in the longest run: the rest is for long answers.
 */
export const runLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 2_000 } as const;

/**
 * Of the threads beside real traffic, which stay for days: the one that passes it on, and the judge. What is under way, what
 * waits and what is kept is bounded, so that much more would be a mistake of its own, and ends the thread rather than the
 * machine. Each MB of the young heap lets the old one grow by another.
 */
export const trafficLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 384 } as const;

/** Of a thread by which nothing could be judged, as of `run`. */
export const troubleExitCode = 3;
