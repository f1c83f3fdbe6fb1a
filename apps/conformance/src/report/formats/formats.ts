import type { Exchange } from '../../exchanges/exchange.ts';
import type { Report } from '../report.ts';
import { formatForTerminal } from '../terminal.ts';
import { formatAsHar } from './har.ts';
import { formatAsHtml } from './html/page.ts';
import { formatAsJunit } from './junit.ts';
import { formatAsMarkdown } from './markdown.ts';
import { formatAsSarif } from './sarif.ts';

/** What a results folder holds for reports. */
export interface Reported {
  readonly report: Report;
  /** The recording, line by line; reading it throws a UsageError when it is missing or damaged. */
  readonly exchanges: () => AsyncIterable<Exchange>;
}

export type FormatName = 'html' | 'junit' | 'sarif' | 'har' | 'markdown' | 'terminal';

export interface Format {
  /** Its name in a results folder; a format without one is not kept there. */
  readonly file?: string;
  /** The document, in one piece or in many. */
  readonly write: (results: Reported, colour: boolean) => AsyncIterable<string>;
}

/** Every form of report that is made from `report.json`; HAR takes the recording as well. */
export const formats: Readonly<Record<FormatName, Format>> = {
  html: { file: 'report.html', write: inOnePiece(formatAsHtml) },
  junit: { file: 'report.junit.xml', write: inOnePiece(formatAsJunit) },
  sarif: { file: 'report.sarif', write: inOnePiece(formatAsSarif) },
  har: { file: 'exchanges.har', write: ({ report, exchanges }) => formatAsHar(report, exchanges()) },
  markdown: { file: 'summary.md', write: inOnePiece(formatAsMarkdown) },
  terminal: { write: inOnePiece(formatForTerminal) },
};

function inOnePiece(
  format: (report: Reported['report'], colour: boolean) => string | Promise<string>,
): Format['write'] {
  return async function* ({ report }, colour) {
    yield await format(report, colour);
  };
}
