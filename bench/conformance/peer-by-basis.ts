/**
 * A sample of the fault model before the conformance CLI and before Schemathesis: how many each finds, by what forbids the
 * fault. Of the User API alone, which is what the document describes; what a deployment declares is broken by the mutants of
 * the declared rules. A fault counts as found by Schemathesis when it reports a failure that neither of two runs without a
 * fault shows.
 * Command: SCHEMATHESIS=path/to/schemathesis node peer-by-basis.ts [faults of the model, default 60] [seed, default 1]
 *          [options for Schemathesis, default --phases examples,coverage --continue-on-failure]
 */
import { loadSpec } from '../../apps/conformance/src/spec/load-spec.ts';
import { judgeStyle } from '../../apps/conformance/test/styles/judge-style.ts';
import { namedStyles } from '../../apps/conformance/test/styles/named-styles.ts';
import { askSchemathesis, seenWithoutFault, type Wrap } from './ask-schemathesis.ts';
import { faultsOf } from './brought-about-again/faults-of.ts';
import { drawn, faultsAt } from './fault-model/faults.ts';
import { judgeFault } from './fault-model/judge-fault.ts';
import { placesOf } from './fault-model/place.ts';

interface Broken {
  readonly id: string;
  readonly basis: 'stated' | 'implied' | 'declared';
  readonly wrap: Wrap;
  readonly isFoundByUs: () => Promise<boolean>;
}

const [count = '60', seed = '1', ...given] = process.argv.slice(2);
const options = given.length > 0 ? given : ['--phases', 'examples,coverage', '--continue-on-failure'];
const [style] = namedStyles;
const { operations } = await loadSpec();
const ofUserApi = new Set(operations.filter(({ api }) => api === 'user').map(({ id }) => id));

const plain = await seenWithoutFault(style, options);
const found: { readonly basis: Broken['basis']; readonly ours: boolean; readonly theirs: boolean }[] = [];
for (const { id, basis, wrap, isFoundByUs } of [...modelled(), ...(await declared())]) {
  const ours = await isFoundByUs();
  const { failures } = await askSchemathesis(style, wrap, options);
  const theirs = [...failures.keys()].some((failure) => !plain.failures.has(failure));
  found.push({ basis, ours, theirs });
  say(`${found.length} ${basis} · ${id} | agent-conformance ${words(ours)} | Schemathesis ${words(theirs)}`);
}
say('\n| basis | faults | agent-conformance | Schemathesis |\n| --- | --- | --- | --- |');
for (const basis of ['stated', 'implied', 'declared'] as const) {
  const own = found.filter((one) => one.basis === basis);
  const share = (by: 'ours' | 'theirs'): string => {
    const number = own.filter((one) => one[by]).length;
    return `${number} (${Math.round((100 * number) / Math.max(1, own.length))} %)`;
  };
  say(`| ${basis} | ${own.length} | ${share('ours')} | ${share('theirs')} |`);
}

function modelled(): readonly Broken[] {
  const faults = faultsAt(placesOf(style, operations)).filter(
    ({ operation, basis }) => ofUserApi.has(operation) && basis !== 'undecidable',
  );
  return drawn(faults, Number(count), Number(seed)).flatMap((fault) =>
    fault.basis === 'undecidable'
      ? []
      : {
          id: fault.id,
          basis: fault.basis,
          wrap: (deployment) => fault.wrap(deployment, () => {}),
          isFoundByUs: async () => {
            const judged = await judgeFault(fault, { style, operations, widths: ['operation', 'family'] });
            return judged.causes.length > 0;
          },
        },
  );
}

async function declared(): Promise<readonly Broken[]> {
  const mutants = (await faultsOf('mutants')).filter(({ id }) => id.startsWith('declared.'));
  return mutants.map(({ id, wrap, args, isIt }) => ({
    id,
    basis: 'declared',
    wrap,
    isFoundByUs: async () => {
      const shown = ['--scenarios', '0', '--seed', '7', '--shrink-time', '0'];
      const { findings } = await judgeStyle(style, { withDocument: true, args: [...shown, ...args], wrap });
      return findings.some(isIt);
    },
  }));
}

function words(isFound: boolean): string {
  return isFound ? 'found' : 'missed';
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
