import { comparisonAsMarkdown } from '../comparison/describe-comparison.ts';
import { groundsOf, isCounted, sourceOf } from '../grounds.ts';
import {
  describeCausingWrite,
  describeLeftover,
  describeWaiver,
  groupFindings,
  type MistakeGroup,
  otherPlaces,
  remedyOf,
} from '../group-findings.ts';
import { counted, earlyEnd, headlineOf, seedInWords, times } from '../headline.ts';
import { movingLines, movingTitle } from '../moving-fields.ts';
import { groupNotChecked, type NotCheckedGroup } from '../not-checked.ts';
import { printableReport } from '../printable-report.ts';
import type { Report } from '../report.ts';
import { troubleLines } from '../reported-trouble.ts';
import { asProse, code } from './markdown-text.ts';

const mostFindings = 10;
const mostRules = 5;
const mostSteps = 8;
const mostLeftovers = 10;
const mostReasons = 8;

/** A short Markdown text for a pull request; all that a target or a config had a hand in stands in code spans. */
export function formatAsMarkdown(told: Report): string {
  const report = printableReport(told);
  const { mark, words } = headlineOf(report);
  const groups = groupFindings(report);
  const shown = groups.slice(0, mostFindings);
  const hidden = groups.length - shown.length;
  const lines = [
    `## ${mark} ${words}`,
    '',
    tally(report),
    '',
    ...shown.flatMap((group) => describe(group, isCounted(report, group.main))),
    ...(hidden > 0 ? [`- and ${counted(hidden, 'finding')} more in the full report`] : []),
    ...(shown.length > 0 ? [''] : []),
    ...(report.comparison === undefined ? [] : [comparisonAsMarkdown(report.comparison)]),
    ...waivers(report),
    ...troubles(report),
    ...moving(report),
    ...leftBehind(report),
    ...notChecked(report),
    `${code(report.target.name)}${seedInWords(report)}, ${counted(report.summary.requests, 'request')} in ${(report.summary.durationMs / 1000).toFixed(1)} s`,
    '',
  ];
  return lines.join('\n');
}

function tally(report: Report): string {
  const { summary } = report;
  const { bound, passed, failed, waived, inconclusive, notObserved, leftOut } = summary.rules;
  const accepted = waived > 0 ? `${waived} violated but waived, ` : '';
  const open = inconclusive > 0 ? `${inconclusive} inconclusive, ` : '';
  const early = earlyEnd(report);
  const stopped = early === undefined ? '' : ` **${early}**`;
  return `Of ${counted(bound, 'rule')} that bind this deployment: **${passed} verified, ${failed} violated**, ${accepted}${open}${notObserved} not observed; ${leftOut} left out of this run.${stopped}`;
}

function troubles({ trouble }: Report): string[] {
  if (trouble === undefined) return [];
  return ['Trouble on the way:', '', ...troubleLines(trouble).map((line) => `- ${code(line)}`), ''];
}

function describe({ main, others, doneBy }: MistakeGroup, counts: boolean): string[] {
  const { rule, page, expected, observed, replay, seen, steps } = main;
  const name = page === undefined ? code(rule) : `[${code(rule)}](${page})`;
  const places = otherPlaces(main).length + others.reduce((sum, one) => sum + one.places.length, 0);
  const rules = [...new Set(others.map((one) => one.rule))].filter((one) => one !== rule);
  return [
    `- **${name}** (${asProse(sourceOf(main))}${counts ? '' : ', not counted'}; seen ${times(seen)}): ${asProse(groundsOf(main).join(' '))}`,
    `  - expected ${code(expected)}`,
    `  - observed ${code(observed)}`,
    ...(doneBy === undefined ? [] : [`  - ${code(describeCausingWrite(doneBy))}`]),
    ...(places > 0 ? [`  - the same mistake at ${counted(places, 'other place')}${alsoRules(rules)}`] : []),
    ...shownBy(steps),
    `  - again ${code(replay)}`,
  ];
}

/** One step says no more than what was observed. */
function shownBy(steps: readonly string[]): string[] {
  if (steps.length < 2 || steps.length > mostSteps) return [];
  const lines = steps.map((step) => step.replace(/^\d+\. /, ''));
  return ['  - shown by', ...lines.map((step, index) => `    ${index + 1}. ${code(step)}`)];
}

function alsoRules(rules: readonly string[]): string {
  if (rules.length === 0) return '';
  const shown = rules.slice(0, mostRules).map(code).join(', ');
  return rules.length > mostRules ? `: ${shown} and ${rules.length - mostRules} more rules` : `: ${shown}`;
}

function waivers(report: Report): string[] {
  if (report.waivers.length === 0) return [];
  const lines = report.waivers.map((waiver) => `- ${code(describeWaiver(waiver))}`);
  return [`**${counted(report.waivers.length, 'waiver')}**`, '', ...lines, ''];
}

function leftBehind(report: Report): string[] {
  const { cleanUp } = report;
  const { length } = cleanUp.leftovers;
  if (length === 0) return [];
  const shown = cleanUp.leftovers.slice(0, mostLeftovers);
  const lines = shown.map((one) => `- ${code(`${one.family} ${one.id}: ${describeLeftover(one)}`)}`);
  const rest = length > mostLeftovers ? [`- and ${length - mostLeftovers} more in the full report`] : [];
  const remedy = remedyOf(report);
  return [
    `**Left behind on the target: ${counted(length, 'thing')}**`,
    '',
    ...lines,
    ...rest,
    '',
    ...(remedy === undefined ? [] : [remedy, '']),
  ];
}

function moving(report: Report): string[] {
  const lines = movingLines(report).map((line) => `- ${code(line)}`);
  return lines.length === 0 ? [] : [`**${movingTitle}**`, '', ...lines, ''];
}

function notChecked(report: Report): string[] {
  const groups = groupNotChecked(report);
  if (groups.length === 0) return [];
  const total = groups.reduce((sum, { rules }) => sum + rules.length, 0);
  const shown = groups.slice(0, mostReasons);
  const hidden = groups.slice(mostReasons).reduce((sum, { rules }) => sum + rules.length, 0);
  const rest =
    hidden === 0 ? [] : [`- ${counted(hidden, 'rule')} for other reasons, which the full report gives`];
  const summary = `<details><summary>Not checked: ${counted(total, 'rule')}, and why</summary>`;
  return [summary, '', ...shown.map((group) => reason(group)), ...rest, '', '</details>', ''];
}

function reason({ kind, why, rules }: NotCheckedGroup): string {
  return `- ${counted(rules.length, 'rule')} ${kind.replace('-', ' ')}: ${code(why)}`;
}
