import { type Captured, headerIn } from './captured.ts';

/** How much waits for the judge. */
export interface Waiting {
  readonly exchanges: number;
  readonly characters: number;
}

const mostExchanges = 5_000;
const mostCharacters = 64 * 2 ** 20;

/** Of so many the choice is remembered; the oldest is forgotten first. */
const mostDropped = 10_000;

/**
 * Chooses what is left out where the judge can't follow: whole runs and records, since of a part of one little can be
 * said. What was left out once stays so.
 *
 * @returns whether the judge is to see it
 */
export function createSampling(): (captured: Captured, waiting: Waiting) => boolean {
  const dropped = new Set<string>();
  return (captured, { exchanges, characters }) => {
    const subject = subjectOf(captured);
    if (dropped.has(subject)) return false;
    if (exchanges < mostExchanges && characters < mostCharacters) return true;
    dropped.add(subject);
    const [oldest] = dropped;
    if (dropped.size > mostDropped && oldest !== undefined) dropped.delete(oldest);
    return false;
  };
}

const identifier = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The run or the record: the last identifier in the address, or the run that was started; else this exchange alone. */
function subjectOf({ url, response, sentAt }: Captured): string {
  const run = response && headerIn(response.headers, 'x-service-run-id');
  return (run ?? url.match(identifier)?.at(-1) ?? `${url} ${sentAt}`).toLowerCase();
}

/** About what it takes in memory. */
export function charactersOf({ requestBody, response }: Captured): number {
  return (requestBody?.length ?? 0) + (response?.body?.length ?? 0) + 1_000;
}
