import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../json/parse-json.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import type { Excerpt, Path } from '../verdicts/findings/parts.ts';
import { valuesIn } from './answer-values.ts';
import type { Kept } from './curl-filter.ts';
import { describesParameter } from './curl-tool-check.ts';
import { isIdentifier } from './curl-variables.ts';
import { quote } from './shell-text.ts';

/** A call of jq that succeeds where a body keeps the rule; undefined where the body alone does not tell. */
export function bodyCheck(departure: Departure, kept: Kept): string | undefined {
  const { expected, observed } = departure;
  switch (expected.kind) {
    case 'body-kind':
      return bodyKind(expected.body, kept);
    case 'listed':
    case 'absent':
      return holds(expected.record.id, expected.kind === 'listed', kept);
    case 'message':
      return expected.text && says(expected.text, expected.presence === 'present', kept);
    case 'count':
      return expected.of === 'records' ? atMost(expected.atMost, kept) : undefined;
    case 'parameter':
      return observed.kind === 'other-parameter'
        ? lacks(expected.tool, observed.parameter)
        : filter(describesParameter(expected, { observed, body: bodyOf(kept) }));
    default:
      return fieldCheck(departure, kept);
  }
}

const kinds = {
  json: 'true',
  array: 'type == "array"',
  object: 'type == "object"',
  structured: 'type == "array" or type == "object"',
} as const;

function bodyOf({ exchange }: Kept): string {
  return exchange?.response?.body.text ?? '';
}

/** A body of the right kind may break a rule by what is in it: its kind does not tell. */
function bodyKind(kind: string, kept: Kept): string | undefined {
  const value = parseJson(bodyOf(kept));
  const own = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const is = own === 'array' || own === 'object' ? [own, 'structured', 'json'] : [own, 'json'];
  if (kind === 'array' && Array.isArray(value) && value.includes(null))
    return filter(`${kinds.array} and (any(.[]; . == null) | not)`);
  if (value !== undefined && is.includes(kind)) return undefined;
  return filter(kinds[kind as keyof typeof kinds]);
}

function filter(text: string | undefined, args = ''): string | undefined {
  return text === undefined ? undefined : `jq -e ${args}${quote(text)}`;
}

function fieldCheck({ expected, observed }: Departure, kept: Kept): string | undefined {
  if (observed.kind !== 'field' || !isShown(observed.path, observed.value, kept)) return undefined;
  const there = { path: observed.path, filter: `getpath(${JSON.stringify(observed.path)})` };
  if (expected.kind === 'unchanged' && observed.before !== undefined)
    return equals(there, [observed.before], kept);
  if (expected.kind === 'same-as' && expected.value !== undefined)
    return equals(there, [expected.value], kept);
  // What it counts may be of another length each time.
  if (expected.kind !== 'field' || expected.counts !== undefined) return undefined;
  if (expected.oneOf !== undefined) return equals(there, expected.oneOf, kept);
  return observed.value === undefined ? filter(`${there.filter} != null`) : undefined;
}

/** Whether the path leads in the recorded body to what was observed: a path may have the names of the contract instead. */
function isShown(path: Path, value: unknown, kept: Kept): boolean {
  const record = at(parseJson(bodyOf(kept)), path.slice(0, -1));
  const last = path.at(-1);
  if (last === undefined || typeof record !== 'object' || record === null) return false;
  // What a list lacks is not a member of it.
  return Array.isArray(record) === (typeof last === 'number') && isDeepStrictEqual(at(record, [last]), value);
}

export function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, segment) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, segment) : undefined,
    value,
  );
}

/** Identifiers of one run come from variables of the script; a count may be as high as one of them by chance. */
function equals(
  { path, filter: there }: { readonly path: Path; readonly filter: string },
  values: readonly unknown[],
  { variableOf, isSent }: Kept,
): string | undefined {
  const name = String(path.findLast((segment) => typeof segment === 'string') ?? '');
  const variables = values.map((value) =>
    isIdentifier({ name, value: String(value) }) ? variableOf(String(value)) : undefined,
  );
  const isKnown = values.every(
    (value, index) => variables[index] !== undefined || !isOfThisRun(value) || isSent(String(value)),
  );
  if (!isKnown) return undefined;
  const parts = values.map((value, index) =>
    variables[index] === undefined ? orInList(JSON.stringify(value)) : `tostring == $${variables[index]}`,
  );
  return filter(`${there} | ${parts.join(' or ')}`, argsOf(variables));
}

/** A text may be one of a list that stands there. */
function orInList(value: string): string {
  return value.startsWith('"') ? `(. == ${value} or (arrays | any(.[]; . == ${value})))` : `. == ${value}`;
}

function argsOf(variables: readonly (string | undefined)[]): string {
  return [...new Set(variables)]
    .map((name) => (name === undefined ? '' : `--arg ${name} "$${name}" `))
    .join('');
}

/** An identifier or a number may be another one each time, unless the script itself sends it. */
export function isOfThisRun(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /[0-9a-f]{8}/i.test(value));
}

function holds(id: string, isDue: boolean, kept: Kept): string | undefined {
  const { variableOf, isSent } = kept;
  const variable = variableOf(id);
  if (isRecorded(id, kept) === isDue) return undefined;
  if (variable === undefined && !isSent(id)) return undefined;
  const wanted = variable === undefined ? JSON.stringify(id) : `$${variable}`;
  const isThere = `[.. | scalars | tostring] | any(. == ${wanted})`;
  return filter(isDue ? isThere : `${isThere} | not`, argsOf([variable]));
}

/** Whether the recorded body has a value: a script that would say otherwise of it says nothing. */
function isRecorded(value: string, kept: Kept): boolean {
  return valuesIn(bodyOf(kept)).some((one) => one.value === value);
}

/** What a worker says may be another text each time: only a message that the script sends is known to it. */
function says({ begins, length }: Excerpt, isDue: boolean, kept: Kept): string | undefined {
  if (begins.length < length || isRecorded(begins, kept) === isDue) return undefined;
  if (!kept.isSent(begins) && !kept.isSent(JSON.stringify(begins).slice(1, -1))) return undefined;
  const isThere = `[.. | strings] | any(. == ${JSON.stringify(begins)})`;
  return filter(isDue ? isThere : `${isThere} | not`);
}

/** How long a list may be is told where the request itself limits it. The list may stand in an envelope. */
function atMost(count: number | undefined, { exchange }: Kept): string | undefined {
  const asked = [...new URL(exchange?.request.url ?? 'http://none').searchParams.values()];
  if (count === undefined || !asked.includes(`${count}`)) return undefined;
  return filter(`if type == "array" then . else ([.[]? | arrays] | first) end | length <= ${count}`);
}

function lacks(tool: string, parameter: string): string | undefined {
  const described = `[.. | objects | select(any(.[]; . == ${JSON.stringify(tool)}))]`;
  return filter(
    `${described} | length > 0 and ([.. | .required? | arrays[]] | index(${JSON.stringify(parameter)}) == null)`,
  );
}
