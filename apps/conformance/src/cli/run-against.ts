import { loadDeclaration } from '../deployment/declaration/load-declaration.ts';
import { isFile, locateOperations } from '../deployment/declaration/locate-operations.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { UsageError } from '../deployment/errors.ts';
import { loadFieldMapping } from '../deployment/field-mapping/load-field-mapping.ts';
import type { Embedded } from '../deployment/start-embedded.ts';
import { createLedger } from '../exchanges/create-ledger.ts';
import { openStates } from '../pact/states/open-states.ts';
import { makePlan, missingForWorkers } from '../plan/make-plan.ts';
import type { Plan } from '../plan/plan.ts';
import { rulesThatNeed } from '../plan/rules-that-need.ts';
import { buildReport } from '../report/build-report.ts';
import { comparedWith, knownBy } from '../report/comparison/compare-reports.ts';
import { countAnswers } from '../report/count-answers.ts';
import { countTrouble } from '../report/count-trouble.ts';
import type { Report } from '../report/report.ts';
import { groupByCause } from '../report/reported-findings.ts';
import { toReportedTrouble } from '../report/reported-trouble.ts';
import { sayLeftOut } from '../report/sentences/say.ts';
import { formatForTerminal } from '../report/terminal.ts';
import type { Results } from '../results/write-results.ts';
import { run } from '../runner/run.ts';
import type { RunOptions } from '../runner/run-options.ts';
import { lineOf } from '../spec/line-of.ts';
import { idsOfBases, type Spec, usualBases } from '../spec/spec.ts';
import { allChecks } from '../verdicts/checks/all-checks.ts';
import { applyWaivers } from '../waivers/apply-waivers.ts';
import type { Waiver } from '../waivers/waiver.ts';
import type { Values } from './options/option-table.ts';
import { createProgress } from './progress.ts';
import { inputsOf } from './run-inputs.ts';
import type { RunSettings } from './run-settings.ts';
import { repeatTarget } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** An earlier report, read before the results folder may be written: that may be the same one. */
export interface Baseline {
  readonly report: Report;
  readonly sha256: string;
}

/** What a run was asked for, with all that was read for it. */
export interface RunRequest {
  readonly values: Values<'run'>;
  readonly settings: RunSettings;
  readonly spec: Spec;
  readonly baseline: Baseline | undefined;
  readonly waivers: readonly Waiver[];
  readonly results: Results | undefined;
}

/** Judges a deployment that is there, and reports; gives the exit code. */
export async function runAgainst(
  target: Embedded,
  { values, settings, spec, baseline, waivers, results }: RunRequest,
  terminal: TerminalStreams,
): Promise<number> {
  const { deployment } = target;
  const declaration = await loadDeclaration(deployment, spec.operations);
  const planning = { ...settings, checks: allChecks, declaration };
  const plan = makePlan(spec, deployment, planning);
  const costOf = (fixture: keyof typeof deployment.fixtures): number =>
    rulesThatNeed(fixture, plan, { spec, deployment, options: planning });
  requireWhole(deployment, plan);
  requireSomething(plan);
  terminal.progress(`Agent Workers conformance · ${deployment.name} · seed ${settings.seed}\n`);
  results?.planned(plan, await inputsOf(deployment, spec, baseline && { sha256: baseline.sha256 }));
  const { answers, firstBytes, spent, count } = countAnswers();
  const troubles = countTrouble();
  const progress = createProgress(terminal);
  const fieldMapping = await loadFieldMapping(deployment, spec.operations);
  const states = openStates(deployment, {
    ...settings,
    fieldMapping,
    control: target.control,
    operations: spec.operations,
  });
  const outcome = await run({
    ...settings,
    arrange: states?.arrange,
    deployment,
    fieldMapping,
    plan,
    operations: spec.operations,
    signal: terminal.signal,
    ledger: createLedger((entry) => results?.keep(deployment.baseUrl ?? '', entry)),
    record: (exchange) => {
      count(exchange);
      troubles.count(exchange);
      progress.sent();
      results?.record(exchange);
    },
    isEnough: values.bail ? hasNews({ waivers, baseline: baseline?.report }, spec, plan) : undefined,
    onEvent: (event) => {
      if (event.type === 'slowed-down') troubles.paused(event.milliseconds);
      if (event.type === 'away') troubles.away(event.milliseconds);
      if (event.type === 'resent') troubles.resent();
      progress.onEvent(
        event.type === 'fixture-in-doubt' ? { ...event, rules: costOf(event.fixture) } : event,
      );
    },
  });
  const gates = { minVerified: settings.minVerified, allowLeftovers: values['allow-leftovers'] };
  const built = buildReport({
    ...outcome,
    ...gates,
    deployment,
    plan,
    spec,
    answers,
    firstBytes,
    spent,
    trouble: toReportedTrouble(troubles.trouble(), outcome.changes),
    startedAt: new Date(Date.now() - outcome.durationMs),
    lineOf: await lineOf(),
    targetOptions: repeatTarget(values),
    targetVersion: values['target-version'],
    files: filesOf(values.config, deployment.openapi),
    operationLines: await locateOperations(deployment.openapi, declaration),
    waivers,
  });
  const report = baseline === undefined ? built : comparedWith(baseline.report, built, gates);
  terminal.out(
    values.json ? `${JSON.stringify(report, null, 2)}\n` : formatForTerminal(report, terminal.colour),
  );
  await results?.finish({ verdicts: outcome.verdicts, report });
  return report.summary.exitCode;
}

/** What of a target's description lies in files, which its owner may keep in a repository. */
function filesOf(config: string | undefined, openapi: string | undefined): Report['target']['files'] {
  const files = {
    ...(config === undefined ? {} : { config }),
    ...(isFile(openapi) ? { openapi } : {}),
  };
  return Object.keys(files).length === 0 ? undefined : files;
}

/** Whether anything is broken that fails the run and is not accepted. */
function hasNews(
  { waivers, baseline }: { readonly waivers: readonly Waiver[]; readonly baseline: Report | undefined },
  { rules, resources }: Spec,
  { failOn = usualBases }: Plan,
): RunOptions['isEnough'] {
  const counted = idsOfBases(rules, failOn);
  const today = new Date().toISOString().slice(0, 10);
  const families = resources.map(({ name }) => name);
  const nothing = { broken: [], leftovers: [], verdicts: [], isWhole: true };
  const { covering } = applyWaivers({ ...nothing, waivers, rules, families, today });
  const isKnown = knownBy(baseline ?? { findings: [] });
  return (broken) =>
    groupByCause(broken).some(
      ({ rule, cause, ...one }) =>
        counted.has(rule) &&
        !isKnown({ rule, cause, waiver: undefined }) &&
        covering({ rule, cause, ...one }) === undefined,
    );
}

/** An address without the means to use it is more likely forgotten than meant. */
function requireWhole(deployment: Deployment, { leftOut }: Plan): void {
  if (deployment.agentsUrl === undefined || deployment.profile === 'read-only') return;
  const missing = missingForWorkers(deployment);
  const isNeeded = leftOut.some(({ why }) => why.kind === 'needs' && why.setting === missing?.setting);
  if (missing === undefined || !isNeeded) return;
  throw new UsageError(
    `At ${deployment.agentsUrl} ${sayLeftOut(missing)}. Leave --agents-url out to judge the User API alone.`,
  );
}

function requireSomething({ rules, leftOut }: Plan): void {
  if (rules.length > 0) return;
  const whys = leftOut.map(({ why }) => why).filter(({ kind }) => kind !== 'not-asked-for');
  const lacking = new Set(whys.filter(({ kind }) => kind === 'needs').map((why) => sayLeftOut(why)));
  const [first] = whys;
  const other =
    first === undefined
      ? 'what --rules, --operations and --tags ask for has no rule in common'
      : sayLeftOut(first);
  throw new UsageError(`No rule is left to judge: ${lacking.size > 0 ? [...lacking].join('; ') : other}.`);
}
