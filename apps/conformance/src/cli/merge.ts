import { UsageError } from '../deployment/errors.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import { buildReport } from '../report/build-report.ts';
import { mergeAnswers, mergeFindings } from '../report/merge-findings.ts';
import { type ShardResults, wholePlan } from '../report/merge-shards.ts';
import { readReported } from '../report/read-reported.ts';
import { readResults } from '../report/read-results.ts';
import type { Report } from '../report/report.ts';
import { formatForTerminal } from '../report/terminal.ts';
import { openResults } from '../report/write-results.ts';
import { recordedChapters } from '../runner/recorded-chapters.ts';
import { lineOf, loadSpec } from '../spec/load-spec.ts';
import { createChapterJudge } from '../verdicts/judge-chapters.ts';
import { backgroundOf } from '../verdicts/to-recording.ts';
import { readWaivers } from '../waivers/read-waivers.ts';
import { parseOptions } from './parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const options = {
  waivers: { type: 'string' },
  results: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** `agent-conformance merge RESULTS…`: joins what the shards of one run left into one verdict; gives its exit code. */
export async function mergeCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const folders = firstOption === -1 ? args : args.slice(0, firstOption);
  const values = parseOptions('merge', args.slice(folders.length), options);
  if (folders.length === 0)
    throw new UsageError('merge needs the results folders of all shards: agent-conformance merge RESULTS…');
  const shards = await Promise.all(folders.map(readShard));
  const plan = wholePlan(shards);
  const { operations } = await loadSpec();
  const waivers = values.waivers === undefined ? [] : await readWaivers(values.waivers);
  const results = values.results === undefined ? undefined : await openResults(values.results);
  const judge = createChapterJudge(plan.rules, backgroundOf(plan, operations));
  for await (const chapter of joinedChapters(shards, plan)) {
    judge.close(chapter);
    for (const exchange of chapter) results?.record(exchange);
  }
  const verdicts = judge.verdicts();
  const report = await reportOf(shards, { plan, exchanges: judge.shown(), verdicts, waivers });
  await results?.finish({ plan, verdicts, report });
  terminal.out(
    values.json ? `${JSON.stringify(report, null, 2)}\n` : formatForTerminal(report, terminal.colour),
  );
  return report.summary.exitCode;
}

async function readShard(folder: string): Promise<ShardResults> {
  const [kept, { report }] = await Promise.all([readResults(folder), readReported(folder)]);
  return { ...kept, folder, report };
}

/**
 * What was judged in the shards, chapter by chapter, with numbers of their own in the whole. Each shard has a clock of
 * its own and removes what it made, so none is judged by what another one saw.
 */
async function* joinedChapters(
  shards: readonly ShardResults[],
  plan: Plan,
): AsyncGenerator<readonly Exchange[]> {
  let last = 0;
  for (const [index, { exchanges }] of shards.entries()) {
    for await (const chapter of recordedChapters(exchanges, plan)) {
      yield chapter.map((exchange) => {
        last += 1;
        return { ...exchange, id: last, part: index + 1 };
      });
    }
  }
}

async function reportOf(
  shards: readonly ShardResults[],
  judged: Pick<Parameters<typeof buildReport>[0], 'plan' | 'exchanges' | 'verdicts' | 'waivers'>,
): Promise<Report> {
  const reports = shards.map(({ report }) => report);
  const { name = '', agentsUrl, baseUrl, options: targetOptions = '' } = reports[0]?.target ?? {};
  const began = Math.min(...reports.map(startOf));
  const endedAt = Math.max(...reports.map((report) => startOf(report) + report.summary.durationMs));
  const report = buildReport({
    ...judged,
    deployment: { name, agentsUrl, baseUrl },
    smallest: [],
    elusive: [],
    spec: await loadSpec(),
    answers: mergeAnswers(reports),
    lineOf: await lineOf(),
    targetOptions: targetOptions === '' ? '' : ` ${targetOptions}`,
    requests: reports.reduce((sum, { summary }) => sum + summary.requests, 0),
    startedAt: new Date(began),
    durationMs: endedAt - began,
    cleanUp: {
      removed: reports.reduce((sum, { cleanUp }) => sum + cleanUp.removed, 0),
      leftovers: reports.flatMap(({ cleanUp }) => cleanUp.leftovers),
    },
    ended: reports.map(({ summary }) => summary.ended).find((ended) => ended !== 'complete') ?? 'complete',
  });
  return mergeFindings(report, reports);
}

function startOf({ startedAt }: Report): number {
  return Date.parse(startedAt);
}
