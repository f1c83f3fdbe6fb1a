import { isDeepStrictEqual } from 'node:util';
import { holdsIssuedKey, mask } from '../exchanges/redact.ts';
import { isRecord } from '../json/json-record.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import type { Path } from '../verdicts/findings/parts.ts';
import { valuesIn } from './answer-values.ts';
import { at } from './curl-body-check.ts';
import { demandCheck } from './curl-demand-check.ts';
import { argsOf, beside, bodyOf, isAskedAlike, type Kept, over, valueAt } from './curl-filter.ts';
import { list, listIn } from './curl-pair-check.ts';

type Observed = Extract<Departure['observed'], { kind: 'field' }>;
type Expected = Extract<Departure['expected'], { kind: 'field' }>;

/**
 * A command that prints true where a value keeps the rule, false where it breaks it, and nothing where it tells neither:
 * a value by itself, or beside the one of another answer.
 */
export function valueCheck({ expected, observed }: Departure, kept: Kept): string | undefined {
  if (expected.kind === 'body-kind')
    return expected.body === 'jwt' && kept.isSent(mask) ? holdsOwnJwt : undefined;
  if (expected.kind === 'withheld') return expected.secret === 'api-key' ? lacksKey(kept) : isAnother(kept);
  if (expected.kind !== 'field') return undefined;
  if (observed.kind === 'count') return found(expected, observed.count, kept);
  if (observed.kind !== 'field') return undefined;
  const { type, must, atLeast, counts } = expected;
  if (must !== undefined) return demandCheck(must, observed, kept);
  if (atLeast !== undefined) return reaches(atLeast, observed, kept);
  if (type !== undefined) return ofType(type, observed, kept);
  if (counts !== undefined) return countsItsList(counts, observed);
  return (
    asBefore(expected, observed, kept) ?? marked(expected, observed, kept) ?? named(expected, observed, kept)
  );
}

/** A number that is the length of a list in the same body, where both are there. */
function countsItsList(counts: Path, { path }: Observed): string {
  const [list, value] = [valueAt(counts), valueAt(path)];
  return over(`if ${list} == null or ${value} == null then "" else ${value} == (${list} | length) end`);
}

/** Whoever may not see it is not answered as its owner is. */
function isAnother({ exchange, others }: Kept): string | undefined {
  const owner = others.findLast(
    (one) =>
      one.exchange.request.url === exchange?.request.url && one.exchange.identity !== exchange.identity,
  );
  const isRecorded = owner !== undefined && isDeepStrictEqual(bodyOf(exchange), bodyOf(owner.exchange));
  return isRecorded ? beside(owner, 'if ($other | length) == 0 then "" else . != $other end') : undefined;
}

/** What a value of a type is to jq, and to this program. */
const types: Readonly<
  Record<string, { readonly filter: string; readonly holds: (value: unknown) => boolean }>
> = {
  ...Object.fromEntries(
    ['string', 'number', 'boolean', 'object'].map((type) => [
      type,
      { filter: `type == "${type}"`, holds: (value: unknown) => typeof value === type },
    ]),
  ),
  'date-time': {
    filter: 'type == "string" and test("^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ]")',
    holds: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}[Tt ]/.test(value),
  },
};

/** A bound that the request itself sets holds for all members of the name. */
function reaches(atLeast: number, { path, value }: Observed, { exchange }: Kept): string | undefined {
  const name = path.at(-1);
  const asked = [...new URL(exchange?.request.url ?? 'http://none').searchParams.values()];
  if (typeof name !== 'string' || !(Number(value) < atLeast) || !asked.includes(`${atLeast}`))
    return undefined;
  return over(
    `[.. | objects | .[${JSON.stringify(name)}]? | numbers] | if length == 0 then "" else all(.[]; . >= ${atLeast}) end`,
  );
}

/** Wherever a member of the name stands. */
function ofType(type: string, { path }: Observed, { exchange }: Kept): string | undefined {
  const name = path.at(-1);
  const known = types[type];
  if (typeof name !== 'string' || known === undefined) return undefined;
  if (membersNamed(name, bodyOf(exchange)).every(({ value }) => known.holds(value))) return undefined;
  return over(
    `[.. | objects | .[${JSON.stringify(name)}]? | values] | if length == 0 then "" else all(.[]; ${known.filter}) end`,
  );
}

function membersNamed(name: string, value: unknown): readonly { readonly value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => [
    ...(key === name && inner !== null ? [{ value: inner }] : []),
    ...membersNamed(name, inner),
  ]);
}

/** A number that should have moved by so much since an earlier answer, or not at all. */
function asBefore({ oneOf = [] }: Expected, observed: Observed, kept: Kept): string | undefined {
  const [due] = oneOf;
  const { before, path } = observed;
  if (typeof due !== 'number' || typeof before !== 'number' || oneOf.length !== 1) return undefined;
  // What was to stay as it was is as it is in any answer between.
  const isIt = (value: unknown): boolean =>
    due === before ? typeof value === 'number' && value !== observed.value : value === before;
  const other = kept.others.findLast(
    ({ exchange }) => isAskedAlike(exchange, kept.exchange) && isIt(at(bodyOf(exchange), path)),
  );
  if (other === undefined || at(bodyOf(kept.exchange), path) !== observed.value) return undefined;
  const value = valueAt(observed.path);
  return beside(
    other,
    `if ($other | ${value} | type) != "number" then "" else ${value} == ($other | ${value}) + ${due - before} end`,
  );
}

/** A mark that one record of a list should have, and none has. */
function marked({ oneOf = [] }: Expected, { path }: Observed, { exchange }: Kept): string | undefined {
  const [name] = path;
  const records = (listIn(exchange) ?? []).filter(isRecord);
  const isUnmarked = records.every((one) => typeof name === 'string' && one[name] === false);
  if (path.length !== 1 || oneOf[0] !== true || records.length === 0 || !isUnmarked) return undefined;
  return over(`${list} list | if length == 0 then "" else any(.[]; .[${JSON.stringify(name)}] == true) end`);
}

/** A list that lacks what the interface names. */
function named({ oneOf = [] }: Expected, { value }: Observed, { exchange }: Kept): string | undefined {
  const [due] = oneOf;
  const body = bodyOf(exchange);
  if (value !== undefined || typeof due !== 'string' || oneOf.length !== 1 || !Array.isArray(body))
    return undefined;
  if (valuesIn(exchange?.response?.body.text ?? '').some((one) => one.value === due)) return undefined;
  return over(`if length == 0 then "" else [.. | strings] | any(.[]; . == ${JSON.stringify(due)}) end`);
}

/** What was asked for by its name is among what is found. */
function found({ oneOf = [] }: Expected, count: number, kept: Kept): string | undefined {
  const [due] = oneOf;
  if (count !== 0 || typeof due !== 'string' || oneOf.length !== 1) return undefined;
  const variable = kept.variableOf(due);
  if (variable === undefined && !kept.isSent(due)) return undefined;
  const wanted = variable === undefined ? JSON.stringify(due) : '$due';
  const args = variable === undefined ? '' : argsOf({ due: variable });
  return over(`[.. | strings] | any(.[]; . == ${wanted})`, args);
}

/** The JWT that was attached to a session is the user's own. */
const holdsOwnJwt = 'case "$BODY" in *"$AGENT_WORKERS_JWT"*) echo true;; *) echo false;; esac';

/** The value of a key that an earlier answer of this script gave. */
function lacksKey({ exchange, others }: Kept): string | undefined {
  const shown = valuesIn(exchange?.response?.body.text ?? '').map(({ value }) => value);
  for (const other of others) {
    const key = valuesIn(other.exchange.response?.body.text ?? '').find(
      ({ value }) => holdsIssuedKey(value) && shown.includes(value),
    );
    if (key !== undefined)
      return beside(
        other,
        `($other | ${key.path}) as $key | if $key == null then "" else [.. | strings] | any(.[]; contains($key)) | not end`,
      );
  }
  return undefined;
}
