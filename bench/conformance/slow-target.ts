/**
 * How many rules of `quick` are judged in a given time on a deployment in memory that takes so long for each answer, and
 * how many without latency.
 * Command: node --conditions=@agent-workers/source slow-target.ts [ms of latency: 1000] [seconds: 300]
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from '../../apps/conformance/src/report/report.ts';
import { serveChanging } from '../../apps/conformance/test/helpers/changing-target.ts';
import { runCli } from '../../apps/conformance/test/helpers/run-cli.ts';

const [latencyMs = 1_000, seconds = 300] = process.argv.slice(2).map(Number);
const near = await judged(0);
const far = await judged(latencyMs);
const isJudged = ({ verdict }: Report['rules'][number]): boolean =>
  verdict === 'passed' || verdict === 'failed';
const [all, nearby, late] = [near.rules, near.rules.filter(isJudged), far.rules.filter(isJudged)];
const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
say(`${latencyMs} ms, ${seconds} s: ${share(late.length, all.length)} of the rules that bind it are judged,`);
say(`${share(late.length, nearby.length)} of those that are judged without latency.`);
say(
  `${far.summary.requests} of ${near.summary.requests} requests, ${Math.round(far.summary.durationMs / 1_000)} s, ${far.summary.ended}`,
);
const missing = nearby.filter(({ id }) => !late.some((one) => one.id === id));
for (const [family, rules] of Map.groupBy(missing, ({ id }) => id.split('.')[0] ?? ''))
  say(`  not judged: ${rules.length} of ${family}, such as ${rules[0]?.id}`);

async function judged(latency: number): Promise<Report> {
  const target = await serveChanging({ withDocument: true });
  target.answerBy(async (request) => {
    await pause(latency);
    return target.deployment.fetch(request);
  });
  const args = ['--config', target.config, '--seed', '7', '--max-time', `${seconds}`, '--shrink-time', '0'];
  const { out } = await runCli(['run', ...args, '--json']);
  await target.close();
  return JSON.parse(out);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
