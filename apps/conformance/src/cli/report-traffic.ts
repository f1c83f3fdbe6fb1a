import { buildReport } from '../report/build-report.ts';
import { formatForTerminal } from '../report/terminal.ts';
import { lineOf } from '../spec/load-spec.ts';
import type { TrafficCount } from '../traffic/read-traffic.ts';
import type { Waiver } from '../waivers/waiver.ts';
import type { TerminalStreams } from './terminal-streams.ts';
import type { WatchedTarget } from './watch-target.ts';

export interface TrafficReport extends WatchedTarget {
  readonly waivers: readonly Waiver[];
  readonly json: boolean;
  readonly terminal: TerminalStreams;
}

/** Says what the traffic shows; gives the exit code, as of `run`. */
export async function reportTraffic(given: TrafficReport): Promise<number> {
  const { watch, results, json, terminal, answers, ...facts } = given;
  const verdicts = watch.verdicts();
  const count = watch.count();
  const { from, until } = watch.span() ?? { from: Date.now(), until: Date.now() };
  const report = buildReport({
    ...facts,
    ...answers,
    verdicts,
    exchanges: watch.shown(),
    smallest: [],
    notReproducible: [],
    targetOptions: '',
    requests: count.judged,
    startedAt: new Date(from),
    durationMs: Math.round(until - from),
    ended: 'complete',
    lineOf: await lineOf(),
  });
  await results?.finish({ verdicts, report });
  terminal.progress(`${countInWords(count)}\n`);
  terminal.out(json ? `${JSON.stringify(report, null, 2)}\n` : formatForTerminal(report, terminal.colour));
  return report.summary.exitCode;
}

/** Such as: 40 exchanges judged. Not judged: 3 of other sites, 1 of a cache. */
function countInWords(count: TrafficCount): string {
  const left = [
    [count.elsewhere, 'of other sites'],
    [count.noOperation, "of operations that are none of the contract's"],
    [count.extended, 'that ask for more than the interface shows'],
    [count.copies, 'of a cache or captured twice'],
  ].flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
  const doubts = [
    ...(count.withoutBody === 0
      ? []
      : [`${count.withoutBody} lack the body of their answer, or a part of it.`]),
    ...(count.withoutCaller === 0
      ? []
      : [`${count.withoutCaller} don't tell who sent them: nothing is said of missing credentials there.`]),
  ];
  const judged = `${count.judged} ${count.judged === 1 ? 'exchange' : 'exchanges'} judged.`;
  return [judged, ...(left.length === 0 ? [] : [`Not judged: ${left.join(', ')}.`]), ...doubts].join(' ');
}
