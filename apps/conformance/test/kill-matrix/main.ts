/**
 * Prints the kill matrix: which check finds which mutant, and which other rules it was seen to break.
 * Writes kill-matrix.json, which ships with the package, when every mutant was found.
 * Command: pnpm kill-matrix [--whole]   --whole judges every rule on every mutant, not only its own, and fails when a
 * rule is found broken that the mutant has nothing to do with.
 */
import { writeFile } from 'node:fs/promises';
import { inParallel } from '../../src/runner/in-parallel.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { startedOnce } from '../helpers/reference.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { judgeMutant } from './judge-mutant.ts';
import { judgeWhole } from './judge-whole.ts';
import { allMutants, killMatrixFile, toJson } from './kill-matrix.ts';

const atOnce = 3;
const isWhole = process.argv.includes('--whole');
const spec = await loadSpec();
const { workers, user, sequences } = await allMutants(spec);
const all = [...workers, ...user, ...sequences];

let alive = 0;
let wronglyFound = 0;
const workersRules = workers.map(({ rule }) => rule);
await inParallel(workers, atOnce, (mutant) => judgeOne(mutant, workersRules));
await inParallel([...user, ...sequences], atOnce, (mutant) => judgeOne(mutant, [mutant.rule]));
if (isWhole) await inParallel([...user, ...sequences], atOnce, judgeUnrelated);

process.stdout.write(`${all.length - alive} of ${all.length} mutants found, ${alive} survived\n`);
if (isWhole) process.stdout.write(`${wronglyFound} rules wrongly found broken\n`);
if (alive === 0) await writeFile(killMatrixFile, toJson(spec, all));
process.exitCode = alive + wronglyFound === 0 ? 0 : 1;

/** A mutant of the User API on a deployment in memory, by every rule there is. */
async function judgeUnrelated(mutant: Mutant): Promise<void> {
  const { isFound, explained, wronglyFound: wrongly } = await judgeWhole(mutant, spec);
  wronglyFound += wrongly.length;
  const also = explained.map(({ rule, why }) => `${rule} (${why})`).join(', ');
  process.stdout.write(
    `${mutant.rule}: ${mutant.breaks} | ${isFound ? 'found' : 'not found in memory'} | wrongly found: ${wrongly.join(', ') || 'none'} | also ${also || 'no other rule'}\n`,
  );
}

async function judgeOne(mutant: Mutant, rules: readonly string[]): Promise<void> {
  // What a mutant leaves behind, such as pushes that can't be removed, is not for the next one.
  const reference = startedOnce();
  const { failed, requests } = await judgeMutant(mutant, rules, reference.get);
  await reference.close();
  const isFound = failed.includes(mutant.rule);
  if (!isFound) alive += 1;
  const checks = spec.rules.find(({ id }) => id === mutant.rule)?.checks ?? [];
  const others = failed.filter((id) => id !== mutant.rule);
  const also = others.length === 0 ? 'no other rule' : `also ${others.join(', ')}`;
  const by = isFound ? `found by ${checks.join(', ')}` : 'SURVIVED';
  process.stdout.write(`${mutant.rule}: ${mutant.breaks} | ${by} | ${also} | ${requests} requests\n`);
}
