import { parseJson } from '../json/parse-json.ts';

/** A value in a JSON document, and the path by which jq finds it. */
export interface PlacedValue {
  readonly value: string;
  readonly path: string;
  /** The name of the member that it is, or of the list that it stands in. */
  readonly name: string;
}

/** All texts and whole numbers of a JSON document, in its order; none of a text that is no JSON. */
export function valuesIn(text: string): readonly PlacedValue[] {
  return placed(parseJson(text), '', 'answer');
}

function placed(value: unknown, path: string, name: string): readonly PlacedValue[] {
  if (typeof value === 'string' || Number.isSafeInteger(value))
    return [{ value: String(value), path: path || '.', name }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((one, index) => placed(one, `${path || '.'}[${index}]`, name));
  return Object.entries(value).flatMap(([key, one]) => placed(one, `${path}${member(key)}`, key));
}

function member(key: string): string {
  return /^[a-z_]\w*$/i.test(key) ? `.${key}` : `.[${JSON.stringify(key)}]`;
}
