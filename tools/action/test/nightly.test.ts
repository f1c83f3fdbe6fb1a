import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { conformance, root, runSteps, type Step, type StepsRun, standIns } from './run-steps.ts';
import { type Listening, serveTarget } from './serve-target.ts';
import { type PastRun, repository, standInGh } from './stand-in-gh.ts';

const rule = 'agent-runs.get-unknown-is-404';
const path = join(root, '.github/workflows/conformance-nightly.yml');
const { jobs }: { jobs: Record<string, { steps: Step[] }> } = parse(readFileSync(path, 'utf8'));

let folder: string;
let sound: Listening;
let broken: Listening;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nightly-'));
  sound = await serveTarget('jwt', { missing: 404 });
  broken = await serveTarget('jwt', { missing: 200 });
});
afterAll(async () => {
  await Promise.all([sound.close(), broken.close()]);
  rmSync(folder, { recursive: true });
});

interface Night {
  readonly number: number;
  readonly target: Listening;
  /** Earlier runs of the workflow, the newest first. */
  readonly runs?: readonly PastRun[];
  /** The shards that come to an end. */
  readonly shards?: readonly number[];
}

interface Outcome extends StepsRun {
  /** What is kept as an artifact. */
  readonly history: string;
  /** What the shards came to, each by itself. */
  readonly parts: readonly string[];
}

/** A night as the workflow has it: two shards, and what joins them. */
async function pass({ number, target, runs = [], shards = [1, 2] }: Night): Promise<Outcome> {
  const place = join(folder, `night-${number}`);
  const parts: string[] = [];
  for (const shard of shards) {
    const own = join(place, `shard-${shard}`);
    const config = JSON.stringify({
      baseUrl: target.url,
      consistencyWindow: 0,
      credentials: { jwt: '${STAGING_JWT}' },
    });
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'staging.json'), config);
    const judged = await runJob('judge', own, number, { shard, runs });
    expect(judged).toMatchObject({ exitCode: 0 });
    parts.push(JSON.parse(readFileSync(join(own, 'results/report.json'), 'utf8')).summary.verdict);
    cpSync(join(own, 'results'), join(place, 'whole/shards', `conformance-shard-${shard}`), {
      recursive: true,
    });
  }
  const whole = join(place, 'whole');
  return { ...(await runJob('merge', whole, number, { runs })), history: join(whole, 'history'), parts };
}

async function runJob(
  job: string,
  own: string,
  number: number,
  { shard, runs }: { readonly shard?: number; readonly runs: readonly PastRun[] },
): Promise<StepsRun> {
  // What judges is the program of this repository, and two rules are enough.
  const few = `[ "$1" != run ] || set -- "$@" --rules auth.others-require-bearer,${rule} --operations getAgentRun --shrink-time 0`;
  const programs = { npx: `shift 2; ${few}; ${conformance}`, gh: standInGh(own, runs) };
  return await runSteps(jobs[job]?.steps ?? [], {
    folder: own,
    contexts: {
      inputs: { config: 'staging.json', budget: 'quick', version: '1.0.0' },
      secrets: { STAGING_JWT: 'jwt' },
      matrix: { shard },
      strategy: { 'job-total': 2 },
      github: { run_number: number, ref_name: 'main', token: 'token' },
    },
    environment: {
      PATH: await standIns(join(own, 'programs'), programs),
      CLI: '@agent-workers/conformance@1.0.0',
      GITHUB_REPOSITORY: repository,
      GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/nightly.yml@refs/heads/main`,
      GITHUB_RUN_NUMBER: String(number),
    },
  });
}

const nightsIn = (history: string): string[] =>
  readdirSync(history, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name.replace(/^.*-/, ''))
    .sort();

describe('night after night', () => {
  let first: Outcome;
  let second: Outcome;
  let third: Outcome;
  beforeAll(async () => {
    first = await pass({ number: 1, target: sound });
    const kept = { id: 7, artifact: first.history };
    const foreign = { id: 8, repository: 'fork/platform', artifact: join(folder, 'nowhere') };
    second = await pass({ number: 2, target: broken, runs: [{ id: 9 }, foreign, kept] });
    const failed = { id: 11, artifact: second.history };
    third = await pass({ number: 3, target: sound, shards: [1], runs: [{ id: 12 }, failed] });
  });

  test('the shards come to one verdict, also where one of them verified nothing', () => {
    expect(first.parts).toContain('nothing-verified');
    expect(first.exitCode).toBe(0);
    expect(first.summary).toContain('✓ Conforms');
    expect(second.exitCode).toBe(1);
    expect(second.summary).toContain(rule);
  });

  test('a failed night has its place in the history, and one that kept nothing is passed over', () => {
    expect(nightsIn(first.history)).toEqual(['1']);
    expect(nightsIn(second.history)).toEqual(['1', '2']);
    expect(second.handedOver).toContain('actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f');
  });

  test('a night in which a shard came to nothing fails, says why, and loses no other', () => {
    expect(third.exitCode).toBe(2);
    expect(third.summary).toContain('Shard 2/2 is missing.');
    expect(nightsIn(third.history)).toEqual(['1', '2']);
  });

  test('the page of all nights leads to each', () => {
    const page = readFileSync(join(second.history, 'index.html'), 'utf8');
    const links = [...page.matchAll(/<a href="([^"#]+report\.html)"/g)].map(([, link = '']) => link);
    expect(links).toHaveLength(2);
    for (const link of links) expect(existsSync(join(second.history, link))).toBe(true);
  });
});
