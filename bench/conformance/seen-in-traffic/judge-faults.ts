import type { Operation } from '../../../apps/conformance/src/spec/spec.ts';
import { drawn, type Fault, faultsAt } from '../fault-model/faults.ts';
import { placesOf } from '../fault-model/place.ts';
import { judgeSession, type SessionOptions } from './session.ts';

export interface JudgedFault {
  readonly fault: Fault;
  /** The rules that it was found by. */
  readonly rules: readonly string[];
  readonly isBroughtAbout: boolean;
}

interface Drawn extends Pick<SessionOptions, 'style' | 'onlyClients'> {
  readonly count: number;
  readonly seed: number;
}

/** Judges the same traffic before faults of the fault model, drawn by a seed. */
export async function* judgeFaults(
  operations: readonly Operation[],
  { style, onlyClients, count, seed }: Drawn,
): AsyncGenerator<JudgedFault> {
  const decidable = faultsAt(placesOf(style, operations)).filter(({ basis }) => basis !== 'undecidable');
  for (const fault of drawn(decidable, count, seed)) {
    let isBroughtAbout = false;
    const { broken } = await judgeSession({
      style,
      onlyClients,
      wrap: (deployment) =>
        fault.wrap(deployment, () => {
          isBroughtAbout = true;
        }),
    });
    yield { fault, rules: broken, isBroughtAbout };
  }
}
