import { styleText } from 'node:util';
import { headlineOf } from '../report/headline.ts';
import { printableText } from '../report/printable.ts';
import type { Report } from '../report/report.ts';
import { say } from '../report/sentences/say.ts';
import { nameOf } from './contract.ts';
import type { InteractionOutcome } from './outcome.ts';

const words = {
  passed: ['✓', 'verified', 'green'],
  failed: ['✗', 'broken', 'red'],
  inconclusive: ['?', 'inconclusive', 'yellow'],
  'not-observed': ['–', 'not verified', 'yellow'],
} as const;

/** Every interaction with what became of it, how long it took, and why it is not verified; the verdict last. */
export function formatOutcomes(
  outcomes: readonly InteractionOutcome[],
  report: Report,
  colour: boolean,
): string {
  const paint = (style: 'green' | 'red' | 'yellow' | 'bold' | 'dim', text: string): string =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const rows = outcomes.map(({ consumer, provider, description, verdict, durationMs, reason, problem }) => {
    const [mark, word, tone] = words[verdict];
    const time = `${durationMs} ms`.padStart(8);
    const said = problem && say(problem);
    const why = said === undefined ? reason : `expected ${said.expected}; observed ${said.observed}`;
    const row = `${paint(tone, `${mark} ${word.padEnd(12)}`)} ${time}  ${shown(nameOf(consumer))} → ${provider.padEnd(11)}  ${shown(description)}`;
    return why === undefined ? row : `${row}\n${' '.repeat(25)}${shown(why)}`;
  });
  const { summary, target } = report;
  const tone = summary.exitCode === 0 ? 'green' : summary.exitCode === 1 ? 'red' : 'yellow';
  return [
    ...rows,
    '',
    `${paint(tone, paint('bold', headlineOf(report).words.toUpperCase()))}  ${summary.sentence}`,
    paint(
      'dim',
      `${shown(target.name)} · ${summary.requests} requests in ${(summary.durationMs / 1000).toFixed(1)} s`,
    ),
    ...report.findings.map(({ replay }) => shown(`again: ${replay}`)),
    '',
  ].join('\n');
}

/** In one line: what a contract or a target says adds no lines of its own. */
function shown(text: string): string {
  return printableText(text).replaceAll('\n', '\\n');
}
