import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import { argsOf, jq, type Kept, madeOf, repliesTo, sentText } from './curl-filter.ts';

type Observed = Extract<Departure['observed'], { kind: 'stream-line' }>;

/** A command that prints true where a stream keeps the rule, false where it breaks it, and nothing where it tells neither. */
export function streamCheck({ expected, observed }: Departure, kept: Kept): string | undefined {
  if (expected.kind !== 'stream-line' || observed.kind !== 'stream-line') return undefined;
  const { holds, words } = expected;
  switch (holds) {
    case 'json':
      return lines('if length == 0 then "" else all(.[]; try (fromjson | true) catch false) end');
    case 'tool-call':
    case 'tool-response':
      return words === undefined ? callFirst(observed, kept) : toldIn(words, kept);
    case 'worker-output':
      return words === undefined ? output(kept) : keptAnswer(kept);
    case 'signal':
      return words === undefined
        ? undefined
        : lines(`${values} | if length == 0 then "" else any(.[]; ${shapeIs(words)}) end`);
    case 'user-facing-output':
      return nothingElse(observed);
    case 'whole-characters':
      return wholeCharacters;
    default:
      return undefined;
  }
}

/** Where all is in ASCII, nothing is torn, and nothing shown. U+FFFD stands for a part of a character. */
const wholeCharacters = [
  `printf '%s' "$BODY" | LC_ALL=C grep -q '[^[:print:][:space:]]' &&`,
  `{ printf '%s' "$BODY" | iconv -f UTF-8 -t UTF-8 > /dev/null &&`,
  `! printf '%s' "$BODY" | grep -q "$(printf '\\357\\277\\275')" && echo true || echo false; }`,
].join(' ');

/** A filter over the lines of the stream that have something in them. */
function lines(filter: string, args = ''): string {
  const all = `[splits("\\r?\\n") | select(test("\\\\S"))] | ${filter}`;
  return `printf '%s' "$BODY" | ${jq(all, `-Rsr ${args}`)}`;
}

const values = 'map(try fromjson catch empty)';

const shapeIs = (shape: string): string =>
  `type == "object" and (keys | join(",")) == ${JSON.stringify(shape)}`;

/** All texts, and those of one place in the lines, joined: a text may come in pieces. */
const texts =
  `[.[] | . as $line | paths(strings) as $path | { place: ($path | map(tostring) | join("/")), text: ($line | getpath($path)) }]` +
  ' | (map(.text) + (group_by(.place) | map(map(.text) | add)))';

function toldIn(words: string, kept: Kept): string | undefined {
  // What repeats the user's message shows nothing.
  if (sentText(kept.exchange)?.includes(words) !== false) return undefined;
  return lines(
    `${values} | if length == 0 then "" else ${texts} | any(.[]; contains(${JSON.stringify(words)})) end`,
  );
}

/** The line of the call is known by its form: it shares a value with the line of the answer. */
function callFirst({ number }: Observed, { exchange }: Kept): string | undefined {
  const recorded = (exchange?.response?.body.text ?? '').split('\n').map((line) => parseJson(line));
  const answer = recorded[(number ?? 0) - 1];
  const call = recorded.slice(number).find((line) => sharesText(line, answer));
  const [called, answered] = [shapeOf(call), shapeOf(answer)];
  if (called === undefined || answered === undefined || called === answered) return undefined;
  const first = (shape: string): string => `(map(${shapeIs(shape)}) | index(true))`;
  const [one, other] = [first(called), first(answered)];
  return lines(`${values} | if ${one} == null or ${other} == null then "" else ${one} < ${other} end`);
}

function sharesText(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return false;
  return Object.entries(one).some(([name, value]) => typeof value === 'string' && other[name] === value);
}

function shapeOf(value: unknown): string | undefined {
  return isRecord(value) ? Object.keys(value).toSorted().join() : undefined;
}

/** The worker answered, as the GET of the run shows; the answer before it is the stream. */
function output({ exchange, others }: Kept): string | undefined {
  const [stream] = others;
  const sent = sentText(stream?.exchange);
  if (stream === undefined || exchange?.request.method !== 'GET' || sent === undefined) return undefined;
  const hasSpoken = `${repliesTo} replies(${JSON.stringify(sent)}) | if any(.[]; .content | test("\\\\S")) then ($stream | test("\\\\S")) else "" end`;
  return `printf '%s' "$BODY" | ${jq(hasSpoken, `-r ${argsOf({ stream: stream.variable })}`)}`;
}

/** The stream must hold what the GET of the run, which is the answer before it, shows as the worker's answer. */
function keptAnswer({ exchange, others }: Kept): string | undefined {
  const [read] = others;
  const sent = sentText(exchange);
  if (read === undefined || sent === undefined) return undefined;
  const parts = `($read | fromjson | [replies(${JSON.stringify(sent)})[].content | essence])`;
  return lines(
    `${repliesTo} ${madeOf} ${parts} as $parts | ${values} | ${texts} | if ($parts | join("")) == "" then "" else any(.[]; essence | . != "" and made(.; $parts)) end`,
    argsOf({ read: read.variable }),
  );
}

/** The text, or a line of the form that it has, has no business in a stream for the user. */
function nothingElse({ holds, text }: Observed): string | undefined {
  if (text === undefined || text.begins.length < text.length) return undefined;
  const shape = shapeOf(parseJson(text.begins));
  if (holds === 'signal')
    return shape === undefined
      ? undefined
      : lines(
          `if length == 0 then "" else all(.[]; (try fromjson catch null) | ${shapeIs(shape)} | not) end`,
        );
  return lines(
    `if length == 0 then "" else (join("\\n") | contains(${JSON.stringify(text.begins)}) | not) end`,
  );
}
