import { execFile } from 'node:child_process';
import type { Report } from '../../src/report/report.ts';
import type { Fetch } from '../mutants/mutant.ts';
import { webhook } from '../styles/families/money.ts';
import type { Style } from '../styles/style.ts';
import { type ChangingTarget, serveChanging } from './changing-target.ts';
import { runCli } from './run-cli.ts';

type Finding = Report['findings'][number];

/** A fault of a deployment, and how it is found. */
export interface Fault {
  readonly style?: Style;
  readonly withDocument?: boolean;
  readonly wrap: (deployment: ChangingTarget['deployment']) => Fetch;
  readonly args: readonly string[];
  readonly isIt: (finding: Finding) => boolean;
}

/** The exit codes of a finding's replay and of its script. */
export interface Again {
  readonly replay: number;
  readonly script: number;
}

export interface BroughtAbout {
  readonly finding: Finding;
  readonly live: Again;
  readonly gone: Again;
}

/** A finding once more while its fault is live, and once more when it is gone; undefined where nothing is found. */
export async function bringAboutAgain(fault: Fault): Promise<BroughtAbout | undefined> {
  const target = await serveChanging(fault);
  try {
    target.answerBy(fault.wrap(target.deployment));
    const found = await findingOf(target, fault);
    if (found === undefined) return undefined;
    const again = async (): Promise<Again> => {
      const { exitCode } = await runCli(found.replay.split(' ').slice(1));
      return { replay: exitCode, script: await runScript(found.curl, target) };
    };
    const live = await again();
    target.answerBy(target.deployment.fetch);
    return { finding: found, live, gone: await again() };
  } finally {
    await target.close();
  }
}

const quick = '--scenarios 0 --seed 1 --shrink-time 3 --json --fail-on stated,implied,declared'.split(' ');

async function findingOf({ config }: ChangingTarget, { args, isIt }: Fault): Promise<Finding | undefined> {
  const { out } = await runCli(['run', '--config', config, ...quick, ...args]);
  if (out === '') return undefined;
  const report: Report = JSON.parse(out);
  return report.findings.find(isIt);
}

/** The exit code of a script, run by a real shell with real curl. */
function runScript(script: string, { deployment }: ChangingTarget): Promise<number> {
  const { jwt, apiKeys } = deployment.seeds;
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
    const child = execFile('bash', ['-c', script], { env, timeout: 280_000 }, () =>
      resolve(child.exitCode ?? -1),
    );
  });
}
