import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { loadVocabulary } from '../deployment/vocabulary/load-vocabulary.ts';
import { createLedger } from '../exchanges/create-ledger.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { Origin } from '../plan/origin.ts';
import { describeProbes } from '../report/describe-probe.ts';
import { describeSteps } from '../report/describe-step.ts';
import { printableText } from '../report/printable.ts';
import { budgets } from '../runner/budget.ts';
import { type Replayed, replayRule, replayScenario } from '../runner/replay.ts';
import { loadSpec } from '../spec/load-spec.ts';
import { parseOptions, toNumber } from './parse-options.ts';
import { targetOptions, toMilliseconds, toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const options = {
  ...targetOptions,
  rule: { type: 'string' },
  cause: { type: 'string' },
  seed: { type: 'string' },
  path: { type: 'string' },
} as const;

/** `agent-conformance replay`: sends what broke a rule again, and says whether it failed again, changed or is fixed. */
export async function replayCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('replay', args, options);
  const { rule, cause } = values;
  if (rule === undefined)
    throw new UsageError('replay needs --rule ID, and all else that the report prints.');
  const origin = toOrigin(values);
  const spec = await loadSpec();
  const target = await findDeployment(toTargetOptions(values), terminal.environment);
  try {
    const { deployment } = target;
    const selection = { rules: [rule], operations: [], families: [] };
    const plan = makePlan(spec, deployment, { seed: origin?.seed ?? 0, drawn: 0, selection });
    if (!plan.rules.some(({ id }) => id === rule)) {
      throw new UsageError(
        `replay: the rule ${rule} is not judged on this target. See agent-conformance list.`,
      );
    }
    const vocabulary = await loadVocabulary(deployment, spec.operations);
    const common = {
      rule,
      cause,
      vocabulary,
      deployment,
      plan,
      operations: spec.operations,
      ...budgets.quick,
    };
    const listeners = { ledger: createLedger(() => {}), record: () => {}, onEvent: () => {} };
    const given = { ...common, ...listeners, ...toMilliseconds(values), signal: terminal.signal };
    const replayed = origin === undefined ? await replayRule(given) : await replayScenario(given, origin);
    terminal.out(`${printableText(tell(rule, replayed, cause))}\n`);
    return exitCodes[replayed.outcome];
  } finally {
    await target.stop();
  }
}

const exitCodes = { fixed: 0, 'failed-again': 1, changed: 1, 'not-judged': 3 } as const;

/** Where a scenario comes from; probes come from nowhere in particular. */
function toOrigin({
  seed,
  path,
}: {
  readonly seed?: string | undefined;
  readonly path?: string | undefined;
}): Origin | undefined {
  if (seed === undefined && path === undefined) return undefined;
  if (seed === undefined || path === undefined) {
    throw new UsageError('replay needs both --seed and --path, or neither, as the report prints them.');
  }
  if (!/^\d+(:\d+)*$/.test(path)) {
    throw new UsageError(`--path takes numbers with colons, not ${JSON.stringify(path)}.`);
  }
  return { path, seed: toNumber('seed', seed, { min: 0, max: 2 ** 31 - 1 }) };
}

function tell(rule: string, replayed: Replayed, before: string | undefined): string {
  switch (replayed.outcome) {
    case 'fixed':
      return `Fixed: ${rule} was kept ${replayed.kept} times.`;
    case 'not-judged':
      return `Not judged: ${rule}: ${replayed.why}.`;
    case 'failed-again':
      return [`Failed again: ${rule}`, ...show(replayed)].join('\n');
    case 'changed':
      return [
        `Changed: ${rule} is still broken, but for another cause: ${replayed.cause} instead of ${before}`,
        ...show(replayed),
      ].join('\n');
  }
}

function show({ smallest, exchanges, finding }: Extract<Replayed, { finding: unknown }>): string[] {
  const steps = smallest === undefined ? describeProbes(exchanges) : describeSteps(smallest.steps);
  return [
    ...steps.map((step) => `  ${step}`),
    `  expected  ${finding.expected}`,
    `  observed  ${finding.observed}`,
  ];
}
