import type { Declaration } from '../deployment/declaration/declaration.ts';
import type { ToldLimits, ToolCallFixture } from '../deployment/deployment.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Operation } from '../spec/spec.ts';
import type { Recording } from './verdict.ts';

/** What is known of a run besides its exchanges. */
export interface Background {
  readonly toolCall: ToolCallFixture | undefined;
  /** Limits of the deployment that the interface does not show, and its config tells. */
  readonly limits?: ToldLimits | undefined;
  readonly operations: readonly Operation[];
  readonly declaration?: Declaration | undefined;
  /** How long what was written may take to show everywhere, in ms. */
  readonly consistencyWindowMs: number;
  /** Of traffic that others made: whether nothing acted for the users but what is recorded. */
  readonly onlyClients?: boolean | undefined;
}

/** What the plan of a run tells. */
export function backgroundOf(
  {
    toolCall,
    limits,
    consistencyWindowMs,
    declaration,
    onlyClients,
  }: Pick<Background, 'limits' | 'consistencyWindowMs' | 'declaration' | 'onlyClients'> &
    Partial<Pick<Background, 'toolCall'>>,
  operations: readonly Operation[],
): Background {
  return { toolCall, limits, consistencyWindowMs, declaration, onlyClients, operations };
}

/** Parts what scenarios of the Workers API sent from all else. */
export function toRecording(
  exchanges: readonly Exchange[],
  { operations, ...background }: Background,
): Recording {
  return {
    workers: exchanges.filter(isOfScenario),
    user: exchanges.filter((exchange) => !isOfScenario(exchange)),
    contract: new Map(operations.map((operation) => [operation.id, operation])),
    ...background,
  };
}

/** What a contract of a client sends to the Workers API is judged like a scenario. */
function isOfScenario({ origin, api, intent }: Exchange): boolean {
  return origin.case.kind === 'scenario' || (api === 'workers' && intent === undefined);
}
