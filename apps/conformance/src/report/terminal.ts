import { styleText } from 'node:util';
import { caseTitle } from './case-title.ts';
import { comparisonForTerminal } from './comparison/describe-comparison.ts';
import { groundsOf, isCounted, sourceOf } from './grounds.ts';
import {
  type CausingWrite,
  describeCausingWrite,
  describeLeftover,
  describeWaiver,
  groupFindings,
  isWrongWaiver,
  type MistakeGroup,
  otherPlaces,
  remedyOf,
  templateFor,
} from './group-findings.ts';
import { counted, earlyEnd, headlineOf, times } from './headline.ts';
import { movingLines, movingTitle } from './moving-fields.ts';
import { groupNotChecked, type WhyNotChecked } from './not-checked.ts';
import { statusesSeen } from './operation-coverage.ts';
import { printableReport } from './printable-report.ts';
import type { Report, ReportedFinding, ReportedPlace } from './report.ts';
import { troubleLines } from './reported-trouble.ts';
import { wireLines } from './wire-lines.ts';
import { wrap, wrapCommand, wrapEvidence } from './wrap.ts';

const mostPlaces = 12;
const mostCauses = 3;

type Paint = (style: 'bold' | 'red' | 'green' | 'yellow' | 'dim', text: string) => string;

/** The report for people: findings first, the verdict last, where it doesn't scroll away; nothing that a target answered can act on the terminal. */
export function formatForTerminal(told: Report, colour: boolean): string {
  const report = printableReport(told, ['curl']);
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const { summary } = report;
  const tone = summary.exitCode === 0 ? 'green' : summary.exitCode === 1 ? 'red' : 'yellow';
  const lines = [
    ...groupFindings(report).flatMap((group, index) => [
      '',
      ...formatGroup(group, { number: index + 1, paint, isCounted: isCounted(report, group.main) }),
    ]),
    ...comparison(report),
    ...open(report, 'inconclusive', 'Inconclusive'),
    ...open(report, 'not-observed', 'Not observed'),
    ...troubles(report),
    ...moving(report),
    ...leftBehind(report),
    ...waivers(report, paint),
    ...template(report),
    '',
    ...facts(report).flatMap((line) => wrap(line).map((one) => paint('dim', one))),
    '',
    ...wrap(`${paint(tone, paint('bold', headlineOf(report).words.toUpperCase()))}  ${summary.sentence}`),
    '',
  ];
  return lines.join('\n');
}

function facts(report: Report): string[] {
  const { summary, seed, target } = report;
  const seconds = (summary.durationMs / 1000).toFixed(1);
  const left = `${counted(summary.rules.leftOut, 'rule')} left out of this run`;
  const { unspecified } = summary;
  const open = `${counted(unspecified, 'sentence')} ${unspecified === 1 ? 'leaves' : 'leave'} something open, where any behavior conforms`;
  const early = earlyEnd(report);
  return [
    `Target ${target.name}${seed === undefined ? '' : ` · seed ${seed}`} · ${counted(summary.requests, 'request')} in ${seconds} s`,
    `${left}; ${open}.`,
    statuses(report),
    ...(early === undefined ? [] : [early]),
  ];
}

interface Look {
  readonly number: number;
  readonly paint: Paint;
  /** Whether it fails the run. */
  readonly isCounted: boolean;
}

/** Such as: 293 documented statuses, 291 observed (not: upsertAgent 404, createStudioChat 409). */
function statuses(report: Report): string {
  const { documented, observed, unseen } = statusesSeen(report);
  const named = unseen.slice(0, mostPlaces).map(({ operation, status }) => `${operation} ${status}`);
  const more = unseen.length - named.length;
  const others = more > 0 ? ` and ${more} more` : '';
  const which = unseen.length === 0 ? '' : ` (not: ${named.join(', ')}${others})`;
  return `${counted(documented, 'documented status', 'documented statuses')}, ${observed} observed${which}.`;
}

function formatGroup({ main, others, doneBy }: MistakeGroup, look: Look): string[] {
  const places = [
    ...otherPlaces(main).map((place) => describePlace(main.rule, place)),
    ...others.flatMap(({ rule, places }) => places.map((place) => describePlace(rule, place))),
  ];
  if (places.length === 0) return formatFinding(main, doneBy, look);
  const shown = places.slice(0, mostPlaces);
  const hidden = places.length - shown.length;
  return [
    ...formatFinding(main, doneBy, look),
    ...wrap(
      `  the same mistake (${causesIn([main, ...others])}) at ${counted(places.length, 'other place')}`,
    ),
    ...shown.flatMap((place) => wrapEvidence(`    ${place}`, ' '.repeat(6))),
    ...(hidden > 0 ? [`    and ${hidden} more in the other forms of the report`] : []),
  ];
}

/** Such as: causes run.a:status-500, run.b:status-404 and 2 more. */
function causesIn(findings: readonly ReportedFinding[]): string {
  const [first, ...more] = new Set(findings.map(({ cause }) => cause));
  if (more.length === 0) return `${first}`;
  const named = [first, ...more.slice(0, mostCauses - 1)].join(', ');
  const hidden = more.length + 1 - mostCauses;
  return `causes ${named}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}

function describePlace(rule: string, { operation, observed, seen }: ReportedPlace): string {
  return `${rule} at ${operation}: ${observed} (seen ${times(seen)})`;
}

/** With those at other places, which are told with numbers of their own. */
function seenInAll(finding: ReportedFinding): string {
  return `seen ${times(finding.seen)}${otherPlaces(finding).length === 0 ? '' : ' in all'}`;
}

function formatFinding(
  finding: ReportedFinding,
  doneBy: CausingWrite | undefined,
  { number, paint, isCounted: counts }: Look,
): string[] {
  const { title, note } = caseTitle(finding);
  return [
    ...wrap(
      `${paint(counts ? 'red' : 'yellow', `${counts ? '✗' : '!'} ${number}. ${finding.rule}`)}  (${sourceOf(finding)}${counts ? '' : ', not counted'}; ${seenInAll(finding)})`,
      '     ',
    ),
    ...groundsOf(finding).flatMap((words) => wrap(`  ${words}`)),
    ...wrapEvidence(`  expected  ${finding.expected}`, valueHang),
    ...wrapEvidence(`  observed  ${finding.observed}`, valueHang),
    ...(doneBy === undefined ? [] : wrapEvidence(`  ${describeCausingWrite(doneBy, 10)}`, valueHang)),
    ...wrap(`  ${title}${note === undefined ? '' : ` (${note})`}`),
    ...finding.steps.flatMap((step) => wrapEvidence(`    ${step}`, stepHang)),
    '  On the wire',
    ...wireLines(finding.exchanges, (text) => paint('dim', text)),
    '  With curl (put the credential into the variable that it names)',
    ...finding.curl.split('\n').map((line) => `    ${line}`),
    ...wrapCommand(`  Again: ${finding.replay}`, '    '),
    // A terminal opens an address that stands on one line.
    ...(finding.page === undefined ? [] : [`  About the rule: ${finding.page}`]),
  ];
}

const valueHang = ' '.repeat('  expected  '.length);
const stepHang = ' '.repeat(7);

function comparison({ comparison: compared }: Report): string[] {
  if (compared === undefined) return [];
  return ['', 'Compared with an earlier run:', comparisonForTerminal(compared).trimEnd()];
}

/** The rules that nothing is said of, by reason. */
function open(report: Report, kind: WhyNotChecked, words: string): string[] {
  const groups = groupNotChecked(report).filter((group) => group.kind === kind);
  if (groups.length === 0) return [];
  return ['', `${words}:`, ...groups.flatMap(({ why, rules }) => wrap(`  ${describeOpen(rules, why)}`))];
}

function describeOpen([first, ...others]: readonly { readonly id: string }[], why: string): string {
  if (others.length === 0) return `${first?.id}: ${why}`;
  return `${others.length + 1} rules, such as ${first?.id}: ${why}`;
}

function troubles({ trouble }: Report): string[] {
  if (trouble === undefined) return [];
  return [
    '',
    'Trouble on the way:',
    ...troubleLines(trouble).flatMap((line) => wrapEvidence(`  ${line}`, '    ')),
  ];
}

function moving(report: Report): string[] {
  const lines = movingLines(report);
  return lines.length === 0 ? [] : ['', `${movingTitle}:`, ...lines.flatMap((line) => wrap(`  ${line}`))];
}

function leftBehind(report: Report): string[] {
  const { cleanUp } = report;
  if (cleanUp.leftovers.length === 0) return [];
  const lines = [...Map.groupBy(cleanUp.leftovers, describeLeftover)].flatMap(([why, things]) =>
    wrapEvidence(`  ${things.map(({ family, id }) => `${family} ${id}`).join(', ')}: ${why}`, '    '),
  );
  const removed = `${counted(cleanUp.removed, 'other thing')} of ours ${cleanUp.removed === 1 ? 'was' : 'were'} removed`;
  const remedy = remedyOf(report);
  return [
    '',
    `Left behind on the target (${removed}):`,
    ...lines,
    ...(remedy === undefined ? [] : wrap(`  ${remedy}`)),
  ];
}

function waivers({ waivers: all }: Report, paint: Paint): string[] {
  if (all.length === 0) return [];
  const lines = all.flatMap((waiver) => {
    const some = wrapEvidence(`  ${describeWaiver(waiver)}`, '    ');
    return isWrongWaiver(waiver) ? some.map((line) => paint('red', line)) : some;
  });
  return ['', 'Waivers:', ...lines];
}

function template(report: Report): string[] {
  const text = templateFor(report);
  if (text === undefined) return [];
  const lines = text.split('\n');
  return [
    '',
    'To accept this for a while, fill in and give as --waivers FILE:',
    ...lines.map((line) => `  ${line}`),
  ];
}
