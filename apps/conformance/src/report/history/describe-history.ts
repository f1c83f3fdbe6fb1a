import { counted, span, times } from '../headline.ts';
import { wrap, wrapEvidence } from '../wrap.ts';
import type { History, HistoryFinding, HistoryRun } from './history.ts';

const mostFindings = 12;
const mostRuns = 12;

/** Many runs in short, for a terminal: what flakes first, the sum last. */
export function historyForTerminal(history: History): string {
  const { runs, findings, skipped } = history;
  const flaking = findings.filter(({ flakes }) => flakes);
  const open = findings.filter(({ flakes, seenIn }) => !flakes && seenIn.at(-1) === runs.length);
  const hidden = runs.length - mostRuns;
  return [
    ...(hidden > 0 ? [`${counted(hidden, 'earlier run')} not listed here`] : []),
    ...runs.slice(-mostRuns).flatMap((run, at) => {
      const number = Math.max(0, hidden) + at + 1;
      const version = run.targetVersion === undefined ? '' : `, version ${run.targetVersion}`;
      return wrap(
        `${String(number).padStart(3)}  ${run.startedAt.slice(0, 16).replace('T', ' ')}  ${run.verdict}${version}: ${run.rules.passed} verified, ${violatedIn(run)}`,
        ' '.repeat(5),
      );
    }),
    ...section('Flaking, with no new version of the target', flaking),
    ...section('Broken in the last run', open),
    ...(skipped.length === 0
      ? []
      : [
          '',
          'Not read:',
          ...skipped.flatMap(({ place, why }) => wrapEvidence(`  ${place}: ${why}`, '    ')),
        ]),
    '',
    ...wrap(historyInShort(history)),
  ].join('\n');
}

function isBroken({ verdict }: HistoryRun): boolean {
  return verdict === 'violates';
}

/** Such as: 2 violated (not counted). */
export function violatedIn(run: HistoryRun): string {
  const { failed, waived } = run.rules;
  return [
    `${failed} violated${failed === 0 || isBroken(run) ? '' : ' (not counted)'}`,
    ...(waived === 0 ? [] : [`${waived} waived`]),
  ].join(' and ');
}

/** Such as: 14 runs, 2 of them with broken rules that count. 1 finding flakes; 3 rules changed. */
export function historyInShort({ runs, rules, findings }: History): string {
  // What is waived, known or of a basis that fails no run is told in the runs that have it.
  const broken = runs.filter(isBroken).length;
  const flaking = findings.filter(({ flakes }) => flakes).length;
  const changed = rules.filter(({ verdicts }) => changes(verdicts)).length;
  const untold = runs.filter(({ targetVersion }) => targetVersion === undefined).length;
  const unknown =
    untold === 0
      ? ''
      : ` Of ${untold === runs.length ? 'no run' : counted(untold, 'run')} the version of the target is ${untold === runs.length ? 'known' : 'not known'} (--target-version): what changed there may be new, and is not called flaking.`;
  return `${counted(runs.length, 'run')}, ${broken} of them with broken rules that count. ${counted(flaking, 'finding')} ${flaking === 1 ? 'flakes' : 'flake'}; ${counted(changed, 'rule')} changed between verified and violated.${unknown}`;
}

/** Whether some run verified a rule and another one found it broken. */
export function changes(verdicts: readonly string[]): boolean {
  return verdicts.includes('passed') && verdicts.includes('failed');
}

/** Such as: in runs 2, 5 and 6 of 8 that judged it; came back twice. */
export function frequencyOf({ seenIn, notSeenIn, cameBack }: HistoryFinding): string {
  const last = seenIn.at(-1);
  const listed = seenIn.length < 2 ? `${last}` : `${seenIn.slice(0, -1).join(', ')} and ${last}`;
  const back = cameBack === 0 ? '' : `; came back ${times(cameBack)}`;
  return `in ${seenIn.length === 1 ? 'run' : 'runs'} ${listed}, of ${seenIn.length + notSeenIn.length} that judged its rule${back}`;
}

/** The latest median and that of all runs before it, in words; undefined where there is nothing to compare. */
export function speedInWords(medianMs: readonly (number | null)[]): string {
  const known = medianMs.filter((one) => one !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return 'not measured';
  if (known.length === 1) return span(last);
  return `${span(first)} first, ${span(last)} last, ${span(Math.max(...known))} at most`;
}

function section(title: string, findings: readonly HistoryFinding[]): string[] {
  if (findings.length === 0) return [];
  const hidden = findings.length - mostFindings;
  return [
    '',
    `${title}:`,
    ...findings
      .slice(0, mostFindings)
      .flatMap((one) => [
        ...wrapEvidence(`  ${one.rule}: ${one.summary}`, '    '),
        ...wrap(`    ${frequencyOf(one)}`, '    '),
      ]),
    ...(hidden > 0 ? [`  and ${hidden} more, which the page and --json list`] : []),
  ];
}
