import { isRecord, type JsonRecord } from '../../json/json-record.ts';
import { fit } from './names.ts';

/** Where a record, or what it holds, has the member whose name fits a field of the contract best; the outer ones win. */
export function findMember(
  record: JsonRecord,
  field: string,
  isUsable: (value: unknown) => boolean,
): readonly string[] | undefined {
  const [best] = Object.entries(record)
    .map(([name, value]) => ({ name, value, fits: fit(name, field) }))
    .filter(({ fits, value }) => fits !== undefined && isUsable(value))
    .sort((a, b) => (a.fits ?? 0) - (b.fits ?? 0));
  if (best !== undefined) return [best.name];
  for (const [name, inner] of Object.entries(record)) {
    const found = isRecord(inner) ? findMember(inner, field, isUsable) : undefined;
    if (found !== undefined) return [name, ...found];
  }
  return undefined;
}
