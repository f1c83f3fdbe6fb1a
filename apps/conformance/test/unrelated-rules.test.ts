import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadSpec } from '../src/spec/load-spec.ts';
import { isWhole } from './helpers/is-whole.ts';
import { judgeWhole } from './kill-matrix/judge-whole.ts';
import { allMutants } from './kill-matrix/kill-matrix.ts';
import type { Mutant } from './mutants/mutant.ts';

const spec = await loadSpec();
const { user, sequences } = await allMutants(spec);

/** With WHOLE=1 one mutant of few checks, whatever others there are; `pnpm kill-matrix --whole` judges all of them so. */
const sample = [...Map.groupBy([...user, ...sequences], ({ rule, check = rule }) => check)].flatMap(
  ([check, mutants]): Mutant[] => (isDrawn(check) ? mutants.slice(0, 1) : []),
);

function isDrawn(check: string): boolean {
  return createHash('sha256').update(check).digest().readUInt16BE() % 100 === 0;
}

test.runIf(isWhole).each(sample)(
  'a deployment that $breaks is found to break nothing that $rule is not about',
  async (mutant) => {
    const { wronglyFound } = await judgeWhole(mutant, spec);
    expect(wronglyFound).toEqual([]);
  },
);
