import { isRecord, type JsonRecord } from './json-record.ts';
import { parseJson } from './parse-json.ts';

/** The records that a text stands in, from the innermost outwards; JSON in a text counts as what it says. */
export function recordsAround(value: unknown, text: string): readonly JsonRecord[] {
  return around(value, text) ?? [];
}

/** Undefined where the text is not in the value. */
function around(value: unknown, text: string): readonly JsonRecord[] | undefined {
  if (typeof value === 'string') {
    if (!value.includes(text)) return undefined;
    const inner = parseJson(value);
    return typeof inner === 'object' && inner !== null ? around(inner, text) : [];
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const inner of Object.values(value)) {
    const found = around(inner, text);
    if (found !== undefined) return isRecord(value) ? [...found, value] : found;
  }
  return undefined;
}
