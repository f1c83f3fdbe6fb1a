import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../helpers/judge-target.ts';
import { unwrapped } from '../helpers/unwrapped.ts';
import { plain } from '../kill-matrix/plain-deployment.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { serve } from '../styles/serve.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** One night's run over the bundles; what `breaks` names answers 418 from then on. */
async function night(name: string, breaks: string | undefined, ...args: string[]) {
  const { fetch, seeds } = createStyledDeployment(plain);
  const target = await serve(async (request) => {
    const asked = `${request.method} ${new URL(request.url).pathname}`;
    return asked === breaks ? new Response(null, { status: 418 }) : fetch(request);
  }, plain.workers);
  const config = join(folder, `${name}.json`);
  await writeFile(config, JSON.stringify(configOf(plain, seeds, target.url)));
  const results = join(folder, name);
  const asked = ['--config', config, '--rules', 'bundles.', '--scenarios', '0', '--seed', '1'];
  const outcome = await runCli(['run', ...asked, '--shrink-time', '0', '--results', results, ...args]);
  await target.close();
  return { ...outcome, results };
}

test('three nights: clean, one new mistake, fixed; what is known does not fail a run, and blindness does', async () => {
  const first = await night('first', undefined);
  expect(first.exitCode).toBe(0);
  const second = await night('second', 'GET /me/bundles', '--baseline', first.results);
  expect(second.exitCode).toBe(1);
  expect(second.out).toMatch(
    /Compared with an earlier run:\n.*[1-9]\d* new findings?.*, 0 fixed, 0 still broken/s,
  );
  const known = await night('known', 'GET /me/bundles', '--baseline', second.results);
  expect(known.exitCode).toBe(0);
  expect(known.out).toMatch(/Compared with an earlier run:\n.*0 new findings, 0 fixed/s);
  // In place of the report that it is compared with; what is known ends no run.
  const again = await night('known', 'GET /me/bundles', '--baseline', second.results, '--bail');
  expect(again).toMatchObject({ exitCode: 0, out: expect.not.stringContaining('ended early') });
  const inPlace = await night('known', 'GET /me/bundles', '--baseline', known.results);
  expect(inPlace.exitCode).toBe(0);
  const third = await night('third', undefined, '--baseline', join(second.results, 'report.json'));
  expect(third.exitCode).toBe(0);
  expect(third.out).toMatch(/0 new findings, [1-9]\d* fixed, 0 still broken/);
  const blind = await night('blind', undefined, '--min-verified', '500');
  expect(blind.exitCode).toBe(3);
  expect(unwrapped(blind.out)).toContain('fewer than --min-verified 500 asks for');
});

test.each([['0'], ['101%'], ['many']])('--min-verified %s gets one clear sentence', async (text) => {
  const outcome = await runCli(['run', '--min-verified', text]);
  expect(outcome).toMatchObject({ exitCode: 2, progress: expect.stringContaining('--min-verified takes') });
});
