import { printableText } from '../printable.ts';
import { wireLines } from '../wire-lines.ts';
import type { ReplayReport } from './replay-report.ts';

/** A replay for people: what became of the finding, its steps, and what went over the wire. */
export function replayForTerminal({ sentence, finding, exchanges, cleanUp }: ReplayReport): string {
  const found =
    finding === undefined
      ? []
      : [
          ...finding.steps.map((step) => `  ${step}`),
          `  expected  ${finding.expected}`,
          `  observed  ${finding.observed}`,
        ];
  const wire = exchanges.length === 0 ? [] : ['  On the wire', ...wireLines(exchanges)];
  const left = cleanUp.leftovers.map(({ family, id, why }) => `  left behind: ${family} ${id} (${why})`);
  return printableText([sentence, ...found, ...wire, ...left].join('\n'));
}
