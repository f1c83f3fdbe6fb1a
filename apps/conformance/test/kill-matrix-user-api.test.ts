import { afterAll, expect, test } from 'vitest';
import { loadSpec } from '../src/spec/load-spec.ts';
import { isWhole } from './helpers/is-whole.ts';
import { startedOnce } from './helpers/reference.ts';
import { judgeMutant } from './kill-matrix/judge-mutant.ts';
import { allMutants } from './kill-matrix/kill-matrix.ts';

const { user } = await allMutants(await loadSpec());

const reference = startedOnce();
afterAll(reference.close);

/** CI takes every twelfth mutant; of each check, traces.test.ts shows that it can fail. WHOLE=1 takes all. */
const sample = user.filter((_, index) => isWhole || index % 12 === 1);

test.each(sample)('$rule is found broken when a deployment $breaks', async (mutant) => {
  const { failed } = await judgeMutant(mutant, [mutant.rule], reference.get);
  expect(failed).toContain(mutant.rule);
});
