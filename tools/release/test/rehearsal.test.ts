import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { overBudget } from '../src/install-figures.ts';
import { reachesUpstream } from '../src/loopback-registry.ts';
import { root } from '../src/published-packages.ts';
import { rehearse } from '../src/rehearsal.ts';
import { rehearseBuild } from '../src/rehearse-build.ts';

interface Workflow {
  readonly on: object;
  readonly jobs: Readonly<Record<string, { readonly if?: string; readonly steps?: readonly Step[] }>>;
}

interface Step {
  readonly if?: string;
  readonly run?: string;
}

function readWorkflow(name: string): Workflow {
  return parse(readFileSync(join(root, '.github/workflows', name), 'utf8'));
}

test('a job of each pull request rehearses a whole release, whatever it changes', () => {
  const { on, jobs } = readWorkflow('rehearsal.yml');
  expect(on).toMatchObject({ pull_request: null });
  expect(jobs.rehearse?.if).toBeUndefined();
  expect(jobs.rehearse?.steps).toContainEqual({
    if: "github.event_name == 'pull_request'",
    run: 'pnpm release:rehearse',
  });
});

test('nothing is published that was not rehearsed', () => {
  const { jobs } = readWorkflow('release.yml');
  expect(jobs.publish).toMatchObject({ needs: ['select', 'rehearse'] });
  expect(jobs.rehearse?.steps).toContainEqual({ run: 'pnpm release:rehearse' });
});

// Dependencies come from npm, if this machine reaches it; CI does.
const reachesNpm = await reachesUpstream();

test.runIf(reachesNpm || process.env.CI !== undefined)(
  'what was built is published, installed by npm and used, from a registry on this machine',
  // All dependencies come from npm the first time, beside all other tests.
  { timeout: 900_000 },
  async () => {
    expect(await rehearseBuild()).toContain('CONFORMS');
  },
);

// It takes minutes: the workflow of each pull request and the one that releases do it, and `WHOLE=1`.
test.runIf(process.env.WHOLE === '1')(
  'a whole release is installed and used by npm, pnpm, yarn and bun, from a registry on this machine',
  { timeout: 1_800_000 },
  async () => {
    const steps: string[] = [];
    const { figures, managers } = await rehearse((step) => steps.push(step)).catch((cause: unknown) => {
      throw new Error(`The rehearsal failed at: ${steps.at(-1)}`, { cause });
    });
    expect(managers).toEqual(['npm', 'pnpm', 'yarn', 'bun']);
    expect(overBudget(figures, false)).toEqual([]);
  },
);
