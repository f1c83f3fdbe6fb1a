import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { isTouch, type Touch } from './resources.ts';
import type { Recording } from './verdict.ts';

/** The successful answers of a list, in order, grouped by the journey that asked for them. */
export function listingsOf(
  { probes }: Recording,
  operations: readonly string[],
): readonly (readonly Touch[])[] {
  const listings = probes
    .filter(isTouch)
    .filter((touch) => operations.includes(touch.operation) && succeeded(touch))
    .filter(({ about, scenario }) => about.listed !== undefined && scenario.startsWith('journey/'))
    .toSorted((a, b) => a.sentAt - b.sentAt);
  return [...Map.groupBy(listings, ({ scenario, operation }) => `${scenario} ${operation}`).values()];
}

export function queryOf({ request }: Exchange, name: string): string | null {
  return new URL(request.url).searchParams.get(name);
}
