import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeByConfig } from './helpers/judge-target.ts';
import { type Listening, listen } from './helpers/listen.ts';
import { type Reference, startReference } from './helpers/reference.ts';

/** How many seeds are tried, and from which on. In CI, cli/run.test.ts has the one run of both APIs. */
const { FUZZ_RUNS = '0', FUZZ_SEED = '1' } = process.env;
const seeds = Array.from({ length: Number(FUZZ_RUNS) }, (_, index) => Number(FUZZ_SEED) + index * 64);
let reference: Reference;
let target: Listening;

beforeAll(async () => {
  reference = await startReference();
  target = await listen(reference.fetch);
});
afterAll(async () => {
  await target.close();
  await reference.close();
});

async function judgeWith(seed: number, args: readonly string[]) {
  const { report, exitCode } = await judgeByConfig(reference.config(target.url), [
    '--scenarios',
    '4',
    '--seed',
    `${seed}`,
    ...args,
  ]);
  expect(report.findings).toEqual([]);
  expect(exitCode).toBe(0);
}

test.each(seeds)('the plain deployment has no finding in its Workers API with seed %i', (seed) =>
  judgeWith(seed, ['--tags', 'runs']),
);

test.runIf(seeds.length > 0)(
  'the plain deployment has no finding in histories of records drawn at random',
  () => {
    const families = 'bundles,api-keys,chats,agent-files,studio-chats,schedules';
    return judgeWith(Number(FUZZ_SEED), ['--scenarios', `${3 * Number(FUZZ_RUNS)}`, '--tags', families]);
  },
);
