import { loadDeclaration } from '../deployment/declaration/load-declaration.ts';
import { UsageError } from '../deployment/errors.ts';
import { loadFieldMapping } from '../deployment/field-mapping/load-field-mapping.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { createLedger } from '../exchanges/create-ledger.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { DrawOrigin } from '../plan/origin.ts';
import { type Presentation, presentCase } from '../report/present-case.ts';
import { printableText } from '../report/printable.ts';
import { say, sayReason } from '../report/sentences/say.ts';
import { budgets } from '../runner/budget.ts';
import {
  type Replayed,
  type ReplayOptions,
  replayRule,
  replayScenario,
  replaySequence,
  type SequenceOrigin,
} from '../runner/replay.ts';
import { loadSpec } from '../spec/load-spec.ts';
import { allChecks } from '../verdicts/checks/all-checks.ts';
import type { SmallestCase } from '../verdicts/smallest-case.ts';
import { parseOptions } from './options/parse-options.ts';
import { toOrigin, toSeed, toSequence } from './replay-origin.ts';
import { toBudget } from './run-settings.ts';
import { toMilliseconds, toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance replay`: sends what broke a rule again, and says whether it failed again, changed or is fixed. */
export async function replayCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('replay', args);
  const { rule, cause } = values;
  if (rule === undefined)
    throw new UsageError('replay needs --rule ID, and all else that the report prints.');
  const origin = toOrigin(values);
  const spec = await loadSpec();
  const sequence = toSequence(values, spec);
  const target = await findDeployment(toTargetOptions(values), terminal.environment);
  try {
    const { deployment } = target;
    const selection = { rules: [rule], operations: [], families: [] };
    const { budget } = values;
    const { mutations } = toBudget(budget);
    const seed = toSeed(values.seed ?? '0');
    const plan = makePlan(spec, deployment, {
      checks: allChecks,
      declaration: await loadDeclaration(deployment.openapi, spec.operations),
      seed,
      drawn: 0,
      selection,
      mutations,
      budget,
    });
    if (!plan.rules.some(({ id }) => id === rule)) {
      throw new UsageError(
        `replay: the rule ${rule} is not judged on this target. See agent-conformance list.`,
      );
    }
    const fieldMapping = await loadFieldMapping(deployment, spec.operations);
    const common = {
      rule,
      cause,
      fieldMapping,
      deployment,
      plan,
      operations: spec.operations,
      ...budgets.quick,
    };
    const listeners = { ledger: createLedger(() => {}), record: () => {}, onEvent: () => {} };
    const given = { ...common, ...listeners, ...toMilliseconds(values), signal: terminal.signal };
    const replayed = await replay(given, origin, sequence);
    terminal.out(`${printableText(tell(replayed, given))}\n`);
    return exitCodes[replayed.outcome];
  } finally {
    await target.stop();
  }
}

function replay(
  given: ReplayOptions,
  origin: DrawOrigin | undefined,
  sequence: SequenceOrigin | undefined,
): Promise<Replayed> {
  if (sequence !== undefined) return replaySequence(given, sequence);
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
      return `Not judged: ${rule}: ${replayed.why === undefined ? 'nothing was observed' : sayReason(replayed.why)}.`;
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
  const said = say(shown.finding);
  return [
    ...presentCase(shown, told).steps.map((step) => `  ${step}`),
    `  expected  ${said.expected}`,
    `  observed  ${said.observed}`,
  ];
}
