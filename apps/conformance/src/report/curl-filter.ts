import type { Exchange } from '../exchanges/exchange.ts';
import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Path } from '../verdicts/findings/parts.ts';
import { quote } from './shell-text.ts';

/** An answer that a script keeps, beside the one that shows the finding. */
export interface KeptAnswer {
  /** As it was recorded. */
  readonly exchange: Exchange;
  /** The variable of the script that holds its body. */
  readonly variable: string;
  /** The variable that holds the id of the run that it started. */
  readonly runId?: string | undefined;
}

/** What a script knows of the answers that show the finding. */
export interface Kept {
  /** The one that shows it, as it was recorded; undefined where the script does not keep the answer. */
  readonly exchange: Exchange | undefined;
  /** All others that it rests on, in order; none where the script lacks one of them. */
  readonly others: readonly KeptAnswer[];
  /** The variable of the script that holds a value of the record; nothing for a value that is sent as it is. */
  readonly variableOf: (value: string) => string | undefined;
  /** The variable with the id of the run that the answer started. */
  readonly runId?: string | undefined;
  /** Whether the script sends a value as it is. */
  readonly isSent: (value: string) => boolean;
  /** A command that prints the statuses of the calls that went out together with the one that shows it. */
  readonly statuses?: string | undefined;
  /** The variable with the identifiers that all answers to one call had, where one came again. */
  readonly identifiers?: string | undefined;
  /** A command that succeeds as long as what makes it a finding lasts, such as a background job. */
  readonly lasts?: string | undefined;
  /** A command that succeeds where what the finding needs came about, such as a message that was taken. */
  readonly cameAbout?: string | undefined;
}

/** A filter over the body of the answer that shows the finding. */
export function over(filter: string, args = ''): string {
  return `printf '%s' "$BODY" | ${jq(filter, `-r ${args}`)}`;
}

/** A filter over the answer that shows the finding, with another one as `$other`. */
export function beside({ variable }: KeptAnswer, filter: string): string {
  return over(`($other | fromjson) as $other | ${filter}`, argsOf({ other: variable }));
}

/** The value at a path, in a filter. */
export function valueAt(path: Path): string {
  return `getpath(${JSON.stringify(path)})`;
}

/** The JSON that was recorded. */
export function bodyOf(exchange: Exchange | undefined): unknown {
  return parseJson(exchange?.response?.body.text ?? '');
}

/** The same request by the same user. */
export function isAskedAlike(one: Exchange, other: Exchange | undefined): boolean {
  return one.identity === other?.identity && one.request.url === other.request.url;
}

/** A call of jq with a filter of one line. */
export function jq(filter: string, options = ''): string {
  return `jq ${options.trim()}${options === '' ? '' : ' '}${quote(filter)}`;
}

/** Variables of the shell as those of jq, by their names there. */
export function argsOf(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, variable]) => `--arg ${name} "$${variable}" `)
    .join('');
}

/** The text of a message as it was sent; undefined of any other request. */
export function sentText(exchange: Exchange | undefined): string | undefined {
  const value = parseJson(exchange?.request.body ?? '');
  return isRecord(value) && typeof value.message === 'string' ? value.message : undefined;
}

/** How texts compare: white space is left to the deployment. */
export const essence = 'def essence: gsub("\\\\s+"; "");';

/** The messages of a history that follow the one with a text, up to the next of the same role; none without it. */
export const repliesTo =
  `${essence} def replies($sent): . as $all` +
  ' | ([range(length) | select($all[.].content | essence | contains($sent | essence))] | first) as $at' +
  ' | if $at == null then [] else $all[$at + 1:] | . as $rest' +
  ' | ([range(length) | select($rest[.].role == $all[$at].role)] | first // ($rest | length)) as $next | $rest[:$next] end;';

/** Whether a text is made of some of the parts, one after the other. */
export const madeOf =
  'def made($text; $parts): reduce ($parts[] | select(. != "")) as $part ([0];' +
  ' . + [.[] | select($text[.:] | startswith($part)) | . + ($part | length)] | unique) | any(.[]; . == ($text | length));';
