import type { Deployment } from '../deployment/deployment.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import type { ArrangeState } from '../exchanges/arrange-state.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Ledger } from '../exchanges/ledger.ts';
import type { Plan } from '../plan/plan.ts';
import type { Operation } from '../spec/spec.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import type { RunEvent } from './events.ts';

export interface RunOptions {
  readonly deployment: Deployment;
  readonly plan: Plan;
  /** What the deployment calls what the interface doesn't show. */
  readonly fieldMapping: FieldMapping;
  /** The contract's operations. */
  readonly operations: readonly Operation[];
  /** How many scenarios are under way at once. */
  readonly concurrency: number;
  /** Whether that was asked for; otherwise a slow target has more under way. */
  readonly isConcurrencyFixed?: boolean | undefined;
  /** How far the target is away by its first answers, in ms; unknown before them. */
  readonly latencyMs?: number | undefined;
  /** How long one exchange may take, in ms. */
  readonly timeoutMs: number;
  /** How long a step may wait for a background job to end, in ms. */
  readonly jobTimeoutMs: number;
  /** How long shrinking one finding may take, in ms; 0 for not at all. */
  readonly shrinkMs: number;
  /** Requests a second at most; undefined for as many as come. */
  readonly requestsPerSecond?: number | undefined;
  /** Requests in all, those that clean up included; undefined for as many as come. */
  readonly maxRequests?: number | undefined;
  /** How long the run may drive before it ends in order, in ms; cleaning up comes after it. Undefined for no limit. */
  readonly maxTimeMs?: number | undefined;
  /** What the run makes on the target; it removes what is left of it at its end. */
  readonly ledger: Ledger;
  /** Puts the deployment into states; undefined where it has no way to any. */
  readonly arrange?: ArrangeState | undefined;
  readonly signal: AbortSignal;
  readonly record: (exchange: Exchange) => void;
  /** Whether the run may end with what it found broken so far; undefined for one that drives all that is planned. */
  readonly isEnough?: ((broken: readonly Verdict[]) => boolean) | undefined;
  readonly onEvent: (event: RunEvent) => void;
}
