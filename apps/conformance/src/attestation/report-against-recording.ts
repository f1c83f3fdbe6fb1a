import type { Plan } from '../plan/plan.ts';
import type { Report } from '../report/report.ts';
import { groupByCause } from '../report/reported-findings.ts';
import { countRules, exitCodes, overall } from '../report/summarize.ts';
import { type Rule, usualBases } from '../spec/spec.ts';
import type { Verdict } from '../verdicts/verdict.ts';

export interface Rejudged {
  readonly report: Report;
  readonly plan: Plan;
  /** What the recording comes to now. */
  readonly verdicts: readonly Verdict[];
  /** The contract's rules. */
  readonly rules: readonly Rule[];
}

/** Where the report says something else than the recording shows, in sentences; the statement is made from the report. */
export function differencesFromRecording(given: Rejudged): readonly string[] {
  return [
    ...aboutRules(given),
    ...aboutVerdicts(given),
    ...aboutFindings(given),
    ...aboutKnown(given.report),
    ...aboutOutcome(given),
  ];
}

/** By whose sentences and by which checks was judged is the contract's to say. */
function aboutRules({ report, plan, rules }: Rejudged): string[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const planned = plan.rules.flatMap((one) =>
    isOfContract(one, byId.get(one.id), plan.source)
      ? []
      : [`plan.json has another ${one.id} than the contract.`],
  );
  const bases = new Map(plan.rules.map(({ id, basis }) => [id, basis]));
  const told = report.rules.filter(({ id, basis }) => bases.get(id) !== basis);
  const failOn = plan.failOn ?? usualBases;
  return [
    ...planned,
    ...told.map(({ id, basis }) => `${id} is not of the basis ${basis}, as report.json has it.`),
    ...(`${failOn}` === `${report.summary.failOn}`
      ? []
      : [`The run was to fail on ${failOn.join(', ')}, not on ${report.summary.failOn.join(', ')}.`]),
  ];
}

/** The traffic of others can be judged by some of a rule's checks only. */
function isOfContract(planned: Rule, rule: Rule | undefined, source: Plan['source']): boolean {
  const [checks, known] = [planned.checks ?? [], rule?.checks ?? []];
  const isWhole = source === 'traffic' ? checks.length > 0 : checks.length === known.length;
  return (
    planned.basis === rule?.basis &&
    planned.text === rule.text &&
    isWhole &&
    checks.every((check) => known.includes(check))
  );
}

function aboutVerdicts({ report, verdicts }: Rejudged): string[] {
  const told = new Map(report.rules.map(({ id, verdict }) => [id, verdict]));
  const shown = new Map(verdicts.map(({ rule, verdict }) => [rule, verdict]));
  return [...new Set([...told.keys(), ...shown.keys()])].flatMap((rule) => {
    const [says, shows] = [told.get(rule) ?? 'not judged', shown.get(rule) ?? 'not judged'];
    return says === shows ? [] : [`${rule} is ${shows} by the recording, and ${says} in report.json.`];
  });
}

function aboutFindings({ report, verdicts }: Rejudged): string[] {
  const told = new Set(report.findings.map(keyOf));
  const shown = new Set(groupByCause(verdicts).map(keyOf));
  const lacking = [...shown].filter((key) => !told.has(key));
  const invented = [...told].filter((key) => !shown.has(key));
  return [
    ...lacking.map((key) => `report.json lacks what the recording shows: ${key}.`),
    ...invented.map((key) => `report.json tells what the recording doesn't show: ${key}.`),
  ];
}

/** What a baseline has made known must be a finding of this run, and each finding either known or new. */
function aboutKnown({ comparison, findings }: Report): string[] {
  if (comparison === undefined) return [];
  const compared = [...comparison.new, ...comparison.stillBroken].map(keyOf).sort();
  return `${compared}` === `${findings.map(keyOf).sort()}`
    ? []
    : ['The comparison in report.json is about other findings than its own.'];
}

/** Verdicts of gates that the results don't hold; both are stricter than what could be found without them. */
const gated: readonly Report['summary']['verdict'][] = ['too-few-verified', 'left-behind'];

function aboutOutcome({ report, verdicts }: Rejudged): string[] {
  const { summary, comparison } = report;
  const without = (failed: number): Report['summary']['verdict'] => {
    const rules = { ...countRules(verdicts, new Set()), failed };
    const { waivers, trouble, cleanUp } = report;
    return overall(rules, { ended: summary.ended, waivers, trouble, cleanUp, allowLeftovers: true });
  };
  const shown = without(unacceptedRules(report).size);
  const isKnown = comparison !== undefined && !comparison.new.some(({ counts }) => counts);
  const exitCode = exitCodes[isKnown ? without(0) : shown];
  return [
    ...(summary.verdict === shown || gated.includes(summary.verdict)
      ? []
      : [`The run comes to "${shown}", and to "${summary.verdict}" in report.json.`]),
    ...(summary.exitCode === 0 && exitCode !== 0
      ? [`The run ends with exit code ${exitCode}, and with 0 in report.json.`]
      : []),
  ];
}

function unacceptedRules({ findings, summary }: Report): ReadonlySet<string> {
  const counting = findings.filter(
    ({ waiver, basis }) => waiver === undefined && summary.failOn.includes(basis),
  );
  return new Set(counting.map(({ rule }) => rule));
}

function keyOf({ rule, cause }: { readonly rule: string; readonly cause: string }): string {
  return `${rule} (${cause})`;
}
