import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { loadVocabulary } from '../deployment/vocabulary/load-vocabulary.ts';
import { createLedger } from '../exchanges/create-ledger.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { Origin } from '../plan/origin.ts';
import { type Presentation, presentCase } from '../report/present-case.ts';
import { printableText } from '../report/printable.ts';
import { budgets } from '../runner/budget.ts';
import {
  type JourneyOrigin,
  type Replayed,
  type ReplayOptions,
  replayJourney,
  replayRule,
  replayScenario,
} from '../runner/replay.ts';
import { loadSpec } from '../spec/load-spec.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import { parseOptions } from './parse-options.ts';
import { originOptions, toJourney, toOrigin, toSeed } from './replay-origin.ts';
import { toBudget } from './run-settings.ts';
import { targetOptions, toMilliseconds, toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const options = {
  ...targetOptions,
  rule: { type: 'string' },
  cause: { type: 'string' },
  ...originOptions,
} as const;

/** `agent-conformance replay`: sends what broke a rule again, and says whether it failed again, changed or is fixed. */
export async function replayCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('replay', args, options);
  const { rule, cause } = values;
  if (rule === undefined)
    throw new UsageError('replay needs --rule ID, and all else that the report prints.');
  const origin = toOrigin(values);
  const spec = await loadSpec();
  const journey = toJourney(values, spec);
  const target = await findDeployment(toTargetOptions(values), terminal.environment);
  try {
    const { deployment } = target;
    const selection = { rules: [rule], operations: [], families: [] };
    const { budget } = values;
    const { faults } = toBudget(budget);
    const seed = toSeed(values.seed ?? '0');
    const plan = makePlan(spec, deployment, { seed, drawn: 0, selection, faults, budget });
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
    const replayed = await replay(given, origin, journey);
    terminal.out(`${printableText(tell(replayed, given))}\n`);
    return exitCodes[replayed.outcome];
  } finally {
    await target.stop();
  }
}

function replay(
  given: ReplayOptions,
  origin: Origin | undefined,
  journey: JourneyOrigin | undefined,
): Promise<Replayed> {
  if (journey !== undefined) return replayJourney(given, journey);
  return origin === undefined ? replayRule(given) : replayScenario(given, origin);
}

const exitCodes = { fixed: 0, 'failed-again': 1, changed: 1, 'not-judged': 3 } as const;

interface Told extends Presentation {
  readonly rule: string;
  readonly cause: string | undefined;
}

function tell(replayed: Replayed, told: Told): string {
  const { rule, cause: before } = told;
  switch (replayed.outcome) {
    case 'fixed':
      return `Fixed: ${rule} was kept ${replayed.kept} times.`;
    case 'not-judged':
      return `Not judged: ${rule}: ${replayed.why}.`;
    case 'failed-again':
      return [`Failed again: ${rule}`, ...show(replayed.shown, told)].join('\n');
    case 'changed':
      return [
        `Changed: ${rule} is still broken, but for another cause: ${replayed.shown.finding.cause} instead of ${before}`,
        ...show(replayed.shown, told),
      ].join('\n');
  }
}

function show(shown: SmallestCase, told: Told): string[] {
  return [
    ...presentCase(shown, told).steps.map((step) => `  ${step}`),
    `  expected  ${shown.finding.expected}`,
    `  observed  ${shown.finding.observed}`,
  ];
}
