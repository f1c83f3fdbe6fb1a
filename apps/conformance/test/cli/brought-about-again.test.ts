import { expect, test } from 'vitest';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { type Again, bringAboutAgain } from '../helpers/bring-about-again.ts';
import { isWhole } from '../helpers/is-whole.ts';
import { allMutants } from '../kill-matrix/kill-matrix.ts';
import { toOriginal } from '../kill-matrix/plain-deployment.ts';
import type { Mutant } from '../mutants/mutant.ts';

const { workers, user, sequences } = await allMutants(await loadSpec());
const mutants = [...workers, ...user, ...sequences];

/** One of each kind of answer; `brought-about-again` of bench/conformance takes all mutants and all faults. */
const kinds = [
  'vip.get-count',
  'ndjson.carries-tool-calls',
  'run.history-keeps-responses',
  'law.open-list-is-for-everybody',
  'lists.page-by-cursor',
  'api-keys.hidden-omits-the-key',
];
/** CI takes those that are quick, WHOLE=1 takes all. */
const named = kinds.slice(0, isWhole ? kinds.length : 4);

async function again(mutant: Mutant): Promise<{ readonly live: Again; readonly gone: Again } | undefined> {
  const { rule, wrap } = mutant;
  const brought = await bringAboutAgain({
    wrap: (deployment) => wrap(toOriginal(deployment)),
    args: ['--rules', rule],
    isIt: (finding) => finding.rule === rule,
  });
  return brought && { live: brought.live, gone: brought.gone };
}

test.each(named)(
  'by replay and by its script, %s is broken while its fault is live, and kept when it is gone',
  async (rule) => {
    const mutant = mutants.find((one) => one.rule === rule);
    if (mutant === undefined) throw new Error(`No mutant breaks ${rule}.`);
    expect(await again(mutant)).toEqual({ live: { replay: 1, script: 1 }, gone: { replay: 0, script: 0 } });
  },
);
