import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../json/parse-json.ts';
import type { Departure } from '../verdicts/findings/finding.ts';

type Expected = Extract<Departure['expected'], { kind: 'parameter' }>;

const told = ['type', 'minimum', 'maximum', 'default', 'enum'];

/**
 * The filter of jq by which a tool describes its parameter as it should; undefined where the recorded answer does not
 * show the other value in the same place.
 */
export function describesParameter(
  { tool, parameter, aspect, value }: Expected,
  { observed, body }: { readonly observed: Departure['observed']; readonly body: string },
): string | undefined {
  if (observed.kind !== 'parameter' || !told.includes(aspect)) return undefined;
  const described = objectsIn(parseJson(body)).filter((one) => Object.values(one).includes(tool));
  const shown = described.flatMap((one) =>
    objectsIn(one).flatMap((inner) => objectsIn(inner[parameter]).slice(0, 1)),
  );
  if (!shown.some((one) => isDeepStrictEqual([one[aspect]].flat(), [observed.value].flat())))
    return undefined;
  const wanted = JSON.stringify([value].flat());
  return (
    `[.. | objects | select(any(.[]; . == ${JSON.stringify(tool)}))]` +
    ` | [.. | objects | .[${JSON.stringify(parameter)}]? | objects]` +
    ` | length > 0 and all([.${aspect}] | flatten | . == ${wanted})`
  );
}

/** All objects of a body, from the outside in. */
function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [{ ...value }, ...inner];
}
