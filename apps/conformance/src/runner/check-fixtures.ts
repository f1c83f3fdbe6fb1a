import { referencesIn } from '../cases/sequences/sequence.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import { textsIn } from '../json/texts-in.ts';
import type { Plan } from '../plan/plan.ts';
import type { Operation } from '../spec/spec.ts';
import type { Driver } from './driver.ts';

type Fixture =
  | 'paidAgentId'
  | 'unpaidAgentId'
  | 'ownPaidAgentId'
  | 'subscribedAgentId'
  | 'unsubscribeAgentId'
  | 'privateAgentId'
  | 'installableToolId'
  | 'tool'
  | 'toolsetName'
  | 'cron'
  | 'vipCode';

/** What a read shows of a fixture that is of no use. */
export type Doubt = 'absent' | 'spent' | 'perhaps-spent' | 'refused' | 'not-private';

/** A fixture that a read shows not to be there, to be used up by an earlier run, or to be another thing than it should be. */
export interface DoubtfulFixture {
  readonly fixture: Fixture;
  readonly is: Doubt;
  /** The read, such as `GET /me/toolsets/sea`. */
  readonly request: string;
  readonly status: number;
}

interface Look {
  readonly fixture: Fixture;
  readonly read: string;
  /** The parameter of the path, or of the query, that names it. */
  readonly parameter?: string;
  readonly inQuery?: boolean;
  readonly doubt: (answer: Exchange, value: string) => Doubt | undefined;
}

const onStatus =
  (doubtful: number, is: Doubt): Look['doubt'] =>
  ({ response }) =>
    response?.status === doubtful ? is : undefined;
const onSuccess =
  (is: Doubt): Look['doubt'] =>
  (answer) =>
    succeeded(answer) ? is : undefined;

const agent = { parameter: 'agent_id', doubt: onStatus(404, 'absent') } as const;
/** Any other answer may have reasons of its own. */
const looks: readonly Look[] = [
  { fixture: 'paidAgentId', read: 'getAgent', ...agent },
  { fixture: 'unpaidAgentId', read: 'getAgent', ...agent },
  { fixture: 'ownPaidAgentId', read: 'getAgent', ...agent },
  { fixture: 'subscribedAgentId', read: 'getSubscription', ...agent },
  {
    fixture: 'unsubscribeAgentId',
    read: 'getSubscription',
    parameter: 'agent_id',
    doubt: onStatus(404, 'spent'),
  },
  { fixture: 'privateAgentId', read: 'getAgent', parameter: 'agent_id', doubt: onSuccess('not-private') },
  { fixture: 'installableToolId', read: 'getUserTool', parameter: 'tool_id', doubt: onSuccess('spent') },
  { fixture: 'toolsetName', read: 'getToolset', parameter: 'toolset_name', doubt: onStatus(404, 'absent') },
  { fixture: 'tool', read: 'listTools', doubt: lacksTool },
  {
    fixture: 'cron',
    read: 'convertTextToCron',
    parameter: 'cron',
    inQuery: true,
    doubt: onStatus(400, 'refused'),
  },
  { fixture: 'vipCode', read: 'getVipRedemptionCount', doubt: hasRedeemed },
];

/** A list with tools in it, none of which has the name. */
function lacksTool(answer: Exchange, name: string): Doubt | undefined {
  const text = answer.response?.body.text ?? '';
  const tools = succeeded(answer) ? textsIn(parseJson(text)) : [];
  return tools.length === 0 || tools.includes(name) ? undefined : 'absent';
}

/** Which codes were redeemed is told nowhere, but whether any were. */
function hasRedeemed(answer: Exchange): Doubt | undefined {
  const value = parseJson(answer.response?.body.text ?? '');
  const [count, ...others] = isRecord(value) ? Object.values(value).filter(Number.isSafeInteger) : [value];
  return succeeded(answer) && others.length === 0 && Number(count) > 0 ? 'perhaps-spent' : undefined;
}

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
  const isNeeded = ({ fixture }: Look): boolean =>
    [...needed].some((name) => name === fixture || name.startsWith(`${fixture}.`));
  const looked = looks.filter(isNeeded).map((look) => lookAt(look, driver, { deployment, operations }));
  return (await Promise.all(looked)).filter((one) => one !== undefined);
}

async function lookAt(
  { fixture, read, parameter, inQuery = false, doubt }: Look,
  driver: Pick<Driver, 'control'>,
  { deployment, operations }: Omit<FixtureOptions, 'plan'>,
): Promise<DoubtfulFixture | undefined> {
  const value = nameOf(deployment.fixtures[fixture]);
  const target = operations.find(({ id }) => id === read);
  if (value === undefined || target === undefined) return undefined;
  const origin = { phase: 'preflight', case: { kind: 'probe', id: fixture }, step: 1, attempt: 1 } as const;
  const path = parameter === undefined || inQuery ? {} : { [parameter]: value };
  const query = parameter !== undefined && inQuery ? [[parameter, value] as const] : [];
  const call = { operation: read, path };
  const exchange = await driver.control({ origin, call, query, identity: 'own' }, target);
  const is = exchange && doubt(exchange, value);
  if (exchange === undefined || is === undefined) return undefined;
  const { search } = new URL(exchange.request.url);
  const request = `${target.method} ${target.path.replace(/\{\w+\}/, value)}${search}`;
  return { fixture, is, request, status: exchange.response?.status ?? 0 };
}

function nameOf(fixture: Deployment['fixtures'][Fixture]): string | undefined {
  return typeof fixture === 'object' ? fixture.name : fixture;
}
