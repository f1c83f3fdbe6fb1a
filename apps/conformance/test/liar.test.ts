import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Report } from '../src/report/report.ts';
import { loadSpec } from '../src/spec/load-spec.ts';
import { runCli } from './helpers/judge-target.ts';
import { type Choices, choices } from './liar/choices.ts';
import { liarsFixtures, liarsJwt, liarsKey } from './liar/fixtures.ts';
import { createLiar } from './liar/liar.ts';

const { operations } = await loadSpec();

/** How many ways to fill the silences are tried; LIAR_RUNS tries more. */
const numRuns = Number(process.env.LIAR_RUNS ?? 40);

test('a deployment that fills every silence in another way gets no finding', {
  timeout: 600_000,
}, async () => {
  const property = fc.asyncProperty(choices, fc.nat(), async (chosen, seed) => {
    const report = await judgeLiar(chosen, seed);
    expect(report.findings.map(({ rule, observed, steps }) => ({ rule, observed, steps }))).toEqual([]);
    expect(report.summary.rules.passed).toBeGreaterThanOrEqual(60);
  });
  await fc.assert(property, { numRuns });
});

async function judgeLiar(chosen: Choices, seed: number): Promise<Report> {
  const liar = createLiar(chosen, operations);
  await new Promise<void>((listening) => liar.listen(0, '127.0.0.1', listening));
  const { port } = liar.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), 'liar-'));
  const config = join(folder, 'liar.json');
  await writeFile(
    config,
    JSON.stringify({ agentsUrl: `http://127.0.0.1:${port}/w`, profile: 'full', fixtures: liarsFixtures }),
  );
  const args = ['--config', config, '--json', '--scenarios', '12', '--seed', `${seed}`, '--shrink-time', '2'];
  const { out, progress } = await runCli(args, {
    AGENT_WORKERS_API_KEY: liarsKey,
    AGENT_WORKERS_BASE_URL: `http://127.0.0.1:${port}`,
    AGENT_WORKERS_JWT: liarsJwt,
  });
  await rm(folder, { recursive: true });
  liar.closeAllConnections();
  liar.close();
  if (out === '') throw new Error(progress);
  return JSON.parse(out);
}
