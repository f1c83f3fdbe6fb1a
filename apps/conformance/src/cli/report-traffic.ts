import type { Plan } from '../plan/plan.ts';
import { buildReport } from '../report/build-report.ts';
import { counted } from '../report/headline.ts';
import type { Report } from '../report/report.ts';
import { toReportedTrouble } from '../report/reported-trouble.ts';
import { formatForTerminal } from '../report/terminal.ts';
import { lineOf } from '../spec/line-of.ts';
import type { TrafficCount } from '../traffic/traffic-count.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import type { Waiver } from '../waivers/waiver.ts';
import type { TerminalStreams } from './terminal-streams.ts';
import type { WatchedTarget } from './watch-target.ts';

interface Judged extends WatchedTarget {
  readonly waivers: readonly Waiver[];
  readonly targetVersion: string | undefined;
  readonly verdicts: readonly Verdict[];
}

/** The report on what the traffic shows. */
export async function toReport({ watch, answers, trouble, verdicts, ...facts }: Judged): Promise<Report> {
  const { from, until } = watch.span() ?? { from: Date.now(), until: Date.now() };
  const named = new Set(verdicts.flatMap(({ findings }) => findings.flatMap(({ exchanges }) => exchanges)));
  return buildReport({
    ...facts,
    ...answers,
    verdicts,
    trouble: toReportedTrouble(trouble(), []),
    exchanges: watch.shown().filter(({ id }) => named.has(id)),
    smallest: [],
    notReproducible: [],
    requests: watch.count().judged,
    startedAt: new Date(from),
    durationMs: Math.round(until - from),
    ended: 'complete',
    lineOf: await lineOf(),
  });
}

export interface TrafficReport extends WatchedTarget {
  readonly waivers: readonly Waiver[];
  /** What the deployment calls its version. */
  readonly targetVersion: string | undefined;
  readonly json: boolean;
  readonly terminal: Pick<TerminalStreams, 'out' | 'progress' | 'colour'>;
  /** How many exchanges were neither recorded nor judged, since the judge could not follow; none by default. */
  readonly dropped?: number;
  /** Gets what is judged, before the report. */
  readonly onVerdicts?: (verdicts: readonly Verdict[]) => void;
}

/** Says what the traffic shows; gives the exit code, as of `run`. */
export async function reportTraffic(given: TrafficReport): Promise<number> {
  const { json, terminal, dropped = 0, onVerdicts, ...watched } = given;
  const { watch, results } = watched;
  const verdicts = watch.verdicts();
  onVerdicts?.(verdicts);
  const report = await toReport({ ...watched, verdicts });
  await results?.finish({ verdicts, report });
  terminal.progress(
    `${countInWords(watch.count())}${droppedInWords(dropped)}\n${leftOutInWords(watched.plan)}`,
  );
  terminal.out(json ? `${JSON.stringify(report, null, 2)}\n` : formatForTerminal(report, terminal.colour));
  return report.summary.exitCode;
}

const mostNamed = 3;

/** The rules that only requests of our own show; all of them stand in the report. */
function leftOutInWords({ leftOut }: Plan): string {
  const uncertain = leftOut.filter(({ why }) => why.kind === 'not-certain').map(({ id }) => id);
  if (uncertain.length === 0) return '';
  const more = uncertain.length - mostNamed;
  const named = `${uncertain.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more (leftOut in --json)` : ''}`;
  return `${counted(uncertain.length, 'rule')} can't be judged by the traffic of others, only by run: ${named}.\n`;
}

function droppedInWords(dropped: number): string {
  return dropped === 0
    ? ''
    : ` ${dropped} more were neither judged nor recorded, since the judge could not follow: whole runs and records were left out.`;
}

/** Such as: 40 exchanges judged. Not judged: 3 of other sites, 1 of a cache. */
function countInWords(count: TrafficCount): string {
  const left = [
    [count.elsewhere, 'of other sites'],
    [count.noOperation, "to operations that the contract doesn't have"],
    [count.extended, 'that ask for more than the interface shows'],
    [count.copies, 'of a cache or captured twice'],
  ].flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
  const doubts = [
    ...(count.guessedCallers === 0
      ? []
      : [
          `Who is who is guessed: ${counted(count.guessedCallers, 'caller')} by credentials alone, of whom two may be one user. A config tells.`,
        ]),
    ...(count.withoutBody === 0
      ? []
      : [`${count.withoutBody} lack the body of their answer, or a part of it.`]),
    ...(count.forgottenRuns === 0
      ? []
      : [`The oldest ${count.forgottenRuns} runs were forgotten: what came of them later is not followed.`]),
    ...(count.forgottenRecords === 0
      ? []
      : [
          `The oldest ${count.forgottenRecords} records were forgotten: what came of them later is not followed.`,
        ]),
    ...(count.withoutCaller === 0
      ? []
      : [`${count.withoutCaller} don't tell who sent them: nothing is said of missing credentials there.`]),
  ];
  const judged = `${count.judged} ${count.judged === 1 ? 'exchange' : 'exchanges'} judged.`;
  return [judged, ...(left.length === 0 ? [] : [`Not judged: ${left.join(', ')}.`]), ...doubts].join(' ');
}
