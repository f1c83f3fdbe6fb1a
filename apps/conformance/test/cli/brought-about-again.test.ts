import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { type ChangingTarget, serveChanging } from '../helpers/changing-target.ts';
import { runCli } from '../helpers/run-cli.ts';
import { allMutants } from '../kill-matrix/kill-matrix.ts';
import { toOriginal } from '../kill-matrix/plain-deployment.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { webhook } from '../styles/families/money.ts';

const { workers, user, sequences } = await allMutants(await loadSpec());
const mutants = [...workers, ...user, ...sequences];

/** CI takes these; WHOLE=1 takes all mutants, for a quarter of an hour. */
const isWhole = process.env.WHOLE !== undefined;
const named = ['vip.get-count', 'notifier.get-user-has-no-parameters'];
const sample = isWhole
  ? mutants
  : named.flatMap((rule) => mutants.find((mutant) => mutant.rule === rule) ?? []);

let target: ChangingTarget;
beforeAll(async () => {
  target = await serveChanging();
});
afterAll(() => target.close());

async function findingOf({ rule }: Mutant): Promise<Report['findings'][number] | undefined> {
  const args = ['--rules', rule, '--scenarios', '0', '--seed', '1', '--shrink-time', '3', '--json'];
  const { out } = await runCli([
    'run',
    '--config',
    target.config,
    '--fail-on',
    'stated,implied,declared',
    ...args,
  ]);
  if (out === '') return undefined;
  const report: Report = JSON.parse(out);
  return report.findings.find((finding) => finding.rule === rule);
}

/** The exit code of a finding's script, run by a real shell with real curl. */
function runScript(script: string): Promise<number> {
  const { jwt, apiKeys } = target.deployment.seeds;
  const env = {
    PATH: process.env.PATH,
    AGENT_WORKERS_JWT: jwt.own,
    AGENT_WORKERS_OTHER_JWT: jwt.other,
    AGENT_WORKERS_SANDBOX_JWT: jwt.sandbox,
    AGENT_WORKERS_API_KEY: apiKeys.own,
    AGENT_WORKERS_OTHER_API_KEY: apiKeys.other,
    SIGNATURE_HEADER: webhook.signatureHeader,
    SIGNATURE: webhook.validSignature,
  };
  return new Promise((resolve) => {
    const child = execFile('bash', ['-c', script], { env, timeout: 30_000 }, () =>
      resolve(child.exitCode ?? -1),
    );
  });
}

/** Its mutant refuses every second PUT only: the one of the script may be taken. */
const isNowAndThen = (rule: string): boolean => rule === 'run.put-idle-is-accepted';

interface Again {
  readonly rule: string;
  readonly replay: number;
  readonly script: number;
}

/** Each finding once more while its fault is live, and once more when it is gone. */
async function bringAboutAgain(mutant: Mutant): Promise<{ live: Again; gone: Again } | undefined> {
  const { rule } = mutant;
  target.answerBy(mutant.wrap(toOriginal(target.deployment)));
  const found = await findingOf(mutant);
  if (found === undefined) return undefined;
  const again = async (): Promise<Again> => {
    const { exitCode } = await runCli(found.replay.split(' ').slice(1));
    return { rule, replay: exitCode, script: await runScript(found.curl) };
  };
  const live = await again();
  target.answerBy(target.deployment.fetch);
  return { live, gone: await again() };
}

test(
  'a fault that is live is never called fixed, and one that is gone is, by replay and by the script',
  async () => {
    const live: Again[] = [];
    const gone: Again[] = [];
    for (const mutant of sample) {
      const both = await bringAboutAgain(mutant);
      if (both === undefined) continue;
      live.push(both.live);
      gone.push(both.gone);
    }
    expect(live.length).toBeGreaterThan(sample.length / 2);
    expect(live.filter(({ replay }) => replay === 0)).toEqual([]);
    expect(live.filter(({ rule, script }) => script === 0 && !isNowAndThen(rule))).toEqual([]);
    expect(gone.filter(({ replay }) => replay === 1)).toEqual([]);
    expect(gone.filter(({ script }) => script === 1)).toEqual([]);
    // Of some, too little comes about once they are fixed: that is said, too (3 and 2).
    const share = (some: readonly Again[], isTold: (one: Again) => boolean): number =>
      some.filter(isTold).length / some.length;
    expect(share(gone, ({ replay }) => replay === 0)).toBeGreaterThan(0.85);
    expect(share(gone, ({ script }) => script === 0)).toBeGreaterThan(0.65);
    expect(share(live, ({ script }) => script === 1)).toBeGreaterThan(0.65);
  },
  isWhole ? 3_600_000 : undefined,
);
