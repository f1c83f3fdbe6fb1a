import { referencesIn } from '../cases/sequences/sequence.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { succeeded } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import type { Operation } from '../spec/spec.ts';
import type { Driver } from './driver.ts';

type Fixture =
  | 'paidAgentId'
  | 'unpaidAgentId'
  | 'ownPaidAgentId'
  | 'subscribedAgentId'
  | 'unsubscribeAgentId'
  | 'installableToolId'
  | 'toolsetName';

/** A fixture that a read shows not to be there, or to be used up by an earlier run. */
export interface DoubtfulFixture {
  readonly fixture: Fixture;
  readonly is: 'absent' | 'spent';
  /** The read, such as `GET /me/toolsets/sea`. */
  readonly request: string;
  readonly status: number;
}

interface Look {
  readonly fixture: Fixture;
  readonly read: string;
  readonly parameter: string;
  /** What it is when the read finds nothing, or else when it finds something. */
  readonly unfound?: DoubtfulFixture['is'];
  readonly found?: DoubtfulFixture['is'];
}

const agent = { parameter: 'agent_id', unfound: 'absent' } as const;
const looks: readonly Look[] = [
  { fixture: 'paidAgentId', read: 'getAgent', ...agent },
  { fixture: 'unpaidAgentId', read: 'getAgent', ...agent },
  { fixture: 'ownPaidAgentId', read: 'getAgent', ...agent },
  { fixture: 'subscribedAgentId', read: 'getSubscription', ...agent },
  { fixture: 'unsubscribeAgentId', read: 'getSubscription', parameter: 'agent_id', unfound: 'spent' },
  { fixture: 'installableToolId', read: 'getUserTool', parameter: 'tool_id', found: 'spent' },
  { fixture: 'toolsetName', read: 'getToolset', parameter: 'toolset_name', unfound: 'absent' },
];

interface FixtureOptions {
  readonly plan: Pick<Plan, 'sequences'>;
  readonly deployment: Deployment;
  /** The contract's operations. */
  readonly operations: readonly Operation[];
}

/** Reads what the config names and the plan needs, so that what is missing is known before the run. */
export async function checkFixtures(
  driver: Pick<Driver, 'control'>,
  { plan, deployment, operations }: FixtureOptions,
): Promise<readonly DoubtfulFixture[]> {
  if (deployment.credentials.jwt === undefined) return [];
  const needed = new Set(
    plan.sequences.flatMap(({ calls }) =>
      referencesIn(calls).flatMap((reference) => ('fixture' in reference ? [reference.fixture] : [])),
    ),
  );
  const doubtful: DoubtfulFixture[] = [];
  for (const { fixture, read, parameter, unfound, found } of looks) {
    const value = deployment.fixtures[fixture];
    const target = operations.find(({ id }) => id === read);
    if (value === undefined || target === undefined || !needed.has(fixture)) continue;
    const origin = { phase: 'preflight', case: { kind: 'probe', id: fixture }, step: 1, attempt: 1 } as const;
    const call = { operation: read, path: { [parameter]: value } };
    const exchange = await driver.control({ origin, call, identity: 'own' }, target);
    const status = exchange?.response?.status ?? 0;
    // Any other answer may have reasons of its own.
    const is = status === 404 ? unfound : exchange && succeeded(exchange) ? found : undefined;
    if (is === undefined) continue;
    doubtful.push({
      fixture,
      is,
      request: `${target.method} ${target.path.replace(/\{\w+\}/, value)}`,
      status,
    });
  }
  return doubtful;
}
