import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file beside this one that a thread runs, as source or as built. */
export function threadFile(name: string): URL {
  return new URL(`./${name}${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
}

/**
 * V8 would take several times as much for what lives no longer than a message; what outlives two collections is an
 * exchange, which stays until its batch is over, so that more room would not keep it from that.
 */
export const maxYoungGenerationSizeMb = 16;

/**
 * Of the judge beside real traffic: what waits for it and what it keeps is bounded, so that much more would be a mistake
 * of its own, and ends it rather than the machine.
 */
export const judgeLimits = { maxYoungGenerationSizeMb, maxOldGenerationSizeMb: 512 } as const;

/** Of a thread by which nothing could be judged, as of `run`. */
export const troubleExitCode = 3;
