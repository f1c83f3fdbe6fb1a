/**
 * How many requests a second the conformance CLI sends while it drives, what that costs its own process, and how much
 * memory it needs: against a deployment by hand in a process of its own, and against the embedded one.
 * The CLI is the built one, as npm installs it.
 * Command: pnpm --filter @agent-workers/bench-conformance throughput [budget, default standard] [--embedded]
 * Budget: 2,000 a second, 300 MB, 30 s in all.
 */
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { program, runBeside } from './run-beside.ts';
import { tellUsage, usageOf } from './usage-of.ts';

const [budget = 'standard', where] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'bench-throughput-'));
const args = ['--budget', budget, '--seed', '7', '--results', folder];
const load = loadavg()[0]?.toFixed(1);
const began = performance.now();
const ran = where === '--embedded' ? await runEmbedded() : await runBeside({ args, cli: program.built });
const seconds = (performance.now() - began) / 1000;
if (ran.exitCode !== 0)
  throw new Error(`The run ended with exit code ${ran.exitCode}; nothing was measured.`);
const { requests, drivingMs } = await readRecording();
const { cpuMs, peakMegabytes } = usageOf(ran.err);
await rm(folder, { recursive: true });
process.stdout.write(
  [
    `${budget}${where === undefined ? '' : ', embedded'}: ${requests} requests in ${seconds.toFixed(1)} s with start and reports`,
    `${Math.round((1000 * requests) / drivingMs)} requests a second from the first to the last`,
    `CPU of the runner ${(cpuMs / requests).toFixed(2)} ms a request, all included`,
    `memory of the runner ${Math.round(peakMegabytes)} MB at the most`,
    `load before: ${load}\n`,
  ].join('; '),
);

async function runEmbedded() {
  const child = spawn(process.execPath, [...tellUsage, ...program.built, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const exitCode = await new Promise<number | null>((ended) => child.once('close', ended));
  return { exitCode, err };
}

/** Requests of the whole run, and the time from the first one's beginning to the last one's end. */
async function readRecording(): Promise<{ requests: number; drivingMs: number }> {
  let [requests, first, last] = [0, Number.POSITIVE_INFINITY, 0];
  for await (const line of createInterface({ input: createReadStream(join(folder, 'exchanges.jsonl')) })) {
    const { sentAt, response, transportError } = JSON.parse(line);
    if (sentAt === undefined) continue;
    requests += 1;
    first = Math.min(first, sentAt);
    last = Math.max(last, response?.endedAt ?? transportError?.at ?? sentAt);
  }
  return { requests, drivingMs: last - first };
}
