import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../exchanges/exchange.ts';
import { isRecord } from '../json/json-record.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import { at } from './curl-body-check.ts';
import { argsOf, beside, bodyOf, type Kept, over, valueAt } from './curl-filter.ts';

type Observed = Extract<Departure['observed'], { kind: 'field' }>;

const comparisons: Readonly<Record<string, string>> = {
  'differ-from-another-input': '!=',
  'differ-between-records': '!=',
  'differ-between-users': '!=',
  'differ-from-before': '!=',
  'be-the-callers-own': '!=',
  'be-less-than-before': '<',
};

/**
 * A command that prints true where a value is as a rule demands it, false where not, and nothing where that isn't told.
 */
export function demandCheck(must: string, observed: Observed, kept: Kept): string | undefined {
  const comparison = comparisons[must];
  if (comparison !== undefined) return compared(comparison, observed, kept);
  if (must === 'be-of-what-was-asked-for') return ofWhatWasAsked(observed, kept);
  if (must === 'begin-with-the-best') return best(observed, kept);
  if (must === 'be-there') return isThere(observed, kept);
  if (!isDeepStrictEqual(at(bodyOf(kept.exchange), observed.path), observed.value)) return undefined;
  return byItself(must, observed);
}

/** What a text must be, whatever else was answered. */
function byItself(must: string, observed: Observed): string | undefined {
  const ofText = (filter: string): string =>
    over(`${valueAt(observed.path)} | if type == "string" then ${filter} else "" end`);
  switch (must) {
    case 'be-of-the-run':
      // A day or two are left to the clocks.
      return ofText('.[:10] >= (now - 172800 | strftime("%Y-%m-%d"))');
    case 'lie-ahead':
      // In another zone, the same moment has other digits.
      return ofText('if endswith("Z") then .[:19] > (now | strftime("%Y-%m-%dT%H:%M:%S")) else "" end');
    case 'be-written-out':
      return ofText(`. != ${JSON.stringify(observed.value)}`);
    default:
      return undefined;
  }
}

/** Nothing, and a list of nothing, are not there. */
function isThere({ path }: Observed, { exchange }: Kept): string | undefined {
  const body = bodyOf(exchange);
  const value = at(body, path);
  const isEmpty = value === undefined || value === null || isDeepStrictEqual(value, []);
  if (!isRecord(body) || !isEmpty) return undefined;
  return over(
    `if type == "object" then getpath(${JSON.stringify(path)}) | . != null and . != [] else "" end`,
  );
}

/** A text that holds the identifier of what was asked for before is not of what was asked for now. */
function ofWhatWasAsked(observed: Observed, kept: Kept): string | undefined {
  const { value } = observed;
  const asked = segmentsOf(kept.exchange);
  const foreign = kept.others
    .flatMap(({ exchange }) => segmentsOf(exchange))
    .find((one) => isIdentifier(one) && !asked.includes(one) && `${JSON.stringify(value)}`.includes(one));
  if (foreign === undefined) return undefined;
  const variable = kept.variableOf(foreign);
  const there = `${valueAt(observed.path)} | if . == null then "" else tostring`;
  return variable === undefined
    ? over(`${there} | contains(${JSON.stringify(foreign)}) | not end`)
    : over(`${there} | contains($foreign) | not end`, argsOf({ foreign: variable }));
}

function segmentsOf(exchange: Exchange | undefined): readonly string[] {
  return new URL(exchange?.request.url ?? 'http://none').pathname.split('/').map(decodeURIComponent);
}

const isIdentifier = (text: string): boolean => text.length >= 8 && /\d/.test(text);

/** The first record of a list has the highest value. */
function best({ path }: Observed, { exchange }: Kept): string | undefined {
  const records = bodyOf(exchange);
  const values = Array.isArray(records) ? records.map((one) => Number(at(one, path))) : [];
  if (values.length < 2 || !(Math.max(...values) > (values[0] ?? Number.NaN))) return undefined;
  return over(`map(getpath(${JSON.stringify(path)})) | if length < 2 then "" else first == max end`);
}

/** Two users may both have nothing. */
function compared(comparison: string, observed: Observed, kept: Kept): string | undefined {
  const { exchange } = kept;
  const isRecorded = (one: unknown, other: unknown): boolean =>
    comparison === '<' ? Number(one) >= Number(other) : isDeepStrictEqual(one, other);
  const own = at(bodyOf(exchange), observed.path);
  const other = kept.others.findLast(
    (one) =>
      one.exchange.operation === exchange?.operation &&
      isRecorded(own, at(bodyOf(one.exchange), observed.path)),
  );
  if (own === undefined || other === undefined) return undefined;
  const value = valueAt(observed.path);
  return beside(
    other,
    `if ${value} == null or ${value} == 0 or ($other | ${value}) == null then "" else ${value} ${comparison} ($other | ${value}) end`,
  );
}
