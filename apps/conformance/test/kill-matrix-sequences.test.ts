import { afterAll, describe, expect, test } from 'vitest';
import { loadSpec } from '../src/spec/load-spec.ts';
import { isWhole } from './helpers/is-whole.ts';
import { startedOnce } from './helpers/reference.ts';
import { judgeInMemory, judgeOnReference } from './kill-matrix/judge-mutant.ts';
import { sequenceChecks, sequenceMutant } from './mutants/sequence-mutants.ts';

const spec = await loadSpec();
const reference = startedOnce();
afterAll(reference.close);

/** CI takes every eightieth check, but none of 88 rules or more; traces.test.ts shows that each can fail. WHOLE=1 takes all. */
const sample = sequenceChecks.filter((_, index) => isWhole || index % 80 === 6);

function rulesOf(check: string): string[] {
  return spec.rules.filter((rule) => rule.checks?.includes(check)).map(({ id }) => id);
}

/** In memory, which is quick; what isn't found there, on the reference deployment. */
async function unnoticedOn(check: string): Promise<readonly string[]> {
  const mutant = sequenceMutant(check, spec);
  const inMemory = await judgeInMemory(mutant, rulesOf(check));
  const left = rulesOf(check).filter((rule) => !inMemory.failed.includes(rule));
  if (left.length === 0) return [];
  const { failed } = await judgeOnReference(mutant, rulesOf(check), await reference.get());
  // What a mutant leaves behind, such as pushes that can't be removed, is not for the next one.
  await reference.close();
  return left.filter((rule) => !failed.includes(rule));
}

describe('a deployment that breaks every rule of a check is found to break each of them', () => {
  test.each(sample)('%s', async (check) => {
    expect(await unnoticedOn(check)).toEqual([]);
  });
});
