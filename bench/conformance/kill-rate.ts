/**
 * How many faults made at random the conformance CLI finds, by depth: one request shows it, a sequence does, or
 * concurrency, a boundary or timing. Faults that happen to break nothing count as survivors too.
 * Command: node kill-rate.ts [mutants per depth, default 40] [first seed, default 1]
 */

import { depths, randomMutant } from '../../apps/conformance/test/random-mutants/random-mutant.ts';
import { judgeStyle } from '../../apps/conformance/test/styles/judge-style.ts';
import { namedStyles } from '../../apps/conformance/test/styles/named-styles.ts';

const [count = 40, firstSeed = 1] = process.argv.slice(2).map(Number);
const [base] = namedStyles;

const args = ['--scenarios', '4', '--seed', '7'];
const plain = await judgeStyle(base, { withDocument: true, args });
process.stdout.write(
  `without a fault: ${plain.findings.length} findings, ${plain.summary.rules.passed} of ${plain.summary.rules.bound} rules verified, ${plain.summary.requests} requests\n`,
);

for (const depth of depths) {
  const judged = [];
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const mutant = randomMutant(base, depth, seed);
    const found = await isFound(mutant.wrap);
    judged.push({ ...mutant, found });
    process.stdout.write(
      `${depth} ${seed} ${found ? 'found' : 'SURVIVED'}: ${mutant.operator}, ${mutant.subject}\n`,
    );
  }
  const found = judged.filter((one) => one.found).length;
  process.stdout.write(`${depth}: ${found} of ${count} found (${Math.round((100 * found) / count)} %)\n`);
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
