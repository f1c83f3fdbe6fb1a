import { printableText } from './printable.ts';
import { type Report, reportSchema } from './report.ts';

/**
 * The same report in printable characters. Line feeds stay in the fields that are named, and are written `\n` elsewhere,
 * so that what a target answers can't add lines of its own.
 */
export function printableReport(report: Report, fieldsWithLines: readonly string[] = []): Report {
  const print = (key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const text = printableText(value);
    return fieldsWithLines.includes(key) ? text : text.replaceAll('\n', '\\n');
  };
  return reportSchema.parse(JSON.parse(JSON.stringify(report), print));
}
