import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { makePlan, unknownRules } from '../plan/make-plan.ts';
import { buildReport } from '../report/build-report.ts';
import { countAnswers } from '../report/count-answers.ts';
import { formatForTerminal } from '../report/terminal.ts';
import { openResults } from '../report/write-results.ts';
import { run } from '../runner/run.ts';
import { lineOf, loadSpec } from '../spec/load-spec.ts';
import type { Spec } from '../spec/spec.ts';
import { parseOptions, toNumber } from './parse-options.ts';
import { createProgress } from './progress.ts';
import { repeatTarget, targetOptions, toMilliseconds, toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const options = {
  ...targetOptions,
  seed: { type: 'string' },
  rules: { type: 'string' },
  scenarios: { type: 'string', default: '16' },
  concurrency: { type: 'string', default: '8' },
  'shrink-time': { type: 'string', default: '10' },
  results: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

const largestSeed = 2 ** 31 - 1;

/** `agent-conformance run`: judges a deployment and reports; gives the exit code. */
export async function runCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('run', args, options);
  const settings = toSettings(values);
  const spec = await loadSpec();
  requireKnownRules(spec, settings.rules);
  const results = values.results === undefined ? undefined : await openResults(values.results);
  const target = await findDeployment(toTargetOptions(values), terminal.environment);
  try {
    const { deployment } = target;
    const plan = makePlan(spec, deployment, settings);
    requireSomething(plan.rules.length, plan.leftOut);
    terminal.progress(`Agent Workers conformance · ${deployment.name} · seed ${plan.seed}\n`);
    const { answers, count } = countAnswers();
    const outcome = await run({
      ...settings,
      deployment,
      plan,
      operations: spec.operations,
      signal: terminal.signal,
      record: (exchange) => {
        count(exchange);
        results?.record(exchange);
      },
      onEvent: createProgress(terminal),
    });
    const report = buildReport({
      ...outcome,
      deployment,
      plan,
      spec,
      answers,
      startedAt: new Date(Date.now() - outcome.durationMs),
      lineOf: await lineOf(),
      targetOptions: repeatTarget(values),
    });
    await results?.finish({ plan, verdicts: outcome.verdicts, report });
    terminal.out(
      values.json ? `${JSON.stringify(report, null, 2)}\n` : formatForTerminal(report, terminal.colour),
    );
    return report.summary.exitCode;
  } finally {
    await target.stop();
  }
}

interface RunValues {
  readonly seed?: string | undefined;
  readonly rules?: string | undefined;
  readonly scenarios: string;
  readonly concurrency: string;
  readonly timeout: string;
  readonly 'job-timeout': string;
  readonly 'shrink-time': string;
}

function toSettings(values: RunValues) {
  const seed = values.seed ?? `${Math.floor(Math.random() * largestSeed)}`;
  return {
    seed: toNumber('seed', seed, { min: 0, max: largestSeed }),
    rules: (values.rules ?? '').split(',').filter((id) => id !== ''),
    drawn: toNumber('scenarios', values.scenarios, { min: 0, max: 1_000_000 }),
    concurrency: toNumber('concurrency', values.concurrency, { min: 1, max: 64 }),
    shrinkMs: toNumber('shrink-time', values['shrink-time'], { min: 1, max: 3_600 }) * 1000,
    ...toMilliseconds(values),
  };
}

function requireKnownRules(spec: Spec, wanted: readonly string[]): void {
  const [unknown] = unknownRules(spec, wanted);
  if (unknown === undefined) return;
  const hint = didYouMean(
    unknown,
    spec.rules.map(({ id }) => id),
  );
  throw new UsageError(`--rules: no rule is called ${unknown}.${hint} See agent-conformance list.`);
}

function requireSomething(planned: number, leftOut: readonly { readonly why: string }[]): void {
  if (planned > 0) return;
  const reasons = [...new Set(leftOut.map(({ why }) => why))].filter((why) => why !== 'not asked for');
  const why =
    reasons.find((reason) => reason.includes('--allow-writes')) ?? reasons[0] ?? 'no rule was asked for';
  throw new UsageError(`No rule is left to judge: ${why}.`);
}
