import type { ToolCallFixture } from '../deployment/deployment.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Operation } from '../spec/spec.ts';
import type { Recording } from './verdict.ts';

/** What is known of a run besides its exchanges. */
export interface Background {
  readonly toolCall: ToolCallFixture | undefined;
  readonly operations: readonly Operation[];
  /** How long what was written may take to show everywhere, in ms. */
  readonly settleMs: number;
}

/** What the plan of a run tells. */
export function backgroundOf(
  { toolCall, settleMs }: Pick<Background, 'settleMs'> & Partial<Pick<Background, 'toolCall'>>,
  operations: readonly Operation[],
): Background {
  return { toolCall, settleMs, operations };
}

/** Sorts exchanges into what scenarios sent and what probes sent. */
export function toRecording(
  exchanges: readonly Exchange[],
  { toolCall, operations, settleMs }: Background,
): Recording {
  return {
    exchanges: exchanges.filter(({ probe }) => probe === undefined),
    probes: exchanges.filter(({ probe }) => probe !== undefined),
    contract: new Map(operations.map((operation) => [operation.id, operation])),
    toolCall,
    settleMs,
  };
}
