import { styleText } from 'node:util';
import { earlyEnd, headlines, times } from './headline.ts';
import { printableReport } from './printable.ts';
import type { Report, ReportedFinding } from './report.ts';

type Paint = (style: 'bold' | 'red' | 'green' | 'yellow' | 'dim', text: string) => string;

/** The report for people: verdict first, then findings; nothing that a target answered can act on the terminal. */
export function formatForTerminal(told: Report, colour: boolean): string {
  const report = printableReport(told, ['curl']);
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const { summary } = report;
  const tone = summary.exitCode === 0 ? 'green' : summary.exitCode === 1 ? 'red' : 'yellow';
  const lines = [
    '',
    `${paint(tone, paint('bold', headlines[summary.verdict].words.toUpperCase()))}  ${summary.sentence}`,
    paint('dim', facts(report)),
    ...report.findings.flatMap((finding, index) => ['', ...formatFinding(finding, index + 1, paint)]),
    ...inconclusive(report),
    '',
  ];
  return lines.join('\n');
}

function facts({ summary, seed, target }: Report): string {
  const seconds = (summary.durationMs / 1000).toFixed(1);
  const left = `${summary.rules.leftOut} rules were left out of this run`;
  const open = `${summary.silences} sentences leave something open, where any behaviour conforms`;
  const early = earlyEnd(summary);
  const stopped = early === undefined ? '' : `\n${early}`;
  return `${target.name} · seed ${seed} · ${summary.requests} requests in ${seconds} s\n${left}; ${open}.${stopped}`;
}

function formatFinding(finding: ReportedFinding, number: number, paint: Paint): string[] {
  return [
    `${paint('red', `✗ ${number}. ${finding.rule}`)}  (section ${finding.section}, line ${finding.line}; seen ${times(finding.seen)})`,
    `  “${finding.sentence}”`,
    `  expected  ${finding.expected}`,
    `  observed  ${finding.observed}`,
    `  smallest scenario${finding.shrunk ? '' : ' (as driven; it did not break again alone)'}`,
    ...finding.steps.map((step) => `    ${step}`),
    '  what was answered',
    ...finding.exchanges.flatMap((exchange) => [
      `    step ${exchange.step}: ${exchange.request}`,
      paint('dim', `      ${exchange.response}`),
    ]),
    '  with curl (put the credential into the variable that it names)',
    ...finding.curl.split('\n').map((line) => `    ${line}`),
    `  again     ${finding.replay}`,
  ];
}

function inconclusive({ rules }: Report): string[] {
  const open = rules.filter(({ verdict }) => verdict === 'inconclusive');
  if (open.length === 0) return [];
  return ['', 'Inconclusive:', ...open.map(({ id, reason }) => `  ${id}: ${reason}`)];
}
