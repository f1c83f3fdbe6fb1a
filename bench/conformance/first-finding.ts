/**
 * How long it takes until the first finding is known, on deployments with a fault by chance.
 * Command: node first-finding.ts [mutants per depth, default 8] [first seed, default 1]   Budget: 3 s (median).
 */

import { loadavg } from 'node:os';
import { depths } from '../../apps/conformance/test/random-mutants/random-mutant.ts';
import { runBeside } from './run-beside.ts';
import { usageOf } from './usage-of.ts';

const [count = 8, firstSeed = 1] = process.argv.slice(2).map(Number);

interface Found {
  readonly sinceStart: number;
  readonly sinceRequest: number;
  readonly requests: number;
  /** What the whole run cost the runner's process. */
  readonly cpuMs: number;
}

const found: Found[] = [];
const load = loadavg()[0]?.toFixed(1);
let survived = 0;

for (const depth of depths) {
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const ran = await runBeside({ fault: [depth, String(seed)], args: ['--seed', '7', '--bail'] });
    const { foundAt, startedAt, firstRequestAt = startedAt, requests, mutant } = ran;
    if (foundAt === undefined) survived += 1;
    else {
      const { cpuMs } = usageOf(ran.err);
      found.push({
        sinceStart: foundAt - startedAt,
        sinceRequest: foundAt - firstRequestAt,
        requests,
        cpuMs,
      });
    }
    const when = foundAt === undefined ? 'SURVIVED' : `found after ${foundAt - startedAt} ms`;
    process.stdout.write(`${depth} ${seed} ${when}, ${requests} requests: ${mutant}\n`);
  }
}

process.stdout.write(
  [
    `${found.length} of ${found.length + survived} found`,
    `first finding after ${medianOf(found.map(({ sinceStart }) => sinceStart))} ms from the start of the process (median; the worst ${Math.max(...found.map(({ sinceStart }) => sinceStart))} ms)`,
    `${medianOf(found.map(({ sinceRequest }) => sinceRequest))} ms from its first request`,
    `${Math.round(medianOf(found.map(({ cpuMs }) => cpuMs)))} ms of CPU in the runner from its start to its end`,
    `load before: ${load}`,
    `with ${medianOf(found.map(({ requests }) => requests))} requests, those that clean up included`,
  ].join('; '),
);
process.stdout.write('\n');

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
