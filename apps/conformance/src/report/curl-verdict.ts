import type { Expectation } from '../verdicts/findings/expectation.ts';
import type { Departure } from '../verdicts/findings/finding.ts';
import { say } from './sentences/say.ts';
import { quote } from './shell-text.ts';

/** Sends a request, prints the whole answer, and keeps its status for the end of the script. */
export function keepingStatus(command: string): string {
  return `ANSWER=$(${command} -i -w '\\n%{http_code}'); printf '%s\\n' "$ANSWER"; STATUS=$(printf '%s' "$ANSWER" | tail -n 1)`;
}

/**
 * The end of a script: what to expect and what was observed. By a status alone, the script tells by its exit code
 * whether the fault shows: 1 where it does, 0 where not, 2 where that isn't known.
 */
export function verdictLines(finding: Departure, isStatusKept: boolean): readonly string[] {
  const { expected, observed } = say(finding);
  const told = [`echo ${quote(`expected  ${expected}`)}`, `echo ${quote(`observed  ${observed}`)}`];
  const kept = isStatusKept ? patternsOf(finding.expected) : undefined;
  if (kept === undefined) return [...told, "echo 'Compare the answers above: no exit code tells.'", 'exit 2'];
  const trouble = ['000', "''", '429', '502', '503', '504'].filter((one) => one !== statusIn(finding));
  const [here, else_] = kept.isNot ? ['1', '0'] : ['0', '1'];
  return [
    ...told,
    'echo "now       status $STATUS"',
    `case "$STATUS" in ${trouble.join('|')}) exit 2;; ${kept.patterns.join('|')}) exit ${here};; *) exit ${else_};; esac`,
  ];
}

function statusIn({ observed }: Departure): string | undefined {
  return observed.kind === 'status' ? `${observed.status}` : undefined;
}

const classes = { success: '2??', refusal: '4??' } as const;

/** The statuses that keep the rule as patterns of a shell, or those that break it. */
function patternsOf(expected: Expectation): { patterns: readonly string[]; isNot: boolean } | undefined {
  if (expected.kind !== 'status') return undefined;
  const { oneOf = [], noneOf = [], documented = [] } = expected;
  const wanted = [...oneOf.map((one) => (typeof one === 'string' ? classes[one] : `${one}`))];
  const others = documented.filter((one) => /^\d[\dX]{2}$/.test(one)).map((one) => one.replaceAll('X', '?'));
  if (wanted.length + others.length > 0) return { patterns: [...wanted, ...others], isNot: false };
  return noneOf.length > 0 ? { patterns: noneOf.map(String), isNot: true } : undefined;
}
