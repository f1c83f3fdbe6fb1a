import type { Deployment } from '../deployment/deployment.ts';
import { type Exchange, header } from '../exchanges/exchange.ts';
import type { LedgerCall } from '../exchanges/ledger.ts';

/** Reads the run of the config's worker that an answer names; undefined where it names none. */
export function readOfRun(
  exchange: Exchange,
  { fixtures: { agentId = '' } }: Pick<Deployment, 'fixtures'>,
): LedgerCall | undefined {
  const runId = header(exchange, 'x-service-run-id');
  return runId === undefined
    ? undefined
    : { operation: 'getRunMessages', path: { agent_id: agentId, run_id: runId } };
}
