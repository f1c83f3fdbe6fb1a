import { caseKey } from '../cases/case.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { isResourceCall, type ResourceExchange } from './resources.ts';
import type { Recording } from './verdict.ts';

/** The successful answers of a list, in order, grouped by the sequence that asked for them. */
export function listingsOf(
  { user }: Recording,
  operations: readonly string[],
): readonly (readonly ResourceExchange[])[] {
  const listings = user
    .filter(isResourceCall)
    .filter((call) => operations.includes(call.operation) && succeeded(call))
    .filter(({ resource, origin }) => resource.listed !== undefined && origin.case.kind === 'sequence')
    .toSorted((a, b) => a.sentAt - b.sentAt);
  return [
    ...Map.groupBy(listings, ({ origin, operation }) => `${caseKey(origin.case)} ${operation}`).values(),
  ];
}

export function queryOf({ request }: Exchange, name: string): string | null {
  return new URL(request.url).searchParams.get(name);
}
