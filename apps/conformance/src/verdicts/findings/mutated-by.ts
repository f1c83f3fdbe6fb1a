import type { Exchange } from '../../exchanges/exchange.ts';
import type { Condition } from './condition.ts';

/** What was wrong or odd about a request, as the condition of what was due. */
export function mutatedBy({ intent }: Pick<Exchange, 'intent'>): Condition | undefined {
  const { mutation, parameter } = intent ?? {};
  return mutation && { kind: 'mutation', mutation, parameter };
}

/** The same of a run of a tool. */
export function badInputOf({ intent }: Pick<Exchange, 'intent'>, tool: string): Condition | undefined {
  const { mutation, parameter } = intent ?? {};
  return mutation && { kind: 'tool-input', tool, mutation, parameter };
}
