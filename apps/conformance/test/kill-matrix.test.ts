import { afterAll, expect, test } from 'vitest';
import { killedMutantsOf } from '../src/report/killed-mutants.ts';
import { loadSpec } from '../src/spec/load-spec.ts';
import { isWhole } from './helpers/is-whole.ts';
import { startedOnce } from './helpers/reference.ts';
import { judgeMutant } from './kill-matrix/judge-mutant.ts';
import { allMutants, killMatrixFile, toJson } from './kill-matrix/kill-matrix.ts';

const spec = await loadSpec();
const { workers, user, sequences } = await allMutants(spec);
const checked = spec.rules.filter(({ checks }) => checks !== undefined).map(({ id }) => id);

const reference = startedOnce();
afterAll(reference.close);

test('every rule that is checked has a mutant, and every mutant such a rule', () => {
  const broken = [...workers, ...user, ...sequences].map(({ rule }) => rule);
  expect([...new Set(broken)].sort()).toEqual(checked.toSorted());
});

test('the matrix that ships with the package is that of these mutants (pnpm kill-matrix writes it)', async () => {
  await expect(toJson(spec, [...workers, ...user, ...sequences])).toMatchFileSnapshot(killMatrixFile);
  expect(checked.filter((id) => killedMutantsOf(id).length === 0)).toEqual([]);
});

/** CI takes every sixth; traces.test.ts shows that each check can fail. WHOLE=1 takes all. */
const sample = workers.filter((_, index) => isWhole || index % 6 === 0);

test.each(sample)('$rule is found broken when $breaks, and leaves the others alone', async (mutant) => {
  const rules = workers.map(({ rule }) => rule);
  const { failed } = await judgeMutant(mutant, rules, reference.get);
  expect(failed).toContain(mutant.rule);
  expect(failed.filter((id) => id !== mutant.rule && !mutant.alsoBreaks?.includes(id))).toEqual([]);
});
