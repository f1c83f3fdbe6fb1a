import type { Outcome } from './judge-candidate.ts';

/** What was found and what was missed, by basis and by what it takes to show it, as a Markdown table. */
export function tableOf(judged: readonly Outcome[], clean: readonly Outcome[]): string {
  const rows = ['stated', 'implied'].flatMap((basis) => {
    const some = judged.filter(({ fault }) => fault?.basis === basis);
    const kinds = Map.groupBy(some, ({ fault }) => fault?.needs ?? '');
    return [
      ...[...kinds].sort().map(([needs, own]) => rowOf(`${basis}, ${needs}`, own)),
      rowOf(`**${basis}**`, some),
    ];
  });
  const alarms = clean.flatMap(({ findings }) => findings).length;
  return [
    '| faults | in all | found | share |',
    '| ------ | ------ | ----- | ----- |',
    ...rows,
    rowOf('**all**', judged),
    '',
    `${alarms} findings in ${clean.length} runs without a fault.`,
  ].join('\n');
}

function rowOf(name: string, outcomes: readonly Outcome[]): string {
  const found = outcomes.filter(isFound).length;
  const share = outcomes.length === 0 ? '–' : `${Math.round((100 * found) / outcomes.length)} %`;
  return `| ${name} | ${outcomes.length} | ${found} | ${share} |`;
}

/** Exit 3 without a finding has noticed that something is wrong, not what: it counts as missed. */
function isFound({ findings }: Outcome): boolean {
  return findings.length > 0;
}
