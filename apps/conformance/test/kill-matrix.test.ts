import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allChecks } from '../src/verdicts/checks/all-checks.ts';
import { judgeTarget } from './helpers/judge-target.ts';
import { listen } from './helpers/listen.ts';
import { type Reference, startReference } from './helpers/reference.ts';
import { loadMutants } from './mutants/all-mutants.ts';

const mutants = await loadMutants();
let reference: Reference;

beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

test('every check has a mutant, and every mutant a check', () => {
  expect(mutants.map(({ rule }) => rule)).toEqual(allChecks.map(({ rule }) => rule).sort());
});

describe('each mutant is found by the check of its rule, and leaves the others alone', () => {
  test.each(mutants)('$rule: $breaks', async ({ rule, wrap, alsoBreaks = [] }) => {
    const target = await listen(wrap(reference));
    const { exitCode, report } = await judgeTarget(target.url, reference.apiKey, quick);
    await target.close();
    const failed = report.rules.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
    expect(failed).toContain(rule);
    expect(failed.filter((id) => id !== rule && !alsoBreaks.includes(id))).toEqual([]);
    expect(exitCode).toBe(1);
  });
});

const quick = ['--scenarios', '0', '--seed', '1', '--shrink-time', '2'];
