import { textToCalls } from '../cases/journeys/calls-text.ts';
import { findJourney } from '../cases/journeys/find-journey.ts';
import { keepAll } from '../cases/journeys/kept-calls.ts';
import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { loadVocabulary } from '../deployment/vocabulary/load-vocabulary.ts';
import { createLedger } from '../exchanges/create-ledger.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { Origin } from '../plan/origin.ts';
import { presentCase } from '../report/present-case.ts';
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
import type { Operation, Spec } from '../spec/spec.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import { parseOptions, toNumber } from './parse-options.ts';
import { targetOptions, toMilliseconds, toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const options = {
  ...targetOptions,
  rule: { type: 'string' },
  cause: { type: 'string' },
  seed: { type: 'string' },
  path: { type: 'string' },
  journey: { type: 'string' },
  calls: { type: 'string' },
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

interface OriginValues {
  readonly seed?: string | undefined;
  readonly path?: string | undefined;
  readonly journey?: string | undefined;
  readonly calls?: string | undefined;
}

/** Where a scenario comes from; what the rule alone tells comes from nowhere in particular. */
function toOrigin({ seed, path, journey, calls }: OriginValues): Origin | undefined {
  if (calls !== undefined && journey === undefined)
    throw new UsageError('replay: --calls are those of a --journey ID, as the report prints both.');
  if (seed === undefined && path === undefined) return undefined;
  if (seed === undefined || path === undefined) {
    throw new UsageError('replay needs both --seed and --path, or neither, as the report prints them.');
  }
  if (journey !== undefined)
    throw new UsageError('replay takes either --journey, or --seed and --path, as the report prints them.');
  if (!/^\d+(:\d+)*$/.test(path)) {
    throw new UsageError(`--path takes numbers with colons, not ${JSON.stringify(path)}.`);
  }
  return { path, seed: toNumber('seed', seed, { min: 0, max: 2 ** 31 - 1 }) };
}

function toJourney({ journey: id, calls }: OriginValues, spec: Spec): JourneyOrigin | undefined {
  if (id === undefined) return undefined;
  const journey = findJourney(id, spec);
  if (journey === undefined)
    throw new UsageError(
      `--journey: there is no ${JSON.stringify(id)} in this version of agent-conformance.`,
    );
  const kept = calls === undefined ? keepAll(journey) : textToCalls(calls, journey);
  if (kept !== undefined) return { journey, kept };
  throw new UsageError(
    `--calls takes numbers from 1 to ${journey.calls.length} as the report prints them, such as 1,3+4, not ${JSON.stringify(calls)}.`,
  );
}

interface Told {
  readonly rule: string;
  readonly cause: string | undefined;
  readonly operations: readonly Operation[];
}

function tell(replayed: Replayed, { rule, cause: before, operations }: Told): string {
  switch (replayed.outcome) {
    case 'fixed':
      return `Fixed: ${rule} was kept ${replayed.kept} times.`;
    case 'not-judged':
      return `Not judged: ${rule}: ${replayed.why}.`;
    case 'failed-again':
      return [`Failed again: ${rule}`, ...show(replayed.shown, operations)].join('\n');
    case 'changed':
      return [
        `Changed: ${rule} is still broken, but for another cause: ${replayed.shown.finding.cause} instead of ${before}`,
        ...show(replayed.shown, operations),
      ].join('\n');
  }
}

function show(shown: SmallestCase, operations: readonly Operation[]): string[] {
  return [
    ...presentCase(shown, operations).steps.map((step) => `  ${step}`),
    `  expected  ${shown.finding.expected}`,
    `  observed  ${shown.finding.observed}`,
  ];
}
