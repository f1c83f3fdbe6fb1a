import type { Departure } from '../verdicts/findings/finding.ts';
import { bodyCheck, isOfThisRun, type Kept } from './curl-body-check.ts';
import { say } from './sentences/say.ts';
import { quote } from './shell-text.ts';

/** Sends a request, prints the whole answer, and keeps it and its status for the end of the script. */
export function keepingAnswer(command: string): string {
  return `ANSWER=$(${command} -i -w '\\n%{http_code}'); printf '%s\\n' "$ANSWER"; STATUS=$(printf '%s' "$ANSWER" | tail -n 1)`;
}

/** The body of the answer that was kept last: what stands between the headers and the status. */
export const keptBody = `$(printf '%s\\n' "$ANSWER" | sed '$d' | tr -d '\\r' | sed '1,/^$/d')`;

/**
 * The end of a script: what to expect and what was observed. By a status, or by what the body shows, the script tells
 * by its exit code whether the finding shows again: 1 where it does, 0 where not, 2 where that isn't known.
 */
export function verdictLines(finding: Departure, kept: Kept): readonly string[] {
  const { expected, observed } = say(finding);
  const told = [`echo ${quote(`expected  ${expected}`)}`, `echo ${quote(`observed  ${observed}`)}`];
  const decided =
    kept.exchange && (byStatus(finding, kept) ?? byHeader(finding, kept) ?? byBody(finding, kept));
  if (decided === undefined)
    return [...told, "echo 'Compare the answers above: no exit code tells.'", 'exit 2'];
  const needed = kept.cameAbout === undefined ? [] : [`${kept.cameAbout} || exit 2`];
  return [...told, 'echo "now       status $STATUS"', ...needed, ...decided];
}

function byBody(finding: Departure, kept: Kept): readonly string[] | undefined {
  const check = bodyCheck(finding, kept);
  if (check === undefined) return undefined;
  return [
    'case "$STATUS" in 2??) ;; *) exit 2;; esac',
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
    'case "$STATUS" in 2??) ;; *) exit 2;; esac',
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

/** A refusal for the sake of a job shows that the job lasts. */
function showsByItself({ expected }: Departure): boolean {
  return expected.kind === 'status' && expected.oneOf?.every((one) => one !== 'success') === true;
}

function isTaken({ expected, observed }: Departure): boolean {
  if (expected.kind !== 'status' || observed.kind !== 'status' || observed.status >= 300) return false;
  return expected.oneOf?.every((one) => typeof one === 'number') === true;
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
  // What a body shows may rest on the status of another answer.
  if (expected.kind !== 'status' || (observed.kind !== 'status' && observed.kind !== 'transport-error'))
    return undefined;
  const { oneOf = [], noneOf = [], documented = [] } = expected;
  const wanted = [...oneOf.map((one) => (typeof one === 'string' ? classes[one] : `${one}`))];
  const others = isTaken(finding)
    ? []
    : documented.filter((one) => /^\d[\dX]{2}$/.test(one)).map((one) => one.replaceAll('X', '?'));
  if (wanted.length + others.length > 0) return { patterns: [...wanted, ...others], isNot: false };
  return noneOf.length > 0 ? { patterns: noneOf.map(String), isNot: true } : undefined;
}
