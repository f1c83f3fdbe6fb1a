import { UsageError } from '../deployment/errors.ts';
import { compareReports } from '../report/comparison/compare-reports.ts';
import type { Comparison } from '../report/comparison/comparison.ts';
import { comparisonAsMarkdown, comparisonForTerminal } from '../report/comparison/describe-comparison.ts';
import { printableReport } from '../report/printable-report.ts';
import { readReportAt } from '../results/read-results.ts';
import { parsePlaces } from './options/parse-places.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance compare OLD NEW`: what changed between two runs; exit code 1 where something new is broken. */
export async function compareCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const { places, values } = parsePlaces('compare', args);
  const [older, newer] = places;
  if (older === undefined || newer === undefined || places.length > 2)
    throw new UsageError(
      'compare needs two runs, the earlier one first: agent-conformance compare OLD NEW. Each is a results folder or a report.json.',
    );
  const before = await readReportAt(older);
  const after = await readReportAt(newer);
  const comparison = compareReports(printableReport(before), printableReport(after));
  terminal.out(
    values.json ? `${JSON.stringify(comparison, null, 2)}\n` : inFormat(comparison, values.format),
  );
  return comparison.exitCode;
}

function inFormat(comparison: Comparison, format: string): string {
  if (format === 'terminal') return comparisonForTerminal(comparison);
  if (format === 'markdown') return comparisonAsMarkdown(comparison);
  throw new UsageError(`compare has no format ${format}. There are terminal and markdown.`);
}
