import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Journey } from '../../src/cases/journeys/journey.ts';
import { conditionsIn, journeyOf, withNeeds } from '../../src/cases/journeys/kept-calls.ts';
import { toDeployment } from '../../src/deployment/to-deployment.ts';
import { loadVocabulary } from '../../src/deployment/vocabulary/load-vocabulary.ts';
import { createLedger } from '../../src/exchanges/create-ledger.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { createDriver } from '../../src/runner/driver.ts';
import { shrinkJourney } from '../../src/runner/shrink-journey.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { judge } from '../../src/verdicts/judge.ts';
import { toRecording } from '../../src/verdicts/to-recording.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { namedStyles } from '../styles/named-styles.ts';
import { describe as openapiOf } from '../styles/openapi.ts';
import { serve } from '../styles/serve.ts';

/** Every so many numbers of what is driven of a journey show something: no two journeys shrink in the same way. */
const showing = 3;
const [style] = namedStyles;

async function drivenOn(
  use: (drive: (journey: Journey) => Promise<string[]>, journeys: readonly Journey[]) => Promise<void>,
) {
  if (style === undefined) throw new Error('There is no style.');
  const spec = await loadSpec();
  const plain = createStyledDeployment(style);
  const target = await serve(plain.fetch, style.workers);
  const folder = await mkdtemp(join(tmpdir(), 'smaller-'));
  const openapi = join(folder, 'openapi.json');
  await writeFile(openapi, JSON.stringify(openapiOf(style, target.url)));
  const deployment = toDeployment(
    { ...configOf(style, plain.seeds, target.url), profile: 'full', openapi },
    'camel',
  );
  const selection = { rules: [], operations: [], families: [] };
  const faults = { body: 1, parameter: 1, drawn: 0 };
  const plan = makePlan(spec, deployment, { seed: 7, drawn: 6, selection, faults });
  const driver = createDriver({
    deployment,
    vocabulary: await loadVocabulary(deployment, spec.operations),
    operations: spec.operations,
    timeoutMs: 30_000,
    jobTimeoutMs: 30_000,
    ledger: createLedger(() => {}),
    signal: new AbortController().signal,
    record: () => {},
  });
  const drive = async (journey: Journey): Promise<string[]> => {
    const exchanges = await driver.journey(journey);
    const recording = toRecording(exchanges, {
      toolCall: undefined,
      settleMs: 0,
      operations: spec.operations,
    });
    return judge(recording, plan.rules).flatMap(({ rule, findings }) =>
      findings.map(({ expected, observed }) => `${rule}: ${expected}; ${observed}`),
    );
  };
  await use(drive, plan.journeys);
  await driver.close();
  await target.close();
  await rm(folder, { recursive: true });
}

test('no part of a journey that shrinking may drive alarms where nothing is broken', async () => {
  const spec = await loadSpec();
  const contract = new Map(spec.operations.map((operation) => [operation.id, operation]));
  const alarms: unknown[] = [];
  await drivenOn(async (drive, journeys) => {
    for (const [index, journey] of journeys.entries()) {
      let drives = 0;
      const conditions = conditionsIn(journey, contract);
      const tried = [...conditions.keys()];
      const last = tried[index % Math.max(1, tried.length)] ?? journey.calls.length;
      const needed = [last, ...(conditions.get(last) ?? [])];
      await shrinkJourney({
        journey,
        conditions,
        needed: new Map([...withNeeds(journey, new Set(needed))].map((number) => [number, false])),
        atOnce: 1,
        attempt: async (kept) => {
          drives += 1;
          if (drives > 4) return undefined;
          const found = await drive(journeyOf(journey, kept));
          if (found.length > 0) alarms.push({ journey: journey.id, kept, found });
          return (drives + index) % showing === 0 ? kept : undefined;
        },
      });
    }
  });
  expect(alarms).toEqual([]);
});
