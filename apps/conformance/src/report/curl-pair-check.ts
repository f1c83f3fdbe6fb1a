import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../exchanges/exchange.ts';
import { isRecord } from '../json/json-record.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import { at } from './curl-body-check.ts';
import { argsOf, beside, bodyOf, jq, type Kept, type KeptAnswer, over, valueAt } from './curl-filter.ts';

type Expected<Kind extends string> = Extract<Departure['expected'], { kind: Kind }>;

/**
 * A command that prints true where the answers of the finding agree as the rule demands, false where they don't, and
 * nothing where they tell neither. A check that would say otherwise of the recorded answers says nothing at all.
 */
export function pairCheck({ expected, observed }: Departure, kept: Kept): string | undefined {
  switch (expected.kind) {
    case 'count':
      return expected.of === 'jwt-reads'
        ? over('type != "string"')
        : observed.kind === 'count'
          ? counted(expected, observed, kept)
          : undefined;
    case 'unique':
      return expected.what === 'run' ? runsDiffer(kept) : (recordsDiffer(kept) ?? answersDiffer(kept));
    case 'sum':
      return addsUp(expected, kept);
    case 'same-as':
      return sameAs(expected, kept);
    case 'order':
      return inOrder(expected, kept);
    case 'pages':
      if (observed.kind !== 'pages') return undefined;
      if (expected.are === 'of-the-list') return undefined;
      return expected.are === 'disjoint' ? pagesDiffer(kept) : pagesHoldAll(observed.ids[0], kept);
    default:
      return undefined;
  }
}

/** A list may stand in an envelope. */
export const list = 'def list: if type == "array" then . else ([.[]? | arrays] | first) end;';

/** A filter over the answer that shows the finding, with another one as `$other`, of which both may be lists. */
function besideList(other: KeptAnswer, filter: string): string {
  return beside(other, `${list} ${filter}`);
}

export function listIn(exchange: Exchange | undefined): readonly unknown[] | undefined {
  const value = bodyOf(exchange);
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value).find((inner) => Array.isArray(inner)) : undefined;
}

/** How long a list is: by itself, or as another one tells. */
function counted(
  expected: Expected<'count'>,
  observed: Extract<Departure['observed'], { kind: 'count' }>,
  kept: Kept,
): string | undefined {
  const whole = listIn(kept.exchange)?.length === observed.count;
  const byLength = whole
    ? (countedBeside(expected, observed, kept) ?? countedAlone(expected, kept))
    : undefined;
  return byLength ?? countedMarks(expected, observed, kept);
}

/** How many records of a list have a mark, where one alone is so common. */
function countedMarks(
  { atMost }: Expected<'count'>,
  { count }: Extract<Departure['observed'], { kind: 'count' }>,
  { exchange }: Kept,
): string | undefined {
  const records = (listIn(exchange) ?? []).filter(isRecord);
  const marks = Object.keys(records[0] ?? {}).filter(
    (name) => records.filter((one) => one[name] === true).length === count,
  );
  const [mark] = marks;
  if (atMost === undefined || mark === undefined || marks.length !== 1) return undefined;
  const marked = `map(select(.[${JSON.stringify(mark)}] == true)) | length`;
  return over(`${list} list | if length <= ${atMost} then "" else (${marked}) <= ${atMost} end`);
}

function countedBeside(
  { exactly }: Expected<'count'>,
  { count, before }: Extract<Departure['observed'], { kind: 'count' }>,
  kept: Kept,
): string | undefined {
  if (exactly === undefined) return undefined;
  const length = before ?? exactly;
  const other = kept.others.findLast(({ exchange }) => listIn(exchange)?.length === length);
  if (other === undefined || !isSameList(kept.exchange, other.exchange)) return undefined;
  const grown = exactly - length;
  // A list that was too short and has nothing now is about something else.
  const unclear = [
    '($other | list | length) == 0',
    ...(grown === 0 ? [] : [`(list | length) >= ${pageOf(kept.exchange)}`]),
    ...(count === 0 ? [] : ['(list | length) == 0']),
  ];
  return besideList(
    other,
    `if ${unclear.join(' or ')} then "" else (list | length) == ($other | list | length) + ${grown} end`,
  );
}

function countedAlone({ exactly, atMost, atLeast }: Expected<'count'>, kept: Kept): string | undefined {
  // That nothing is due holds whatever else was answered.
  if (kept.others.length > 0 && atLeast === undefined && exactly !== 0) return undefined;
  // What the request itself does not limit may be a count of some of the records.
  if (atMost !== undefined && new URL(kept.exchange?.request.url ?? 'http://none').search === '')
    return undefined;
  const due = [
    ...(exactly === undefined ? [] : [`== ${exactly}`]),
    ...(atMost === undefined ? [] : [`<= ${atMost}`]),
    ...(atLeast === undefined ? [] : [`>= ${atLeast}`]),
  ].map((one) => `(list | length) ${one}`);
  return due.length === 0 ? undefined : over(`${list} ${due.join(' and ')}`);
}

/** As many records as one page of a list may have; a list by itself has no pages. */
function pageOf(exchange: Exchange | undefined): number {
  const limit = Number(new URL(exchange?.request.url ?? 'http://none').searchParams.get('limit') ?? 30);
  return Array.isArray(bodyOf(exchange)) ? 1_000_000 : limit;
}

/** Whether two requests ask for lists of one kind, as the same user. */
function isSameList(one: Exchange | undefined, other: Exchange): boolean {
  return (
    one?.operation === other.operation && one.identity === other.identity && other.request.method === 'GET'
  );
}

/** Two POSTs start two runs. */
function runsDiffer({ runId, others: [other] }: Kept): string | undefined {
  const one = other?.runId;
  if (one === undefined || runId === undefined || one === runId) return undefined;
  return `[ -n "$${one}" ] && { [ "$${one}" = "$${runId}" ] && echo false || echo true; }`;
}

/** Two records have two identifiers; those of one list as well. */
function recordsDiffer(kept: Kept): string | undefined {
  const [other] = kept.others.slice(-1);
  if (other !== undefined) {
    // A record that one of several mutations made may be there for a reason of its own.
    if (kept.exchange?.intent?.mutation !== undefined) return undefined;
    const [name] = sharedIdentifiers(bodyOf(kept.exchange), bodyOf(other.exchange));
    if (name === undefined) return undefined;
    const path = `getpath([${JSON.stringify(name)}])`;
    return besideList(
      other,
      `if ${path} == null or ($other | ${path}) == null then "" else ${path} != ($other | ${path}) end`,
    );
  }
  const records = listIn(kept.exchange) ?? [];
  const names = isRecord(records[0]) ? Object.keys(records[0]) : [];
  const days = names.find((name) => /date|day/i.test(name));
  const [isWhole, key] = isRepeated(records) ? [true, '.'] : [false, `.[${JSON.stringify(days ?? '')}]`];
  if (!isWhole && (days === undefined || !isRepeated(records.map((one) => isRecord(one) && one[days]))))
    return undefined;
  return over(`${list} list | if length == 0 then "" else length == (map(${key}) | unique | length) end`);
}

/** Two answers that are the same as a whole, and have no identifiers that could tell them apart. */
function answersDiffer({ exchange, others }: Kept): string | undefined {
  const [other] = others.slice(-1);
  const [one, before] = [bodyOf(exchange), bodyOf(other?.exchange)];
  if (other === undefined || one === undefined || !isDeepStrictEqual(one, before)) return undefined;
  return beside(other, 'if length == 0 or ($other | length) == 0 then "" else . != $other end');
}

/** A total beside the list that has its parts, in the one column that adds up to what is due. */
function addsUp({ path, sum }: Expected<'sum'>, { exchange, others }: Kept): string | undefined {
  const parts = others.findLast((one) => listIn(one.exchange) !== undefined);
  const rows = (listIn(parts?.exchange) ?? []).filter(isRecord);
  const columns = Object.keys(rows[0] ?? {}).filter(
    (name) => rows.reduce((total, row) => total + Number(row[name]), 0) === sum,
  );
  const [column] = columns;
  if (parts === undefined || column === undefined || columns.length !== 1) return undefined;
  if (typeof at(bodyOf(exchange), path) !== 'number') return undefined;
  return besideList(
    parts,
    `($other | list | map(.[${JSON.stringify(column)}]) | add) as $due | ${valueAt(path)} as $is | if $due == null or $is == null then "" else $due == $is end`,
  );
}

function isRepeated(values: readonly unknown[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size < values.length;
}

function sharedIdentifiers(one: unknown, other: unknown): readonly string[] {
  if (!isRecord(one) || !isRecord(other)) return [];
  return Object.entries(one).flatMap(([name, value]) =>
    /(^|[^a-z])u?id$|Id$/.test(name) && value === other[name] ? [name] : [],
  );
}

/** What a parameter, or a look, does not change: as long a list, or the same answer. */
function sameAs({ other: { by } }: Expected<'same-as'>, kept: Kept): string | undefined {
  const other = kept.others.findLast(({ exchange }) => isBefore(exchange, kept.exchange, by));
  if (other === undefined) return undefined;
  const [one, before] = [listIn(kept.exchange), listIn(other.exchange)];
  if (one !== undefined && before !== undefined && one.length !== before.length)
    return besideList(other, '(list | length) == ($other | list | length)');
  return by === 'exchange' || isDeepStrictEqual(bodyOf(kept.exchange), bodyOf(other.exchange))
    ? undefined
    : besideList(other, '. == $other');
}

function isBefore(other: Exchange, one: Exchange | undefined, by: 'parameter' | 'exchange'): boolean {
  if (one === undefined || other.operation !== one.operation || other.request.method !== 'GET') return false;
  const [asked, before] = [one, other].map(({ request }) => new URL(request.url).searchParams.size);
  return by === 'exchange' || asked !== before;
}

/** The order in which a list was before, or which was sent for it. */
function inOrder({ by, ids = [] }: Expected<'order'>, kept: Kept): string | undefined {
  if (by !== 'position') return undefined;
  const [name] = namesOf(ids[0], listIn(kept.exchange));
  if (name === undefined) return undefined;
  const own = `list | map(getpath([${JSON.stringify(name)}]) | tostring)`;
  const isOfThem = (id: string): boolean => ids.includes(id);
  const isAsBefore = ({ exchange }: KeptAnswer): boolean =>
    isSameList(kept.exchange, exchange) &&
    isDeepStrictEqual(
      (listIn(exchange) ?? []).flatMap((one) => (isRecord(one) ? String(one[name]) : [])).filter(isOfThem),
      ids,
    );
  const before = kept.others.findLast(isAsBefore);
  if (before !== undefined) return besideList(before, `(${own}) == ($other | ${own})`);
  const variables = ids.map(kept.variableOf);
  if (!variables.every((one) => one !== undefined)) return undefined;
  const wanted = variables.map((one) => `$${one}`).join(', ');
  const args = argsOf(Object.fromEntries(variables.map((one) => [one, one])));
  const filter = `${list} [${wanted}] as $due | (${own}) - ((${own}) - $due) | if length < ($due | length) then "" else . == $due end`;
  return `printf '%s' "$BODY" | ${jq(filter, `-r ${args}`)}`;
}

/** The names of a record's members that have a value. */
function namesOf(value: string | undefined, records: readonly unknown[] | undefined): readonly string[] {
  const record = records?.find(
    (one) =>
      isRecord(one) &&
      Object.values(one)
        .map(String)
        .includes(value ?? ''),
  );
  return isRecord(record) ? Object.keys(record).filter((name) => String(record[name]) === value) : [];
}

/** No record of a page stands on another one. */
function pagesDiffer(kept: Kept): string | undefined {
  const [other] = kept.others.slice(-1);
  const [one, before] = [listIn(kept.exchange) ?? [], listIn(other?.exchange) ?? []];
  if (other === undefined || !one.some((record) => before.some((same) => isDeepStrictEqual(record, same))))
    return undefined;
  return besideList(
    other,
    'if ($other | list | length) == 0 then "" else (list) - ((list) - ($other | list)) | length == 0 end',
  );
}

/** Of a longer list, asked for before, nothing lacks between the first and the last record of the pages. */
function pagesHoldAll(lost: string | undefined, kept: Kept): string | undefined {
  const [whole, ...pages] = kept.others;
  const [name] = namesOf(lost, listIn(whole?.exchange));
  if (whole === undefined || name === undefined) return undefined;
  const ids = `(list | map(getpath([${JSON.stringify(name)}])))`;
  const named = [whole, ...pages].map(({ variable }, index) => [`page${index}`, variable]);
  const shown = [...pages.map((_, index) => `($page${index + 1} | fromjson | ${ids})`), ids].join(' + ');
  const filter =
    `${list} ($page0 | fromjson | ${ids}) as $whole | (${shown}) as $shown` +
    ' | ($shown | map(. as $id | $whole | index($id)) | map(select(. != null)) | sort) as $at' +
    ' | if ($at | length) < 2 then "" else ($whole[$at[0]:$at[-1] + 1] - $shown) | length == 0 end';
  return `printf '%s' "$BODY" | ${jq(filter, `-r ${argsOf(Object.fromEntries(named))}`)}`;
}
