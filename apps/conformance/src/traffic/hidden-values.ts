import { mask } from '../exchanges/redact.ts';
import { mapLeaves } from '../json/map-leaves.ts';
import { parseJson } from '../json/parse-json.ts';
import { BoundedMap } from './bounded-map.ts';
import type { Captured } from './captured.ts';

/** Secrets that look like words: hidden where they are a whole value, and not in the middle of others. */
export interface HiddenValues {
  readonly add: (secrets: readonly string[]) => void;
  readonly hide: (captured: Captured) => { readonly captured: Captured; readonly isHidden: boolean };
}

/** So many are known; the oldest are forgotten first. */
const mostKnown = 5_000;

export function createHiddenValues(): HiddenValues {
  const known = new BoundedMap<string, true>(mostKnown);
  return {
    add: (secrets) => {
      for (const secret of secrets) known.set(secret, true);
    },
    hide: (captured) => {
      if (known.size === 0) return { captured, isHidden: false };
      const { requestBody, response } = captured;
      const request = hideIn(requestBody, known);
      const answer = hideIn(response?.body, known);
      const isHidden = request !== requestBody || answer !== response?.body;
      if (!isHidden) return { captured, isHidden };
      return {
        captured: { ...captured, requestBody: request, response: response && { ...response, body: answer } },
        isHidden,
      };
    },
  };
}

/** JSON, or JSON line by line. */
function hideIn(body: string | undefined, known: ReadonlyMap<string, true>): string | undefined {
  if (body === undefined || !body.includes('"')) return body;
  if (parseJson(body) !== undefined) return hideLeaves(body, known);
  return body
    .split('\n')
    .map((line) => (line.includes('"') && parseJson(line) !== undefined ? hideLeaves(line, known) : line))
    .join('\n');
}

function hideLeaves(json: string, known: ReadonlyMap<string, true>): string {
  return mapLeaves(json, {
    leaf: ({ literal }) =>
      literal.startsWith('"') && known.has(String(JSON.parse(literal))) ? JSON.stringify(mask) : literal,
  });
}
