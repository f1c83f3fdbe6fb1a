import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { makePlan } from '../plan/make-plan.ts';
import { describeSteps } from '../report/describe-step.ts';
import { createDriver } from '../runner/driver.ts';
import { preflight } from '../runner/preflight.ts';
import { type SmallestCase, searchForFinding } from '../runner/scenario-property.ts';
import { loadSpec } from '../spec/load-spec.ts';
import { parseOptions, toNumber } from './parse-options.ts';
import { targetOptions, toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const options = {
  ...targetOptions,
  rule: { type: 'string' },
  seed: { type: 'string' },
  path: { type: 'string' },
} as const;

/** Races need more than one try before they count as fixed. */
const tries = 3;

/** `agent-conformance replay`: sends one scenario again and says whether the rule is broken again or fixed. */
export async function replayCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('replay', args, options);
  const { rule, seed, path } = values;
  if (rule === undefined || seed === undefined || path === undefined) {
    throw new UsageError('replay needs --rule, --seed and --path, as the report prints them.');
  }
  if (!/^\d+(:\d+)*$/.test(path))
    throw new UsageError(`--path takes numbers with colons, not ${JSON.stringify(path)}.`);
  const numbers = { seed: toNumber('seed', seed, { min: 0, max: 2 ** 31 - 1 }), path };
  const target = await findDeployment(toTargetOptions(values), terminal.environment);
  try {
    const plan = makePlan(await loadSpec(), target.deployment, {
      seed: numbers.seed,
      drawn: 0,
      rules: [rule],
    });
    if (!plan.rules.some(({ id }) => id === rule))
      throw new UsageError(`replay: ${rule} is not judged on this target.`);
    const driver = createDriver({
      deployment: target.deployment,
      timeoutMs: toNumber('timeout', values.timeout, { min: 1, max: 86_400 }) * 1000,
      jobTimeoutMs: toNumber('job-timeout', values['job-timeout'], { min: 1, max: 86_400 }) * 1000,
      signal: terminal.signal,
      record: () => {},
    });
    try {
      await preflight(driver, target.deployment);
      const search = {
        ...numbers,
        numRuns: 1,
        shrink: false,
        counts: false,
        isNews: (broken: string) => broken === rule,
      };
      const watch = { onNews: () => {}, onScenario: () => {} };
      const searchOptions = {
        plan,
        deployment: target.deployment,
        driver,
        signal: terminal.signal,
        shrinkMs: 0,
      };
      for (let attempt = 1; attempt <= tries; attempt += 1) {
        const found = await searchForFinding({ ...search, ...watch }, searchOptions);
        if (found) return tell(found, terminal);
      }
      terminal.out(`Fixed: ${rule} was kept in ${tries} tries.\n`);
      return 0;
    } finally {
      await driver.close();
    }
  } finally {
    await target.stop();
  }
}

function tell({ rule, steps, finding }: SmallestCase, terminal: TerminalStreams): number {
  const lines = [`Broken again: ${rule}`, ...describeSteps(steps).map((step) => `  ${step}`)];
  terminal.out(
    `${[...lines, `  expected  ${finding.expected}`, `  observed  ${finding.observed}`].join('\n')}\n`,
  );
  return 1;
}
