import { loadDeclaration } from '../deployment/declaration/load-declaration.ts';
import { UsageError } from '../deployment/errors.ts';
import { loadFieldMapping } from '../deployment/field-mapping/load-field-mapping.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { type Embedded, startEmbedded } from '../deployment/start-embedded.ts';
import { createLedger } from '../exchanges/create-ledger.ts';
import { openStates } from '../pact/states/open-states.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { DrawOrigin } from '../plan/origin.ts';
import type { Plan } from '../plan/plan.ts';
import { buildReplayReport } from '../report/replay/build-replay-report.ts';
import { replayForTerminal } from '../report/replay/describe-replay.ts';
import { openResults, type Results } from '../results/write-results.ts';
import { budgets } from '../runner/budget.ts';
import {
  type ReplayOptions,
  type ReplayOutcome,
  replayRule,
  replayScenario,
  replaySequence,
  type SequenceOrigin,
} from '../runner/replay.ts';
import { loadSpec } from '../spec/load-spec.ts';
import type { Spec } from '../spec/spec.ts';
import { checkOfCause } from '../verdicts/cause.ts';
import { allChecks } from '../verdicts/checks/all-checks.ts';
import type { Values } from './options/option-table.ts';
import { parseOptions } from './options/parse-options.ts';
import { createProgress } from './progress.ts';
import { toOrigin, toSeed, toSequence } from './replay-origin.ts';
import { toBudget, toNames, toTime } from './run-settings.ts';
import { toMilliseconds, toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance replay`: sends what broke a rule again, and says whether it failed again, changed or is fixed. */
export async function replayCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('replay', args);
  const { rule } = values;
  if (rule === undefined)
    throw new UsageError('replay needs --rule ID, and all else that the report prints.');
  const origin = toOrigin(values);
  const spec = await loadSpec();
  const sequence = toSequence(values, spec);
  const results = values.results === undefined ? undefined : await openResults(values.results);
  const target = await findDeployment(toTargetOptions(values), terminal.environment, () =>
    startEmbedded({ controlled: true }),
  );
  try {
    const given = await toReplayOptions({ rule, values, spec, target, results, terminal });
    const outcome = await replay(given, origin, sequence);
    const report = buildReplayReport(outcome, given);
    await results?.finishReplay(report);
    terminal.out(values.json ? `${JSON.stringify(report, null, 2)}\n` : `${replayForTerminal(report)}\n`);
    return report.exitCode;
  } finally {
    await target.stop();
  }
}

interface Given {
  readonly rule: string;
  readonly values: Values<'replay'>;
  readonly spec: Spec;
  readonly target: Embedded;
  readonly results: Results | undefined;
  readonly terminal: TerminalStreams;
}

async function toReplayOptions({
  rule,
  values,
  spec,
  target: { deployment, control },
  results,
  terminal,
}: Given): Promise<ReplayOptions> {
  const { operations } = spec;
  const fieldMapping = await loadFieldMapping(deployment, operations);
  const times = toMilliseconds(values);
  const states = openStates(deployment, { ...times, fieldMapping, control, operations });
  const declaration = await loadDeclaration(deployment, operations);
  const { budget, seed = '0' } = values;
  const { mutations } = toBudget(budget);
  const planOf = (rules: readonly string[], names: readonly string[] = []): Plan =>
    makePlan(spec, deployment, {
      checks: allChecks,
      declaration,
      seed: toSeed(seed),
      drawn: 0,
      selection: { rules, operations: names, families: [] },
      mutations,
      budget,
    });
  const names = toNames(values.operations);
  const plan = planOf([rule], names);
  if (!plan.rules.some(({ id }) => id === rule)) {
    const known = spec.rules.map(({ id }) => id);
    const what = known.includes(rule)
      ? 'is not judged on this target.'
      : `is no rule.${didYouMean(rule, known)}`;
    throw new UsageError(`replay: ${rule} ${what} See agent-conformance list.`);
  }
  const progress = createProgress(terminal);
  return {
    ...budgets.quick,
    ...times,
    rule,
    cause: toCause(values.cause),
    maxTimeMs: toTime(values['max-time']),
    isUnrepeated: values.unrepeated === true,
    fieldMapping,
    deployment,
    plan,
    beginning: planOf([]),
    unnarrowed: names.length === 0 ? undefined : () => planOf([rule]),
    operations,
    arrange: states?.arrange,
    ledger: createLedger((entry) => results?.keep(deployment.baseUrl ?? '', entry)),
    record: (exchange) => {
      progress.sent();
      results?.record(exchange);
    },
    onEvent: progress.onEvent,
    signal: terminal.signal,
  };
}

/** A cause begins with the check that found it: by another one, nothing would ever be found or fixed. */
function toCause(cause: string | undefined): string | undefined {
  if (cause === undefined) return undefined;
  const checks = allChecks.map(({ id }) => id);
  const check = checkOfCause(cause);
  if (checks.includes(check)) return cause;
  throw new UsageError(
    `replay: --cause is that which the report prints; no check is called ${check}.${didYouMean(check, checks)}`,
  );
}

function replay(
  given: ReplayOptions,
  origin: DrawOrigin | undefined,
  sequence: SequenceOrigin | undefined,
): Promise<ReplayOutcome> {
  if (sequence !== undefined) return replaySequence(given, sequence);
  return origin === undefined ? replayRule(given) : replayScenario(given, origin);
}
