import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSpec } from '../src/spec/load-spec.ts';
import { type Reference, startReference } from './helpers/reference.ts';
import { judgeMutant } from './kill-matrix/judge-mutant.ts';
import { allMutants } from './kill-matrix/kill-matrix.ts';

const { user } = await allMutants(await loadSpec());

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

test.each(user)('$rule is found broken when a deployment $breaks', async (mutant) => {
  const { operations } = mutant;
  const args = ['--rules', mutant.rule, ...(operations === undefined ? [] : ['--operations', operations])];
  const { failed, exitCode } = await judgeMutant(mutant, reference, { args, user: true });
  expect(exitCode).toBe(1);
  expect(failed).toContain(mutant.rule);
});
