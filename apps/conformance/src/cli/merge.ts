import { resolve } from 'node:path';
import { UsageError } from '../deployment/errors.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import { buildReport } from '../report/build-report.ts';
import { mergeAnswers, mergeFindings } from '../report/merge-findings.ts';
import type { Report } from '../report/report.ts';
import { joinTrouble } from '../report/reported-trouble.ts';
import { formatForTerminal } from '../report/terminal.ts';
import { joinInputs, type ShardResults, wholePlan } from '../results/merge-shards.ts';
import { readInputs, readReported, readResults } from '../results/read-results.ts';
import { openResults } from '../results/write-results.ts';
import { recordedBatches } from '../runner/recorded-batches.ts';
import { lineOf } from '../spec/line-of.ts';
import { loadSpec } from '../spec/load-spec.ts';
import { createBatchJudge } from '../verdicts/judge-batches.ts';
import { backgroundOf } from '../verdicts/to-recording.ts';
import { readWaivers } from '../waivers/read-waivers.ts';
import { parsePlaces } from './options/parse-places.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance merge RESULTS…`: joins what the shards of one run left into one verdict; gives its exit code. */
export async function mergeCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const { places: folders, values } = parsePlaces('merge', args);
  if (folders.length === 0)
    throw new UsageError('merge needs the results folders of all shards: agent-conformance merge RESULTS…');
  const { results: whole } = values;
  if (whole !== undefined && folders.some((folder) => resolve(folder) === resolve(whole)))
    throw new UsageError(
      `--results ${whole} is one of the folders that are to be joined. Name another one for the whole.`,
    );
  const shards: ShardResults[] = [];
  for (const folder of folders) shards.push(await readShard(folder));
  const plan = wholePlan(shards);
  const { operations } = await loadSpec();
  const waivers = values.waivers === undefined ? [] : await readWaivers(values.waivers);
  const results = values.results === undefined ? undefined : await openResults(values.results);
  results?.planned(plan, joinInputs(shards.map(({ inputs }) => inputs)));
  const judge = createBatchJudge(plan.rules, backgroundOf(plan, operations));
  for await (const batch of joinedBatches(shards, plan)) {
    judge.close(batch);
    for (const exchange of batch) results?.record(exchange);
  }
  const verdicts = judge.verdicts();
  const report = await reportOf(shards, {
    plan,
    exchanges: judge.shown(),
    verdicts,
    waivers,
    allowLeftovers: values['allow-leftovers'],
  });
  await results?.finish({ verdicts, report });
  terminal.out(
    values.json ? `${JSON.stringify(report, null, 2)}\n` : formatForTerminal(report, terminal.colour),
  );
  return report.summary.exitCode;
}

async function readShard(folder: string): Promise<ShardResults> {
  // In turn: of several files that are missing, the first one is named, not the one that was noticed first.
  const kept = await readResults(folder);
  const { report } = await readReported(folder);
  return { ...kept, folder, report, inputs: await readInputs(folder) };
}

/**
 * What was judged in the shards, batch by batch, with numbers of their own in the whole. Each shard has a clock of
 * its own and removes what it made, so none is judged by what another one saw.
 */
async function* joinedBatches(
  shards: readonly ShardResults[],
  plan: Plan,
): AsyncGenerator<readonly Exchange[]> {
  let last = 0;
  for (const [index, { exchanges }] of shards.entries()) {
    for await (const { exchanges: batch } of recordedBatches(exchanges, plan)) {
      yield batch.map((exchange) => {
        last += 1;
        return { ...exchange, id: last, part: index + 1 };
      });
    }
  }
}

async function reportOf(
  shards: readonly ShardResults[],
  judged: Pick<
    Parameters<typeof buildReport>[0],
    'plan' | 'exchanges' | 'verdicts' | 'waivers' | 'allowLeftovers'
  >,
): Promise<Report> {
  const reports = shards.map(({ report }) => report);
  const { name = '', agentsUrl, baseUrl, options: targetOptions = '', version } = reports[0]?.target ?? {};
  const began = Math.min(...reports.map(startOf));
  const endedAt = Math.max(...reports.map((report) => startOf(report) + report.summary.durationMs));
  const report = buildReport({
    ...judged,
    deployment: { name, agentsUrl, baseUrl },
    smallest: [],
    notReproducible: [],
    spec: await loadSpec(),
    answers: mergeAnswers(reports),
    lineOf: await lineOf(),
    targetOptions: targetOptions === '' ? '' : ` ${targetOptions}`,
    targetVersion: version,
    requests: reports.reduce((sum, { summary }) => sum + summary.requests, 0),
    startedAt: new Date(began),
    durationMs: endedAt - began,
    trouble: joinTrouble(reports.map(({ trouble }) => trouble)),
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
