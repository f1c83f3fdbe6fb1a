/**
 * Prints the kill matrix: which check finds which mutant, and which other rules it was seen to break.
 * Writes kill-matrix.json, which ships with the package, when every mutant was found.
 * Command: pnpm kill-matrix [--whole]   --whole judges every rule on every mutant, not only its own.
 */
import { writeFile } from 'node:fs/promises';
import { inParallel } from '../../src/runner/in-parallel.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { type Reference, startReference } from '../helpers/reference.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { judgeMutant } from './judge-mutant.ts';
import { allMutants, killMatrixFile, toJson } from './kill-matrix.ts';

/** Mutants judged at once; they share one reference deployment. */
const atOnce = 4;
const isWhole = process.argv.includes('--whole');
const spec = await loadSpec();
const { workers, user, journeys } = await allMutants(spec);
const all = [...workers, ...user, ...journeys];
const reference = await startReference();
/** Mutants at once use up codes and disturb lists; what survives among others is judged again by itself, afresh. */
const survivors: { readonly mutant: Mutant; readonly isUser: boolean }[] = [];

await inParallel(workers, atOnce, (mutant) => judgeOne(mutant, false, reference));
await inParallel([...user, ...journeys], atOnce, (mutant) => judgeOne(mutant, true, reference));
await reference.close();
let alive = 0;
for (const { mutant, isUser } of survivors.splice(0)) {
  const fresh = await startReference();
  if (!(await judgeOne(mutant, isUser, fresh))) alive += 1;
  await fresh.close();
}

const found = all.length - alive;
process.stdout.write(`${found} of ${all.length} mutants found, ${alive} survived\n`);
if (alive === 0) await writeFile(killMatrixFile, toJson(spec, all));
process.exitCode = alive === 0 ? 0 : 1;

/** Whether it was found. */
async function judgeOne(mutant: Mutant, isUser: boolean, deployment: Reference): Promise<boolean> {
  const args = isUser && !isWhole ? ['--rules', mutant.rule] : [];
  const { failed, requests } = await judgeMutant(mutant, deployment, { args, user: isUser || isWhole });
  const isFound = failed.includes(mutant.rule);
  if (!isFound) survivors.push({ mutant, isUser });
  const checks = spec.rules.find(({ id }) => id === mutant.rule)?.checks ?? [];
  const others = failed.filter((id) => id !== mutant.rule);
  const also = others.length === 0 ? 'no other rule' : `also ${others.join(', ')}`;
  const by = isFound ? `found by ${checks.join(', ')}` : 'SURVIVED';
  process.stdout.write(`${mutant.rule}: ${mutant.breaks} | ${by} | ${also} | ${requests} requests\n`);
  return isFound;
}
