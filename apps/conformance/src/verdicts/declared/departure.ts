import type { Exchange } from '../../exchanges/exchange.ts';
import type { Departure } from '../findings/finding.ts';
import { bodyOf } from '../findings/observe.ts';
import type { Breach } from './validate.ts';

/** A longer value would make the finding as long. */
const longestValue = 300;

/** Whether a value holds what stands in a recording for a secret. */
export function isMasked(value: unknown): boolean {
  return JSON.stringify(value)?.includes('«') === true;
}

/** What a schema demands, and what stands there instead. */
export function departureOf(
  { path, value, keyword, schemaPath }: Breach,
  place: { readonly operation: string; readonly of: string },
  exchange: Exchange,
): Departure {
  const { schema, within } = nameOf(schemaPath, place);
  const text = JSON.stringify(value) ?? '';
  return {
    expected: { kind: 'schema', schema, schemaPath: within, keyword, path },
    observed:
      text.length > longestValue && path.length === 0
        ? bodyOf(exchange)
        : { kind: 'field', path, ...(value === undefined ? {} : { value: shortened(value, text) }) },
  };
}

function shortened(value: unknown, text: string): unknown {
  return text.length > longestValue ? `${text.slice(0, longestValue).toWellFormed()}…` : value;
}

/** The schema by its own name, where it has one, and the way from there. */
function nameOf(
  schemaPath: Breach['schemaPath'],
  { operation, of }: { readonly operation: string; readonly of: string },
): { readonly schema: string; readonly within: readonly string[] } {
  const [first, second, name, ...rest] = schemaPath;
  if (first === 'components' && second === 'schemas' && name !== undefined)
    return { schema: name, within: rest };
  const start = schemaPath.lastIndexOf('schema');
  return { schema: `${operation} ${of}`, within: schemaPath.slice(start + 1) };
}
