import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conditionsIn, sequenceOf, withNeeds } from '../../src/cases/sequences/kept-calls.ts';
import type { Sequence } from '../../src/cases/sequences/sequence.ts';
import { loadFieldMapping } from '../../src/deployment/field-mapping/load-field-mapping.ts';
import { toDeployment } from '../../src/deployment/to-deployment.ts';
import { createLedger } from '../../src/exchanges/create-ledger.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { createDriver } from '../../src/runner/driver.ts';
import { shrinkSequence } from '../../src/runner/shrink-sequence.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { allChecks } from '../../src/verdicts/checks/all-checks.ts';
import { judge } from '../../src/verdicts/judge.ts';
import { toRecording } from '../../src/verdicts/to-recording.ts';
import { isWhole } from '../helpers/is-whole.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { namedStyles } from '../styles/named-styles.ts';
import { describe as openapiOf } from '../styles/openapi.ts';
import { serve } from '../styles/serve.ts';

/** Every so many numbers of what is driven of a sequence show something: no two sequences shrink in the same way. */
const showing = 3;
/** Every so many sequences are tried, from the first on; WHOLE=1 tries all. */
const every = isWhole ? 1 : 4;
const [style] = namedStyles;

async function drivenOn(
  use: (drive: (sequence: Sequence) => Promise<string[]>, sequences: readonly Sequence[]) => Promise<void>,
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
  const mutations = { body: 1, parameter: 1, drawn: 0 };
  const plan = makePlan(spec, deployment, { checks: allChecks, seed: 7, drawn: 6, selection, mutations });
  const driver = createDriver({
    deployment,
    fieldMapping: await loadFieldMapping(deployment, spec.operations),
    operations: spec.operations,
    timeoutMs: 30_000,
    jobTimeoutMs: 30_000,
    ledger: createLedger(() => {}),
    signal: new AbortController().signal,
    record: () => {},
  });
  const drive = async (sequence: Sequence): Promise<string[]> => {
    const exchanges = await driver.sequence(sequence);
    const recording = toRecording(exchanges, {
      toolCall: undefined,
      consistencyWindowMs: 0,
      operations: spec.operations,
    });
    return judge(recording, plan.rules).flatMap(({ rule, findings }) =>
      findings.map(({ expected, observed }) => `${rule}: ${expected}; ${observed}`),
    );
  };
  await use(drive, plan.sequences);
  await driver.close();
  await target.close();
  await rm(folder, { recursive: true });
}

test('no part of a sequence that shrinking may drive alarms where nothing is broken', async () => {
  const spec = await loadSpec();
  const contract = new Map(spec.operations.map((operation) => [operation.id, operation]));
  const alarms: unknown[] = [];
  await drivenOn(async (drive, sequences) => {
    for (const [index, sequence] of sequences.entries()) {
      if (index % every !== 0) continue;
      let drives = 0;
      const conditions = conditionsIn(sequence, contract);
      const tried = [...conditions.keys()];
      const last = tried[index % Math.max(1, tried.length)] ?? sequence.calls.length;
      const needed = [last, ...(conditions.get(last) ?? [])];
      await shrinkSequence({
        sequence,
        conditions,
        needed: new Map([...withNeeds(sequence, new Set(needed))].map((number) => [number, false])),
        atOnce: 1,
        attempt: async (kept) => {
          drives += 1;
          if (drives > 4) return undefined;
          const found = await drive(sequenceOf(sequence, kept));
          if (found.length > 0) alarms.push({ sequence: sequence.id, kept, found });
          return (drives + index) % showing === 0 ? kept : undefined;
        },
      });
    }
  });
  expect(alarms).toEqual([]);
});
