import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSpec } from '../src/spec/load-spec.ts';
import { judgeTarget } from './helpers/judge-target.ts';
import { listen } from './helpers/listen.ts';
import { type Reference, startReference } from './helpers/reference.ts';
import { loadMutants } from './mutants/all-mutants.ts';
import type { Mutant } from './mutants/mutant.ts';
import { probeMutants } from './mutants/probe-mutants.ts';

const spec = await loadSpec();
const runMutants = await loadMutants();
const readMutants = probeMutants(spec);
const quick = ['--scenarios', '0', '--seed', '1', '--shrink-time', '2'];

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

test('every rule that is checked has a mutant, and every mutant such a rule', () => {
  const checked = spec.rules.filter(({ checks }) => checks !== undefined).map(({ id }) => id);
  expect([...runMutants, ...readMutants].map(({ rule }) => rule).sort()).toEqual(checked.sort());
});

/** The rules that the mutant is found to break. */
async function failedOn({ wrap }: Mutant, args: readonly string[], jwt?: string): Promise<string[]> {
  const target = await listen(wrap(reference));
  const credentials = { apiKey: reference.apiKey, ...(jwt === undefined ? {} : { jwt }) };
  const { exitCode, report } = await judgeTarget(target.url, credentials, args);
  await target.close();
  expect(exitCode).toBe(1);
  return report.rules.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
}

describe('each mutant of the Workers API is found by the check of its rule, and leaves the others alone', () => {
  test.each(runMutants)('$rule: $breaks', async (mutant) => {
    const failed = await failedOn(mutant, quick);
    expect(failed).toContain(mutant.rule);
    expect(failed.filter((id) => id !== mutant.rule && !mutant.alsoBreaks?.includes(id))).toEqual([]);
  });
});

describe('each mutant of the User API is found by the check of its rule', () => {
  test.each(readMutants)('$rule: $breaks', async (mutant) => {
    const failed = await failedOn(mutant, ['--rules', mutant.rule], reference.jwt);
    expect(failed).toContain(mutant.rule);
  });
});
