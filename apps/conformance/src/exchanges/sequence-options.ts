import type { Case } from '../cases/case.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import type { Operation } from '../spec/spec.ts';
import type { ArrangeState } from './arrange-state.ts';
import type { Phase } from './exchange.ts';
import type { Ledger } from './ledger.ts';
import type { Lag } from './patience.ts';
import type { CallOptions } from './send-call.ts';

export interface SequenceOptions extends CallOptions {
  /** What the exchanges are recorded under. */
  readonly phase: Phase;
  readonly case: Case;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly fieldMapping: FieldMapping;
  readonly ledger: Ledger;
  readonly lag: Lag;
  /** Milliseconds on any clock that never goes back. */
  readonly now: () => number;
  /** Makes the texts of this run unique among all runs that anyone will ever judge. */
  readonly nonce: string;
  /** Puts the deployment into states; undefined where it has no way to any. */
  readonly arrange?: ArrangeState | undefined;
  readonly signal: AbortSignal;
}
