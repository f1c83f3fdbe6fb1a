import { isRecord } from '../json/json-record.ts';
import type { Departure } from '../verdicts/findings/finding.ts';

/** What data of a finding may stand in an answer; kinds and names of the contract don't. */
const values: readonly string[] = ['value', 'id', 'ids', 'text', 'around', 'begins', 'words'];

/** The values that a finding is about, the observed ones first: an answer is shown around them. */
export function disputedValues({ observed, expected }: Departure): readonly string[] {
  return [...valuesIn(observed), ...valuesIn(expected)];
}

function valuesIn(data: unknown, name = ''): readonly string[] {
  if (isRecord(data)) return Object.entries(data).flatMap(([key, value]) => valuesIn(value, key));
  if (Array.isArray(data)) return data.flatMap((value) => valuesIn(value, name));
  if (!values.includes(name)) return [];
  if (typeof data === 'number' || typeof data === 'boolean') return [`${data}`];
  return typeof data === 'string' && data !== '' ? [data] : [];
}
