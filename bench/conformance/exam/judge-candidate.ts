import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Candidate, type Fault, start } from './candidate.ts';

export interface Found {
  readonly rule: string;
  readonly cause: string;
  readonly basis: string;
}

export interface Outcome {
  readonly fault: Fault | undefined;
  readonly exitCode: number;
  readonly findings: readonly Found[];
  readonly inconclusive: number;
  readonly verified: number;
  readonly bound: number;
  readonly seconds: number;
  /** What the CLI said where it gave no report. */
  readonly trouble?: string;
}

const main = join(import.meta.dirname, '../../../apps/conformance/src/main.ts');
const longestRunMs = 600_000;

/** Starts the deployment with a fault and judges it as a user would, in a process of its own. */
export async function judgeCandidate(
  candidate: Candidate,
  fault: Fault | undefined,
  args: readonly string[],
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'exam-'));
  const began = performance.now();
  try {
    const running = await start(candidate, fault?.id);
    try {
      const config = join(folder, 'deployment.json');
      await writeFile(config, candidate.config.replaceAll('PORT', `${running.port}`));
      const results = join(folder, 'results');
      const { exitCode, err } = await runCli(['run', '--config', config, '--results', results, ...args]);
      const text = await readFile(join(results, 'report.json'), 'utf8').catch(() => undefined);
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      const none = { findings: [], inconclusive: 0, verified: 0, bound: 0 };
      if (text === undefined)
        return { fault, exitCode, ...none, seconds, trouble: err.trim().split('\n').at(-1) ?? '' };
      return { fault, exitCode, ...factsOf(JSON.parse(text)), seconds };
    } finally {
      await running.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface ReportFacts {
  readonly findings: readonly { readonly rule: string; readonly cause: string; readonly basis?: string }[];
  readonly summary: {
    readonly rules: { readonly passed: number; readonly bound: number; readonly inconclusive: number };
  };
}

function factsOf({ findings, summary: { rules } }: ReportFacts) {
  return {
    // That a deployment breaks its own document says nothing of the fault.
    findings: findings.flatMap(({ rule, cause, basis = 'stated' }) =>
      basis === 'declared' ? [] : [{ rule, cause, basis }],
    ),
    inconclusive: rules.inconclusive,
    verified: rules.passed,
    bound: rules.bound,
  };
}

function runCli(args: readonly string[]): Promise<{ exitCode: number; err: string }> {
  return new Promise((resolve) => {
    const program = ['--conditions=@agent-workers/source', main, ...args];
    const options = { timeout: longestRunMs, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, program, options, (error, _, err) => {
      const code = error === null ? 0 : error.code;
      resolve({ exitCode: typeof code === 'number' ? code : 3, err });
    });
  });
}
