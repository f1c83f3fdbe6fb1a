import { loadSpec } from '../../../apps/conformance/src/spec/load-spec.ts';
import type { Fault } from '../../../apps/conformance/test/helpers/bring-about-again.ts';
import { allMutants } from '../../../apps/conformance/test/kill-matrix/kill-matrix.ts';
import { toOriginal } from '../../../apps/conformance/test/kill-matrix/plain-deployment.ts';
import { namedStyles } from '../../../apps/conformance/test/styles/named-styles.ts';
import { faultsAt } from '../fault-model/faults.ts';
import { placesOf } from '../fault-model/place.ts';

export interface NamedFault extends Fault {
  readonly id: string;
}

const [style] = namedStyles;

/** All mutants, or all faults of the fault model that contradict the interface. */
export async function faultsOf(name: string): Promise<readonly NamedFault[]> {
  if (name === 'mutants') return mutants();
  if (name === 'faults') return modelled();
  throw new Error(`--of takes mutants or faults, not ${name}.`);
}

async function mutants(): Promise<readonly NamedFault[]> {
  const { workers, user, sequences } = await allMutants(await loadSpec());
  return [...workers, ...user, ...sequences].map(({ rule, breaks, operations, wrap }) => ({
    id: `${rule}: ${breaks}`,
    wrap: (deployment) => wrap(toOriginal(deployment)),
    args: ['--rules', rule, ...(operations === undefined ? [] : ['--operations', operations])],
    isIt: (finding) => finding.rule === rule,
  }));
}

async function modelled(): Promise<readonly NamedFault[]> {
  const { operations } = await loadSpec();
  return faultsAt(placesOf(style, operations))
    .filter(({ basis }) => basis !== 'undecidable')
    .map(({ id, operation, wrap }) => ({
      id,
      style,
      withDocument: true,
      wrap: (deployment) => wrap(deployment, () => {}),
      args: ['--operations', operation],
      isIt: ({ basis }) => basis !== 'declared',
    }));
}
