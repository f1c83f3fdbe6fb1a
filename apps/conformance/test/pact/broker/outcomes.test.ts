import { describe, expect, test } from 'vitest';
import { contractAt } from '../../../src/pact/broker/contracts-at-broker.ts';
import { askDeployability } from '../../../src/pact/broker/deployability.ts';
import { createHal } from '../../../src/pact/broker/hal.ts';
import { publishResults } from '../../../src/pact/broker/publish-results.ts';
import type { Contract } from '../../../src/pact/contract.ts';
import { buildContractReport } from '../../../src/pact/contract-report.ts';
import type { InteractionOutcome } from '../../../src/pact/outcome.ts';
import { loadSpec } from '../../../src/spec/load-spec.ts';
import { listen } from '../../helpers/listen.ts';
import { createTestBroker } from './broker-app.ts';
import { seeVersion } from './records.ts';

type Kind = 'verified' | 'broken' | 'pending' | 'not verified' | 'in trouble';

const kinds: Readonly<Record<Kind, Partial<InteractionOutcome>>> = {
  verified: { verdict: 'passed' },
  broken: {
    verdict: 'failed',
    problem: { expected: { kind: 'contract' }, observed: { kind: 'mismatch', parts: [], text: 'other' } },
  },
  pending: { verdict: 'not-observed', isPending: true, reason: 'broken, but pending' },
  'not verified': { verdict: 'not-observed', reason: 'no way to the state' },
  'in trouble': { verdict: 'inconclusive', reason: 'the target failed' },
};

const exitCodes = { yes: 0, no: 1, unknown: 3 };

/** What this program ends with, and what the broker says of the same version: never one without the other. */
const table: readonly (readonly [
  kinds: readonly Kind[],
  exitCode: number,
  broker: keyof typeof exitCodes,
])[] = [
  [['verified'], 0, 'yes'],
  [['verified', 'not verified'], 0, 'yes'],
  [['verified', 'in trouble'], 3, 'unknown'],
  [['verified', 'not verified', 'in trouble'], 3, 'unknown'],
  [['broken'], 1, 'no'],
  [['broken', 'verified'], 1, 'no'],
  [['broken', 'not verified'], 1, 'no'],
  [['broken', 'in trouble'], 1, 'no'],
  [['broken', 'verified', 'not verified', 'in trouble'], 1, 'no'],
  [['not verified'], 3, 'unknown'],
  [['in trouble'], 3, 'unknown'],
  [['not verified', 'in trouble'], 3, 'unknown'],
  // Pending contracts break no build; their own consumer may not be released all the same.
  [['pending', 'verified'], 0, 'no'],
  [['pending', 'broken'], 1, 'no'],
];

describe('Exit code, report and broker agree', () => {
  test.each(table)(
    'on interactions that are %j: exit code %d, the broker says %s',
    async (some, exitCode, says) => {
      const { contract, hal, close } = await brokerWith(some.length);
      const outcomes = some.map((kind, index) => outcomeOf(kind, index, contract));
      expect(await exitCodeOf(outcomes)).toBe(exitCode);
      await publishResults(hal, [{ contract, outcomes }], publication);
      const asked = { selectors: [{ pacticipant: 'shop', version: 'c1' }], environment: 'production' };
      const { deployable } = await askDeployability(hal, asked, { waitMs: 0, signal });
      await close();
      expect(deployable).toBe({ yes: true, no: false, unknown: null }[says]);
      if (!some.includes('pending')) expect(exitCodes[says]).toBe(exitCode);
    },
  );

  test('and what was not verified is named by the broker itself, in its warning', async () => {
    const { contract, hal, close } = await brokerWith(2);
    const outcomes = [outcomeOf('verified', 0, contract), outcomeOf('not verified', 1, contract)];
    await publishResults(hal, [{ contract, outcomes }], publication);
    const asked = { selectors: [{ pacticipant: 'shop', version: 'c1' }], environment: 'production' };
    const { reason } = await askDeployability(hal, asked, { waitMs: 0, signal });
    await close();
    expect(reason).toContain('may be missing tests');
  });
});

const { signal } = new AbortController();
const publication = { providerVersion: 'p1', providerBranch: 'main', buildUrl: undefined };

/** A broker with a contract, and with the provider deployed. */
async function brokerWith(interactions: number) {
  const { fetch, records } = createTestBroker();
  const { url, close } = await listen(fetch);
  const hal = createHal({ url, authorization: undefined }, signal);
  const document = {
    consumer: { name: 'shop' },
    provider: { name: 'user-api' },
    interactions: Array.from({ length: interactions }, (_, index) => ({ description: `${index}` })),
  };
  const pact = {
    consumer: 'shop',
    consumerVersion: 'c1',
    provider: 'user-api',
    document,
    sha: 'sha',
    publishedAt: 0,
  };
  records.pacts.push(pact);
  seeVersion(records, 'shop', 'c1');
  seeVersion(records, 'user-api', 'p1');
  const [environment = ''] = records.environments
    .filter(({ production }) => production)
    .map(({ uuid }) => uuid);
  records.deployed.push({
    uuid: 'd',
    pacticipant: 'user-api',
    version: 'p1',
    environment,
    instance: undefined,
  });
  const contract = await contractAt(hal, `${url}/pacts/provider/user-api/consumer/shop/pact-version/sha`);
  return { contract, hal, close };
}

function outcomeOf(kind: Kind, index: number, { consumer, document }: Contract): InteractionOutcome {
  const { _id: id, description = '' } = document.interactions[index] ?? {};
  const common = { consumer, provider: 'user-api', states: [], durationMs: 1 } as const;
  return { ...common, id, description, verdict: 'passed', ...kinds[kind] };
}

async function exitCodeOf(outcomes: readonly InteractionOutcome[]): Promise<number> {
  const { report } = buildContractReport({
    deployment: {
      name: 'a deployment',
      agentsUrl: undefined,
      baseUrl: 'http://deployment.example',
      credentials: {},
      fixtures: {},
      profile: 'full',
      consistencyWindowMs: 0,
    },
    spec: await loadSpec(),
    outcomes,
    lineOf: () => 0,
    targetOptions: '',
    startedAt: new Date(0),
    durationMs: 1,
    wasStopped: false,
    cleanUp: { removed: 0, leftovers: [] },
  });
  return report.summary.exitCode;
}
