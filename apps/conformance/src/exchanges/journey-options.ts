import type { Vocabulary } from '../deployment/vocabulary/vocabulary.ts';
import type { Operation } from '../spec/spec.ts';
import type { Ledger } from './ledger.ts';
import type { CallOptions } from './send-call.ts';

export interface JourneyOptions extends CallOptions {
  /** The name under which the exchanges are recorded. */
  readonly scenario: string;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly vocabulary: Vocabulary;
  readonly ledger: Ledger;
  /** Makes the texts of this run unique among all runs that anyone will ever judge. */
  readonly nonce: string;
  readonly signal: AbortSignal;
}
