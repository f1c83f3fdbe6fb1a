import { expect, test } from 'vitest';
import { loadFieldMapping } from '../../src/deployment/field-mapping/load-field-mapping.ts';
import { toDeployment } from '../../src/deployment/to-deployment.ts';
import { createLedger } from '../../src/exchanges/create-ledger.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { run } from '../../src/runner/run.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import type { Spec } from '../../src/spec/spec.ts';
import { allChecks } from '../../src/verdicts/checks/all-checks.ts';
import { judgeTrace, tracesOf } from '../helpers/trace.ts';
import { catalogueKeys, watchCatalogue } from '../helpers/watch-catalogue.ts';
import { plain } from '../kill-matrix/plain-deployment.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { serve } from '../styles/serve.ts';

/** What tells people why something is so, what it is called, and what else is said of it. */
const forPeople = /\.(section|text|basis|reading|notShown|what|notes)$|^note\.|^view\.name$/;

/** What the loader tells apart, so that nobody has to after it. */
const forTheLoader: readonly string[] = ['removal.definite', 'removal.unlisted'];

test('every key of the catalogue is read by who drives or judges a deployment', async () => {
  const { spec, read } = watchCatalogue(await loadSpec());
  for (const { id } of allChecks) for (const { trace } of tracesOf(id)) judgeTrace(trace, spec);
  await driveOnce(spec);
  const due = catalogueKeys().filter((key) => !forPeople.test(key) && !forTheLoader.includes(key));
  expect(due.filter((key) => !read.has(key))).toEqual([]);
});

/** A run against a deployment in memory, of families that are written and read in all ways. */
async function driveOnce(spec: Spec): Promise<void> {
  const styled = createStyledDeployment(plain);
  const target = await serve(styled.fetch, plain.workers);
  const deployment = toDeployment(configOf(plain, styled.seeds, target.url), 'in memory');
  const selection = { rules: [], operations: [], families: ['agent-files', 'api-keys', 'credits'] };
  await run({
    deployment,
    plan: makePlan(spec, deployment, { checks: allChecks, seed: 1, drawn: 0, selection }),
    fieldMapping: await loadFieldMapping(deployment, spec.operations),
    operations: spec.operations,
    concurrency: 8,
    timeoutMs: 10_000,
    jobTimeoutMs: 10_000,
    shrinkMs: 0,
    ledger: createLedger(() => {}),
    signal: new AbortController().signal,
    record: () => {},
    onEvent: () => {},
  });
  await target.close();
}
