import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import type { Path } from '../verdicts/findings/parts.ts';
import type { JudgedFinding } from '../verdicts/verdict.ts';
import { valuesIn } from './answer-values.ts';
import type { AnswerSource } from './curl-answer.ts';
import { at, bodyCheck, isOfThisRun } from './curl-body-check.ts';
import { bodyOf, isAskedAlike, type Kept } from './curl-filter.ts';
import { historyCheck } from './curl-history-check.ts';
import { pairCheck } from './curl-pair-check.ts';
import { streamCheck } from './curl-stream-check.ts';
import { valueCheck } from './curl-value-check.ts';
import { say } from './sentences/say.ts';
import { quote } from './shell-text.ts';

/**
 * The exchange that shows a finding: the last that it rests on, but of a status the last that was answered so to what
 * was asked.
 */
export function shownBy(finding: JudgedFinding, exchanges: readonly Exchange[]): number | undefined {
  const { expected, observed } = finding;
  const own = exchanges.filter(({ id }) => finding.exchanges.includes(id));
  if (observed.kind === 'field') {
    const holders = own.filter((one) => holdsValue(one, observed));
    const moved = holders.findLast((one) => exchanges.some((other) => heldBefore(other, one, observed)));
    return (moved ?? holders.at(-1) ?? own.at(-1))?.id;
  }
  if (lists.includes(observed.kind)) {
    const reads = own.filter(({ request }) => request.method === 'GET');
    const isThere = observed.kind === 'listed' && observed.times > 0;
    const isIt = ({ response }: Exchange): boolean =>
      'record' in expected &&
      valuesIn(response?.body.text ?? '').some(({ value }) => value === expected.record.id) === isThere;
    return (reads.findLast(isIt) ?? reads.at(-1) ?? own.at(-1))?.id;
  }
  if (observed.kind !== 'status') return finding.exchanges.at(-1);
  const { status, asked } = observed;
  const isIt = ({ id, request, response }: Exchange): boolean => {
    const { pathname, search } = new URL(request.url);
    const isAsked =
      asked === undefined ||
      (request.method === asked.method && `${asked.path}${asked.query}` === `${pathname}${search}`);
    return finding.exchanges.includes(id) && response?.status === status && isAsked;
  };
  return exchanges.findLast(isIt)?.id ?? finding.exchanges.at(-1);
}

const lists: readonly string[] = ['order', 'listed', 'pages'];

type ObservedField = Extract<Departure['observed'], { kind: 'field' }>;

/** Whether the same user was answered the value from before to the same request. */
function heldBefore(one: Exchange, later: Exchange, { path, before }: ObservedField): boolean {
  return one.sentAt < later.sentAt && isAskedAlike(one, later) && shows(one, path, before);
}

function holdsValue(one: Exchange, { path, value }: ObservedField): boolean {
  return shows(one, path, value);
}

function shows(answer: Exchange, path: Path, value: unknown): boolean {
  return value !== undefined && isDeepStrictEqual(at(bodyOf(answer), path), value);
}

/** As often as a replay does it: what is a race, or hangs on what was there before, is kept only where it never shows. */
export function threeTimes(script: readonly string[]): readonly string[] {
  const until = 'case $? in 1) exit 1;; 0) KEPT=yes;; esac';
  return [
    'attempt() (',
    ...script,
    ')',
    `for _ in 1 2 3; do attempt; ${until}; done`,
    '[ -n "$KEPT" ] || exit 2',
  ];
}

/** A script for what did not come back in the run that found it: that it stays away now shows nothing. */
export function neverKept(script: string): string {
  return ['again() (', script, ')', 'for _ in 1 2 3; do again; [ $? = 1 ] && exit 1; done', 'exit 2'].join(
    '\n',
  );
}

/** Prints the whole of an answer, and keeps it and its status for the end of the script. */
export function keepingAnswer({ withStatus }: AnswerSource): string {
  return `ANSWER=$(${withStatus}); printf '%s\\n' "$ANSWER"; STATUS=$(printf '%s' "$ANSWER" | tail -n 1)`;
}

/** Takes the headers off an answer. */
export const withoutHead = "tr -d '\\r' | sed '1,/^$/d'";

/** The body of the answer that was kept last: what stands between the headers and the status. */
export const keptBody = `$(printf '%s\\n' "$ANSWER" | sed '$d' | ${withoutHead})`;

/**
 * The end of a script: what to expect and what was observed. By a status, or by what the body shows, the script tells
 * by its exit code whether the finding shows again: 1 where it does, 0 where not, 2 where that isn't known.
 */
export function verdictLines(finding: Departure, kept: Kept): readonly string[] {
  const { expected, observed } = say(finding);
  const told = [`echo ${quote(`expected  ${expected}`)}`, `echo ${quote(`observed  ${observed}`)}`];
  const decided =
    kept.exchange &&
    (byStatus(finding, kept) ??
      byStatuses(finding, kept) ??
      byIdentifiers(kept) ??
      byHeader(finding, kept) ??
      byBody(finding, kept) ??
      byAnswers(finding, kept));
  if (decided === undefined)
    return [...told, "echo 'Compare the answers above: no exit code tells.'", 'exit 2'];
  const needed = kept.cameAbout === undefined ? [] : [`${kept.cameAbout} || exit 2`];
  return [...told, 'echo "now       status $STATUS"', ...needed, ...decided];
}

/** Of more than one status, or of more than one answer: the check prints what it knows. */
function byAnswers(finding: Departure, kept: Kept): readonly string[] | undefined {
  const checks = [streamCheck, historyCheck, pairCheck, valueCheck];
  const check = checks.map((one) => one(finding, kept)).find((one) => one !== undefined);
  if (check === undefined) return isWithheld(finding) ? [refusedIsWithheld, 'exit 2'] : undefined;
  return [
    isWithheld(finding) ? refusedIsWithheld : isAnsweredAlike(kept),
    `BODY=${keptBody}`,
    `case "$(${check} 2> /dev/null)" in true) exit 0;; false) exit 1;; *) exit 2;; esac`,
  ];
}

function isWithheld({ expected }: Departure): boolean {
  return expected.kind === 'withheld' && expected.secret === 'private-record';
}

const refusedIsWithheld = 'case "$STATUS" in 2??) ;; 401|403|404) exit 0;; *) exit 2;; esac';

/** What a body or a header shows was seen in an answer of this class. */
function isAnsweredAlike({ exchange }: Kept): string {
  const hundreds = Math.floor((exchange?.response?.status ?? 200) / 100);
  return `case "$STATUS" in ${hundreds}??) ;; *) exit 2;; esac`;
}

function byBody(finding: Departure, kept: Kept): readonly string[] | undefined {
  const check = bodyCheck(finding, kept);
  if (check === undefined) return undefined;
  return [
    isAnsweredAlike(kept),
    `BODY=${keptBody}`,
    `printf '%s' "$BODY" | ${check} > /dev/null 2>&1 && exit 0`,
    'exit 1',
  ];
}

function byHeader({ expected }: Departure, kept: Kept): readonly string[] | undefined {
  if (expected.kind !== 'header') return undefined;
  const pattern = headerPattern(expected, kept);
  if (pattern === undefined) return undefined;
  const [there, missing] = expected.presence === 'present' ? [0, 1] : [1, 0];
  return [
    isAnsweredAlike(kept),
    ...(kept.lasts === undefined ? [] : [`${kept.lasts} || exit 2`]),
    `printf '%s' "$ANSWER" | tr -d '\\r' | sed '/^$/q' | grep -qiE ${pattern} && exit ${there}`,
    `exit ${missing}`,
  ];
}

/** The header as a word of the shell; undefined where its value is one that the script doesn't know. */
function headerPattern(
  { name, value, format }: Extract<Departure['expected'], { kind: 'header' }>,
  { variableOf }: Kept,
): string | undefined {
  if (format === 'uuid') return quote(`^${name}: *[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} *$`);
  if (value === undefined) return quote(`^${name}:`);
  // Such as that of problem details.
  if (value === 'application/json') return quote(`^${name}: *application/([a-z0-9.-]+\\+)?json`);
  const variable = variableOf(value);
  if (variable !== undefined) return `${quote(`^${name}: *`)}"$${variable}"' *$'`;
  return isOfThisRun(value)
    ? undefined
    : quote(`^${name}: *${value.replaceAll(/[.+*?^$()[\]{}|\\]/g, '\\$&')}`);
}

function byStatus(finding: Departure, { lasts }: Kept): readonly string[] | undefined {
  const patterns = patternsOf(finding);
  if (patterns === undefined) return undefined;
  const trouble = ['000', "''", '429', '502', '503', '504'].filter((one) => one !== statusIn(finding));
  const broken = lasts === undefined ? 'exit 1' : `${lasts} && exit 1; exit 2`;
  const whole = lasts === undefined || showsByItself(finding) ? 'exit 0' : `${lasts} && exit 0; exit 2`;
  const [here, otherwise] = patterns.isNot ? [broken, whole] : [whole, broken];
  // Where something was taken, a refusal that is not due shows neither that the rule is kept nor what was seen.
  const other = isTaken(finding) ? ' 4??) exit 2;;' : '';
  return [
    `case "$STATUS" in ${trouble.join('|')}) exit 2;; ${patterns.patterns.join('|')}) ${here};;${other} *) ${otherwise};; esac`,
  ];
}

/** How many of several calls at once were taken; that none was, shows nothing. */
function byStatuses({ expected }: Departure, { statuses }: Kept): readonly string[] | undefined {
  if (statuses === undefined || expected.kind !== 'count' || expected.of !== 'successes') return undefined;
  if (expected.atMost === undefined) return undefined;
  return [
    `TAKEN=$(${statuses} | grep -c '^2')`,
    'echo "now       $TAKEN taken of those at once"',
    `[ "$TAKEN" -gt ${expected.atMost} ] && exit 1`,
    '[ "$TAKEN" -gt 0 ] && exit 0',
    'exit 2',
  ];
}

/** Whether one of many records to one call has the identifier of another; that there is one alone, shows nothing. */
function byIdentifiers({ identifiers }: Kept): readonly string[] | undefined {
  if (identifiers === undefined) return undefined;
  const all = `printf '%s\\n' $${identifiers}`;
  return [
    `[ -n "$(${all} | sort | uniq -d)" ] && exit 1`,
    `[ "$(${all} | wc -l)" -gt 1 ] && exit 0`,
    'exit 2',
  ];
}

/** A refusal for the sake of a job shows that the job lasts. */
function showsByItself({ expected }: Departure): boolean {
  return expected.kind === 'status' && expected.oneOf?.every((one) => one !== 'success') === true;
}

function isTaken({ expected, observed }: Departure): boolean {
  if (expected.kind !== 'status' || observed.kind !== 'status' || observed.status >= 300) return false;
  return expected.oneOf?.every((one) => typeof one === 'number') === true;
}

/** What nobody was to change must be there as before. */
function isThere({ expected, observed }: Departure): boolean {
  return expected.kind === 'unchanged' && observed.kind === 'status' && observed.status === 404;
}

function statusIn({ observed }: Departure): string | undefined {
  return observed.kind === 'status' ? `${observed.status}` : undefined;
}

const classes = { success: '2??', refusal: '4??' } as const;

/** The statuses that keep the rule as patterns of a shell, or those that break it. */
function patternsOf(
  finding: Departure,
): { readonly patterns: readonly string[]; readonly isNot: boolean } | undefined {
  const { expected, observed } = finding;
  if (isThere(finding)) return { patterns: [classes.success], isNot: false };
  // What a body shows may rest on the status of another answer.
  if (expected.kind !== 'status' || (observed.kind !== 'status' && observed.kind !== 'transport-error'))
    return undefined;
  const { oneOf = [], noneOf = [], documented = [] } = expected;
  const wanted = [...oneOf.map((one) => (typeof one === 'string' ? classes[one] : `${one}`))];
  // Of bad input, both are said.
  const ofInput = wanted.includes('400') ? ['422'] : [];
  const others = isTaken(finding)
    ? ofInput
    : documented.filter((one) => /^\d[\dX]{2}$/.test(one)).map((one) => one.replaceAll('X', '?'));
  if (wanted.length + others.length > 0) return { patterns: [...wanted, ...others], isNot: false };
  return noneOf.length > 0 ? { patterns: noneOf.map(String), isNot: true } : undefined;
}
