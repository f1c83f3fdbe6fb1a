import { caseKey } from '../cases/case.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { isRecord, type JsonRecord } from '../json/json-record.ts';
import { bodyIn } from './bodies.ts';
import { isResourceCall, type ResourceExchange } from './resources.ts';
import type { Recording } from './verdict.ts';

/** The successful answers of a list, in order, grouped by the sequence that asked for them; by default those of known identifiers. */
export function listingsOf(
  { user }: Recording,
  operations: readonly string[],
  isKnown: (list: ResourceExchange) => boolean = ({ resource }) => resource.listed !== undefined,
): readonly (readonly ResourceExchange[])[] {
  const listings = user
    .filter(isResourceCall)
    .filter((call) => operations.includes(call.operation) && succeeded(call))
    .filter((list) => isKnown(list) && list.origin.case.kind === 'sequence')
    .toSorted((a, b) => a.sentAt - b.sentAt);
  return [
    ...Map.groupBy(listings, ({ origin, operation }) => `${caseKey(origin.case)} ${operation}`).values(),
  ];
}

/** The records of a list, which may be the only array of an envelope; undefined where it is not clear which they are. */
export function entriesOf(list: Exchange): readonly JsonRecord[] | undefined {
  const body = bodyIn(list);
  const arrays = isRecord(body) ? Object.values(body).filter(Array.isArray) : [body];
  const [entries] = arrays;
  return arrays.length === 1 && Array.isArray(entries) && entries.every(isRecord) ? entries : undefined;
}

export function queryOf({ request }: Exchange, name: string): string | null {
  return new URL(request.url).searchParams.get(name);
}
