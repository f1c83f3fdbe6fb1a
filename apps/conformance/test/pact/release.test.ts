import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandOutcome, runCli } from '../helpers/judge-target.ts';
import { type Listening, listen } from '../helpers/listen.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { namedStyles } from '../styles/named-styles.ts';
import { describe as describeStyle } from '../styles/openapi.ts';
import { serve } from '../styles/serve.ts';
import { createTestBroker } from './broker/broker-app.ts';
import { commandsOf } from './workflow-steps.ts';

/** The whole way of two providers through a foreign deployment. */
const wholeMs = 120_000;

let broker: Listening;
let staging: { readonly url: string; readonly close: () => Promise<void> };
let folder: string;

beforeAll(async () => {
  const [style] = namedStyles.slice(-1);
  if (style === undefined) throw new Error('There is no style.');
  broker = await listen(createTestBroker().fetch);
  const deployment = createStyledDeployment(style);
  staging = await serve(deployment.fetch, style.workers);
  folder = await mkdtemp(join(tmpdir(), 'release-'));
  const openapi = join(folder, 'openapi.json');
  await writeFile(openapi, JSON.stringify(describeStyle(style, staging.url)));
  const config = { ...configOf(style, deployment.seeds, staging.url), openapi };
  await writeFile(join(folder, 'staging.yaml'), JSON.stringify(config));
});
afterAll(async () => {
  await broker.close();
  await staging.close();
  await rm(folder, { recursive: true });
});

/** Does what a job of the workflow does, until a step fails, and gives the outcome of each. */
async function job(name: string): Promise<CommandOutcome[]> {
  const environment = {
    PACT_BROKER_BASE_URL: broker.url,
    CONSUMER: 'client-fetch',
    VERSION: '4f1c2d8',
    BRANCH: 'main',
    BUILD_URL: 'https://ci.example/1',
    STAGING_VERSION: '2026.11.2',
  };
  const outcomes: CommandOutcome[] = [];
  for (const args of await commandsOf(name, environment)) {
    const outcome = await runCli(args.map(here), environment);
    outcomes.push(outcome);
    if (outcome.exitCode !== 0) break;
  }
  return outcomes;
}

/** The file lies in a folder of the test, and nothing is under way that is worth waiting for. */
function here(arg: string): string {
  if (arg === 'staging.yaml') return join(folder, arg);
  return arg === '300' ? '0' : arg;
}

const exitCodes = (outcomes: readonly CommandOutcome[]): number[] => outcomes.map(({ exitCode }) => exitCode);

const recordInProduction = (provider: string): Promise<CommandOutcome> => {
  const placed = ['--pacticipant', provider, '--version', '2026.11.2', '--environment', 'production'];
  return runCli(['pact', 'record-deployment', ...placed, '--broker', broker.url]);
};

describe('The jobs of the workflow on a fresh broker, with a deployment that others wrote', () => {
  test('release no client as long as nothing is known, and record none', async () => {
    expect(exitCodes(await job('release'))).toEqual([0, 3]);
  });

  test(
    'release the client that the deployment in production was verified with, without a state hook',
    async () => {
      expect(exitCodes(await job('publish'))).toEqual([0]);

      const verified = await job('verify-staging');
      expect(verified.map(({ exitCode, progress }) => ({ exitCode, progress }))).toMatchObject([
        { exitCode: 0, progress: expect.not.stringContaining('Not published') },
      ]);
      for (const provider of ['user-api', 'workers-api'])
        expect(await recordInProduction(provider)).toMatchObject({ exitCode: 0 });

      const [published, asked, recorded] = await job('release');
      expect(published).toMatchObject({ exitCode: 0 });
      expect(asked).toMatchObject({
        exitCode: 0,
        out: expect.stringMatching(/^Yes\..*may be missing tests/),
      });
      expect(recorded).toMatchObject({
        exitCode: 0,
        out: 'client-fetch 4f1c2d8 is recorded as deployed to production.\n',
      });
    },
    wholeMs,
  );
});
