import { Hono } from 'hono';
import { afterAll, beforeAll } from 'vitest';
import { type CommandOutcome, runCli } from '../helpers/judge-target.ts';
import { type Listening, listen } from '../helpers/listen.ts';
import { type BrokerOptions, createTestBroker } from './broker/broker-app.ts';
import { type SmallInteraction, writePact, writeTemporary } from './small-pact.ts';

const token = 'broker-token';
const jwt = 'deployment-token';

export const whoAmI: SmallInteraction = {
  description: 'who I am',
  request: { method: 'GET', path: '/me/', headers: { Authorization: 'Bearer example' } },
  response: { status: 200 },
};
export const teapot: SmallInteraction = { ...whoAmI, description: 'a teapot', response: { status: 418 } };

export let broker: Listening;
export let deployment: Listening;
/** The broker's trouble: a test may make some. */
let trouble: BrokerOptions['trouble'];

export function makeTrouble(some: BrokerOptions['trouble']): void {
  trouble = some;
}

/** What the deployment answers: a test may break it. */
let status: 200 | 500 = 200;

export function answerWith(next: 200 | 500): void {
  status = next;
}

/** Starts both for the tests of a file, which calls this once. */
export function startForTests(): void {
  beforeAll(async () => {
    trouble = undefined;
    status = 200;
    broker = await listen(createTestBroker({ token, trouble: (request) => trouble?.(request) }).fetch);
    const routes = new Hono();
    routes.get('/me/', (context) => context.json({}, status));
    deployment = await listen(routes.fetch);
  });
  afterAll(async () => {
    await broker.close();
    await deployment.close();
  });
}

export function pact(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<CommandOutcome> {
  const own = { PACT_BROKER_BASE_URL: broker.url, PACT_BROKER_TOKEN: token, AGENT_WORKERS_JWT: jwt };
  return runCli(['pact', command, ...args], { ...own, ...environment });
}

export const canIDeploy = (pacticipant: string, version: string): Promise<CommandOutcome> =>
  pact('can-i-deploy', ['--pacticipant', pacticipant, '--version', version, '--to', 'production']);

export const recordDeployment = (pacticipant: string, version: string): Promise<CommandOutcome> =>
  pact('record-deployment', [
    '--pacticipant',
    pacticipant,
    '--version',
    version,
    '--environment',
    'production',
  ]);

export async function publish(version: string, branch: string, interactions: readonly SmallInteraction[]) {
  const file = await writePact('user-api', interactions, 'shop');
  return pact('publish', ['--pact', file, '--version', version, '--branch', branch]);
}

export async function verify(version: string, args: readonly string[] = []): Promise<CommandOutcome> {
  const config = await writeTemporary('config.json', { baseUrl: deployment.url, profile: 'full' });
  const asProvider = [
    '--provider',
    'user-api',
    '--provider-version',
    version,
    '--provider-branch',
    'main',
    '--publish',
  ];
  return pact('verify', ['--broker', broker.url, '--config', config, ...asProvider, ...args]);
}

/** Where the broker has the contract of a version. */
export async function addressOf(version: string): Promise<string> {
  const response = await fetch(`${broker.url}/pacts/provider/user-api/for-verification`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ consumerVersionSelectors: [{ latest: true }] }),
  });
  const { _embedded: embedded } = (await response.json()) as {
    _embedded: { pacts: { shortDescription: string; _links: { self: { href: string } } }[] };
  };
  const found = embedded.pacts.find(({ shortDescription }) => shortDescription.endsWith(version));
  return found?._links.self.href ?? '';
}
