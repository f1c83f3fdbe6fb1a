import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { makePlan } from '../plan/make-plan.ts';
import { describeSteps } from '../report/describe-step.ts';
import { printableText } from '../report/printable.ts';
import { replay, replayTries } from '../runner/replay.ts';
import { loadSpec } from '../spec/load-spec.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import { parseOptions, toNumber } from './parse-options.ts';
import { targetOptions, toMilliseconds, toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const options = {
  ...targetOptions,
  rule: { type: 'string' },
  seed: { type: 'string' },
  path: { type: 'string' },
} as const;

/** `agent-conformance replay`: sends one scenario again and says whether the rule is broken again or kept. */
export async function replayCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('replay', args, options);
  const { rule, seed, path } = requireNames(values);
  const target = await findDeployment(toTargetOptions(values), terminal.environment);
  try {
    const { deployment } = target;
    const plan = makePlan(await loadSpec(), deployment, {
      seed,
      drawn: 0,
      selection: { rules: [rule], operations: [], families: [] },
    });
    if (!plan.rules.some(({ id }) => id === rule)) {
      throw new UsageError(
        `replay: the rule ${rule} is not judged on this target. See agent-conformance list.`,
      );
    }
    const timeouts = toMilliseconds(values);
    const found = await replay({ ...timeouts, deployment, plan, rule, seed, path, signal: terminal.signal });
    terminal.out(found ? tell(found) : `Fixed: ${rule} was kept in ${replayTries} tries.\n`);
    return found ? 1 : 0;
  } finally {
    await target.stop();
  }
}

function requireNames(values: {
  readonly rule?: string | undefined;
  readonly seed?: string | undefined;
  readonly path?: string | undefined;
}): { rule: string; seed: number; path: string } {
  const { rule, seed, path } = values;
  if (rule === undefined || seed === undefined || path === undefined) {
    throw new UsageError('replay needs --rule, --seed and --path, as the report prints them.');
  }
  if (!/^\d+(:\d+)*$/.test(path)) {
    throw new UsageError(`--path takes numbers with colons, not ${JSON.stringify(path)}.`);
  }
  return { rule, path, seed: toNumber('seed', seed, { min: 0, max: 2 ** 31 - 1 }) };
}

function tell({ rule, steps, finding }: SmallestCase): string {
  const lines = [`Broken again: ${rule}`, ...describeSteps(steps).map((step) => `  ${step}`)];
  const shown = [...lines, `  expected  ${finding.expected}`, `  observed  ${finding.observed}`];
  return `${printableText(shown.join('\n'))}\n`;
}
