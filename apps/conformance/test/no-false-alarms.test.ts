import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeTarget } from './helpers/judge-target.ts';
import { type Listening, listen } from './helpers/listen.ts';
import { type Reference, startReference } from './helpers/reference.ts';

const seeds = Array.from({ length: 20 }, (_, index) => 1000 + index * 64);
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

test.each(seeds)('the plain deployment has no finding with seed %i', async (seed) => {
  const { report, exitCode } = await judgeTarget(target.url, reference, [
    '--scenarios',
    '4',
    '--seed',
    `${seed}`,
  ]);
  expect(report.findings).toEqual([]);
  expect(exitCode).toBe(0);
});
