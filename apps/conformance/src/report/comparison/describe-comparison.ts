import { code } from '../formats/markdown-text.ts';
import { counted } from '../headline.ts';
import { wrap, wrapEvidence } from '../wrap.ts';
import type { ComparedFinding, ComparedRule, Comparison } from './comparison.ts';

const mostLines = 20;

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Such as: 1 new finding, 2 fixed, 3 still broken since the run of 2026-11-21T02:17:00Z. */
export function comparisonInShort({ before, after, ...comparison }: Comparison): string {
  const counts = comparison.new.filter(({ counts }) => counts).length;
  const others = comparison.new.length - counts;
  return [
    `${counted(counts, 'new finding')}${others > 0 ? ` (and ${others} not counted)` : ''}`,
    `${comparison.fixed.length} fixed`,
    `${comparison.stillBroken.length} still broken`,
    ...(comparison.notJudged.length > 0
      ? [`${comparison.notJudged.length} not ${after.shard === undefined ? 'judged' : 'seen'} again`]
      : []),
    ...(comparison.noLongerJudged.length > 0
      ? [`${counted(comparison.noLongerJudged.length, 'rule')} no longer judged`]
      : []),
    ...(comparison.slower.length > 0 ? [`${counted(comparison.slower.length, 'operation')} slower`] : []),
  ]
    .join(', ')
    .concat(`, since the run of ${before.startedAt}`)
    .concat(after.shard === undefined ? '' : `, in part ${after.shard.at} of ${after.shard.of}`);
}

/** What changed, for a terminal: what is new first, and the sum last. */
export function comparisonForTerminal(comparison: Comparison): string {
  const lines = sectionsOf(comparison).flatMap(({ title, lines: some }) => [
    '',
    `${title}:`,
    ...some.flatMap((line) => wrapEvidence(`  ${line}`, '    ')),
  ]);
  return [...lines, '', ...wrap(`${comparisonInShort(comparison)}.`), ''].join('\n').trimStart();
}

/** The same for a pull request; what a target had a hand in stands in code spans. */
export function comparisonAsMarkdown(comparison: Comparison): string {
  const lines = sectionsOf(comparison).flatMap(({ title, lines: some }) => [
    '',
    `**${title}**`,
    '',
    ...some.map((line) => `- ${code(line)}`),
  ]);
  return [`${comparisonInShort(comparison)}.`, ...lines, ''].join('\n');
}

/** What changed, section by section, the most urgent first; empty ones are left out. */
export function sectionsOf(comparison: Comparison): readonly Section[] {
  const { before, after, differs } = comparison;
  const differences = differs.map((what) => `${what}: ${before[what]}, now ${after[what]}`);
  const sections: Section[] = [
    { title: 'Not the same in both runs', lines: differences },
    { title: 'New', lines: comparison.new.map(describeFinding) },
    { title: 'Fixed', lines: comparison.fixed.map(describeFinding) },
    { title: 'Still broken', lines: comparison.stillBroken.map(describeFinding) },
    {
      title:
        after.shard === undefined ? 'Broken before, not judged now' : 'Broken before, not seen in this part',
      lines: comparison.notJudged.map(describeFinding),
    },
    { title: 'No longer judged', lines: comparison.noLongerJudged.map(describeRule) },
    { title: 'Newly judged', lines: comparison.newlyJudged.map(describeRule) },
    {
      title: 'Slower to the first byte (median)',
      lines: comparison.slower.map(
        ({ operation, beforeMs, afterMs }) =>
          `${operation}: ${Math.round(beforeMs)} ms, now ${Math.round(afterMs)} ms`,
      ),
    },
  ];
  return sections.filter(({ lines }) => lines.length > 0).map(shortened);
}

function shortened({ title, lines }: Section): Section {
  const hidden = lines.length - mostLines;
  if (hidden <= 0) return { title, lines };
  return { title, lines: [...lines.slice(0, mostLines), `and ${hidden} more, which --json lists`] };
}

function describeFinding({ rule, basis, summary, counts }: ComparedFinding): string {
  return `${rule} (${basis}${counts ? '' : ', not counted'}): ${summary}`;
}

function describeRule({ id, basis, reason }: ComparedRule): string {
  return `${id} (${basis})${reason === undefined ? '' : `: ${reason}`}`;
}
