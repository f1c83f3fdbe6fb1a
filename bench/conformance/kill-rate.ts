/**
 * How many faults made at random the conformance CLI finds, by depth: one request shows it, a sequence does, or
 * concurrency, a boundary or timing. Faults that happen to break nothing count as survivors too.
 * Command: node kill-rate.ts [mutants per depth, default 40, or all] [first seed, default 1]
 */

import { inParallel } from '../../apps/conformance/src/runner/in-parallel.ts';
import {
  type Depth,
  depths,
  everyMutant,
  type RandomMutant,
  randomMutant,
} from '../../apps/conformance/test/random-mutants/random-mutant.ts';
import { judgeStyle } from '../../apps/conformance/test/styles/judge-style.ts';
import { namedStyles } from '../../apps/conformance/test/styles/named-styles.ts';

const [count = '40', firstSeed = '1'] = process.argv.slice(2);
const [base] = namedStyles;

/** A run mostly waits for its jobs. */
const atOnce = 2;
const args = ['--scenarios', '4', '--seed', '7'];
const plain = await judgeStyle(base, { withDocument: true, args });
process.stdout.write(
  `without a fault: ${plain.findings.length} findings, ${plain.summary.rules.passed} of ${plain.summary.rules.bound} rules verified, ${plain.summary.requests} requests\n`,
);

for (const depth of depths) {
  const judged = await inParallel(mutantsOf(depth), atOnce, async (mutant) => {
    const found = await isFound(mutant.wrap);
    process.stdout.write(`${depth} ${found ? 'found' : 'SURVIVED'}: ${mutant.operator}, ${mutant.subject}\n`);
    return found;
  });
  const found = judged.filter((one) => one).length;
  const share = Math.round((100 * found) / judged.length);
  process.stdout.write(`${depth}: ${found} of ${judged.length} found (${share} %)\n`);
}

function mutantsOf(depth: Depth): readonly RandomMutant[] {
  if (count === 'all') return everyMutant(base, depth);
  const seeds = Array.from({ length: Number(count) }, (_, index) => Number(firstSeed) + index);
  return seeds.map((seed) => randomMutant(base, depth, seed));
}

/** A run that can't even begin has noticed the fault as well. */
async function isFound(wrap: ReturnType<typeof randomMutant>['wrap']): Promise<boolean> {
  try {
    const { findings } = await judgeStyle(base, { withDocument: true, args, wrap });
    return findings.length > 0;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('No report')) return true;
    throw error;
  }
}
