import { printableText } from '../printable.ts';
import { wireLines } from '../wire-lines.ts';
import { wrap, wrapEvidence } from '../wrap.ts';
import type { ReplayReport } from './replay-report.ts';

/** A replay for people: what became of the finding, its steps, and what went over the wire. */
export function replayForTerminal({ sentence, finding, exchanges, cleanUp }: ReplayReport): string {
  const found =
    finding === undefined
      ? []
      : [
          ...finding.steps.flatMap((step) => wrapEvidence(`  ${step}`, '     ')),
          ...wrapEvidence(`  expected  ${finding.expected}`, valueHang),
          ...wrapEvidence(`  observed  ${finding.observed}`, valueHang),
        ];
  const wire = exchanges.length === 0 ? [] : ['  On the wire', ...wireLines(exchanges)];
  const left = cleanUp.leftovers.flatMap(({ family, id, why }) =>
    wrapEvidence(`  left behind: ${family} ${id} (${why})`, '    '),
  );
  return printableText([...found, ...wire, ...left, ...wrap(sentence)].join('\n'));
}

const valueHang = ' '.repeat('  expected  '.length);
