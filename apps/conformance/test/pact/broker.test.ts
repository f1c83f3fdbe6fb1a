import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandOutcome, runCli } from '../helpers/judge-target.ts';
import { type Listening, listen } from '../helpers/listen.ts';
import { type BrokerOptions, createTestBroker } from './broker/broker-app.ts';
import { type SmallInteraction, writePact, writeTemporary } from './small-pact.ts';

const token = 'broker-token';
const jwt = 'deployment-token';

const whoAmI: SmallInteraction = {
  description: 'who I am',
  request: { method: 'GET', path: '/me/', headers: { Authorization: 'Bearer example' } },
  response: { status: 200 },
};
const teapot: SmallInteraction = { ...whoAmI, description: 'a teapot', response: { status: 418 } };

let broker: Listening;
let deployment: Listening;
/** The broker's trouble: a test may make some. */
let trouble: BrokerOptions['trouble'];
/** What the deployment answers: a test may break it. */
let status: 200 | 500 = 200;

beforeAll(async () => {
  broker = await listen(createTestBroker({ token, trouble: (request) => trouble?.(request) }).fetch);
  const routes = new Hono();
  routes.get('/me/', (context) => context.json({}, status));
  deployment = await listen(routes.fetch);
});
afterAll(async () => {
  await broker.close();
  await deployment.close();
});

function pact(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<CommandOutcome> {
  const own = { PACT_BROKER_BASE_URL: broker.url, PACT_BROKER_TOKEN: token, AGENT_WORKERS_JWT: jwt };
  return runCli(['pact', command, ...args], { ...own, ...environment });
}

const canIDeploy = (pacticipant: string, version: string): Promise<CommandOutcome> =>
  pact('can-i-deploy', ['--pacticipant', pacticipant, '--version', version, '--to', 'production']);

const recordDeployment = (pacticipant: string, version: string): Promise<CommandOutcome> =>
  pact('record-deployment', [
    '--pacticipant',
    pacticipant,
    '--version',
    version,
    '--environment',
    'production',
  ]);

async function publish(version: string, branch: string, interactions: readonly SmallInteraction[]) {
  const file = await writePact('user-api', interactions, 'shop');
  return pact('publish', ['--pact', file, '--version', version, '--branch', branch]);
}

async function verify(version: string, args: readonly string[] = []): Promise<CommandOutcome> {
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

describe('At a broker', () => {
  test('a contract goes from publishing over verifying to what may be deployed, and is recorded', async () => {
    expect(await publish('c1', 'main', [whoAmI])).toMatchObject({ exitCode: 0 });
    expect(await canIDeploy('shop', 'c1')).toMatchObject({
      exitCode: 3,
      out: expect.stringContaining('Not known yet.'),
    });

    expect(await verify('p1')).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('1 verified, 0 broken'),
    });
    expect(await canIDeploy('user-api', 'p1')).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('Yes.'),
    });
    expect(await recordDeployment('user-api', 'p1')).toMatchObject({ exitCode: 0 });
    expect(await canIDeploy('shop', 'c1')).toMatchObject({ exitCode: 0 });
    expect(await recordDeployment('shop', 'c1')).toMatchObject({ exitCode: 0 });

    status = 500;
    expect(await verify('p2')).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('expected 200 but was 500'),
    });
    status = 200;
    expect(await canIDeploy('user-api', 'p2')).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('No.'),
    });
  });

  test('a version keeps its content', async () => {
    expect(await publish('d1', 'main', [whoAmI])).toMatchObject({ exitCode: 0 });
    expect(await publish('d1', 'main', [teapot])).toMatchObject({ exitCode: 1 });
    expect(await publish('d1', 'main', [whoAmI])).toMatchObject({ exitCode: 0 });
  });

  test('a pending contract breaks nothing, and is not verified either', async () => {
    await publish('e1', 'feature', [whoAmI, teapot]);
    const ofFeature = ['--selector', '{"branch": "feature"}'];
    expect(await verify('p3', ofFeature)).toMatchObject({ exitCode: 1 });
    const outcome = await verify('p3', [...ofFeature, '--pending']);
    expect(outcome).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('1 verified, 0 broken, 1 not verified'),
    });
    expect(outcome.out).toContain('pending: no release relies on it yet');
  });

  test('work in progress is taken along, and breaks nothing', async () => {
    await publish('f1', 'experiment', [{ ...teapot, description: 'an experiment' }, whoAmI]);
    const ofMain = ['--selector', '{"mainBranch": true}', '--pending'];
    const outcome = await verify('p6', [...ofMain, '--wip-since', '2020-01-01']);
    expect(outcome).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/not verified .*an experiment/),
    });
    expect((await verify('p6', ofMain)).out).not.toContain('an experiment');
  });

  test('where there is no contract, nothing is verified', async () => {
    const outcome = await verify('p4', ['--selector', '{"branch": "no-such-branch"}']);
    expect(outcome).toMatchObject({ exitCode: 3, out: expect.stringContaining('NOTHING VERIFIED') });
  });

  test('names that it does not know are wrong use', async () => {
    const unknown = await canIDeploy('nobody', 'v1');
    expect(unknown).toMatchObject({
      exitCode: 2,
      out: '',
      progress: expect.stringContaining("name 'nobody'"),
    });
    const never = await recordDeployment('shop', 'never');
    expect(never).toMatchObject({ exitCode: 2, out: '' });
    expect(never.progress).toContain('The broker knows no version never of shop');
    expect(await verify('p5', ['--selector', 'main'])).toMatchObject({ exitCode: 2, out: '' });
  });
});

describe('A broker that does not take the outcome', () => {
  const isOutcome = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
    method === 'POST' && path.endsWith('/verification-results');

  test.each([
    [403, 'refused the credentials with status 403'],
    [500, 'answered with status 500'],
    [404, 'did not take the outcome for shop g1 (main) with user-api'],
  ])('with status %d ends with 4, and nothing is said to conform', async (answered, says) => {
    await publish('g1', 'main', [{ ...whoAmI, description: 'who I am to a broker in trouble' }]);
    trouble = (request) => (isOutcome(request) ? answered : undefined);
    const outcome = await verify('p7');
    trouble = undefined;
    expect(outcome).toMatchObject({ exitCode: 4, out: '', progress: expect.stringContaining(says) });
  });

  test.each([
    ['publish', '/contracts/publish', ['--version', 'h1', '--branch', 'main']],
    ['can-i-deploy', '/matrix', ['--pacticipant', 'shop', '--version', 'g1', '--to', 'test']],
    [
      'record-deployment',
      '/pacticipants',
      ['--pacticipant', 'shop', '--version', 'g1', '--environment', 'test'],
    ],
    ['environment', '/environments', ['list']],
    ['matrix', '/matrix', ['--pacticipant', 'shop']],
  ])('or fails at %s ends with 4 too', async (command, path, args) => {
    trouble = (request) => (request.path.startsWith(path) ? 502 : undefined);
    const [action = '', ...others] = args;
    const outcome = await pact(command, [action, ...others]);
    trouble = undefined;
    expect(outcome).toMatchObject({ exitCode: 4, out: '', progress: expect.stringContaining('status 502') });
  });
});

describe('Wrong use is told before anything is asked', () => {
  test.each([
    [['--selector', '{"branch": "x", "latest": "true"}'], 'latest: '],
    [['--selector', '{"mainBrnch": true}'], 'Did you mean mainBranch?'],
    [['--selector', '{}'], 'it selects nothing'],
    [['--wip-since', 'yesterday', '--provider-branch', 'main'], 'takes a date such as'],
    [['--wip-since', '2026-01-31'], '--wip-since needs --provider-branch'],
    [['--publish'], '--publish needs --provider-version'],
    [['--publish', '--provider-version', 'p', '--only', 'x'], 'leave --only out'],
    [['--pact', 'a.json'], 'from --broker or from the files'],
    [['--pact', 'a.json', '--pact', 'http://127.0.0.1:9/pact'], 'not both at once'],
  ])('%j', async (args, says) => {
    const outcome = await pact('verify', ['--broker', 'http://127.0.0.1:9', ...args]);
    expect(outcome).toMatchObject({ exitCode: 2, out: '', progress: expect.stringContaining(says) });
  });

  test('for a place that the broker does not have, with the nearest', async () => {
    await publish('i1', 'main', [whoAmI]);
    const args = ['--pacticipant', 'shop', '--version', 'i1', '--environment', 'produktion'];
    const outcome = await pact('record-deployment', args);
    expect(outcome).toMatchObject({
      exitCode: 2,
      progress: expect.stringContaining('Did you mean production?'),
    });
  });
});

describe('A contract at a broker', () => {
  test('is verified at the address that a webhook announces, and its outcome published', async () => {
    await publish('j1', 'trunk', [{ ...whoAmI, description: 'who I am on trunk' }]);
    const pactUrl = await addressOf('j1');
    const config = await writeTemporary('config.json', { baseUrl: deployment.url, profile: 'full' });
    const args = ['--pact', pactUrl, '--config', config, '--provider-version', 'p8', '--publish'];
    const outcome = await pact('verify', args);
    expect(outcome).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('shop j1 (trunk) → user-api'),
    });
    const { out } = await pact('matrix', ['--pacticipant', 'shop', '--version', 'j1']);
    expect(out).toMatch(/shop +j1 +user-api +p8 +verified\n/);
  });

  test('is found again by the line that a finding ends with, and a password in an address is not in it', async () => {
    await publish('k1', 'again', [{ ...teapot, description: "it's a teapot" }]);
    const withPassword = broker.url.replace('://', '://user:a-password@');
    const config = await writeTemporary('config.json', { baseUrl: deployment.url, profile: 'full' });
    const selector = '{"branch":"again"}';
    const args = ['--config', config, '--selector', selector, '--provider', 'user-api'];
    const outcome = await pact('verify', ['--broker', withPassword, ...args]);
    expect(outcome.exitCode).toBe(1);
    expect(outcome.out).toContain(
      `again: agent-conformance pact verify --only 'it'\\''s a teapot' --provider user-api --broker '${broker.url}' --selector '${selector}'`,
    );
    expect(`${outcome.out}${outcome.progress}`).not.toContain('a-password');
  });

  test('is asked of the broker of the environment as soon as an option is one of a broker', async () => {
    const config = await writeTemporary('config.json', { baseUrl: deployment.url, profile: 'full' });
    const outcome = await pact('verify', ['--config', config, '--selector', '{"branch": "no-such-branch"}']);
    expect(outcome).toMatchObject({ exitCode: 3, out: expect.stringContaining('NOTHING VERIFIED') });
  });
});

describe('What a broker knows of places and branches', () => {
  test('is told by a command each', async () => {
    expect(await pact('environment', ['create', '--name', 'staging'])).toMatchObject({ exitCode: 0 });
    expect(await pact('environment', ['create', '--name', 'staging'])).toMatchObject({
      exitCode: 2,
      progress: expect.stringContaining("Another environment with name 'staging' already exists"),
    });
    expect(await pact('environment', ['list'])).toMatchObject({
      exitCode: 0,
      out: 'test\nproduction  production\nstaging\n',
    });
    await publish('l1', 'trunk', [{ ...whoAmI, description: 'who I am in l1' }]);
    expect(await pact('branch', ['--pacticipant', 'shop', '--main', 'trunk'])).toMatchObject({ exitCode: 0 });
    expect(await verify('p9', ['--selector', '{"mainBranch": true}'])).toMatchObject({
      out: expect.stringContaining('who I am in l1'),
    });
    const there = ['--pacticipant', 'shop', '--environment', 'staging'];
    const version = ['--version', 'l1'];
    expect(await pact('record-release', [...there, ...version])).toMatchObject({ exitCode: 0 });
    expect(await pact('record-deployment', [...there, ...version])).toMatchObject({ exitCode: 0 });
    expect(await pact('record-undeployment', there)).toMatchObject({
      exitCode: 0,
      out: 'shop l1 is recorded as gone from staging.\n',
    });
    expect(await pact('record-undeployment', there)).toMatchObject({ exitCode: 2 });
    expect(await pact('branch', ['--pacticipant', 'shop', '--main', 'main'])).toMatchObject({ exitCode: 0 });
  });
});

test("Ctrl-C is nobody's fault", async () => {
  const stop = new AbortController();
  const hanging = await listen(() => {
    stop.abort();
    return new Promise(() => {});
  });
  const args = ['pact', 'environment', 'list', '--broker', hanging.url];
  const outcome = await runCli(args, {}, stop.signal);
  await hanging.close();
  expect(outcome).toMatchObject({ exitCode: 3, out: '' });
  expect(outcome.progress).toBe(
    'agent-conformance: Interrupted. Nothing is known, and nothing more was sent.\n',
  );
});

/** Where the broker has the contract of a version. */
async function addressOf(version: string): Promise<string> {
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

describe('One sentence and exit code 4 are enough', () => {
  test.each([
    ['publish', ['--version', 'v', '--branch', 'b']],
    ['verify', ['--broker']],
  ])('for a broker that is not there: %s', async (command, args) => {
    const { url, close } = await listen(() => new Response());
    await close();
    const named = args.flatMap((arg) => (arg === '--broker' ? [arg, url] : [arg]));
    const outcome = await pact(command, named, { PACT_BROKER_BASE_URL: url });
    expect(outcome).toMatchObject({ exitCode: 4, out: '' });
    expect(outcome.progress).toMatch(/^agent-conformance: No answer at the broker \S+: .*ECONNREFUSED.*\n$/);
  });

  test('for a wrong token', async () => {
    const outcome = await pact('can-i-deploy', ['--pacticipant', 'shop', '--version', 'c1', '--to', 'test'], {
      PACT_BROKER_TOKEN: 'wrong',
    });
    expect(outcome).toMatchObject({ exitCode: 4, out: '' });
    expect(outcome.progress).toContain('refused the credentials with status 401');
    expect(outcome.progress).not.toContain('wrong');
  });
});

test('The test broker says itself that it is not for production', async () => {
  const main = fileURLToPath(new URL('broker/main.ts', import.meta.url));
  const args = ['--conditions=@agent-workers/source', main, '--help'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toContain('not for production');
});
