import type { Fault } from './faults.ts';
import type { Outcome } from './judge-fault.ts';
import { classes } from './operator.ts';

const bases = ['stated', 'implied'] as const;

/** By class and basis, how many faults were found, as a Markdown table. */
export function tableOf(outcomes: readonly Outcome[], undecidable: readonly Fault[]): string {
  const rows = classes.flatMap((name) => {
    const of = outcomes.filter(({ fault }) => fault.class === name);
    const open = undecidable.filter((fault) => fault.class === name).length;
    return of.length + open === 0 ? [] : [rowOf(name, of, open)];
  });
  return [
    '| class | stated: found | implied: found | missed | never there | undecidable |',
    '| ----- | ------------- | -------------- | ------ | ----------- | ----------- |',
    ...rows,
    rowOf('**all**', outcomes, undecidable.length),
  ].join('\n');
}

function rowOf(name: string, outcomes: readonly Outcome[], open: number): string {
  const there = outcomes.filter((one) => !isNeverThere(one));
  const shares = bases.map((basis) => shareOf(there.filter(({ fault }) => fault.basis === basis)));
  const counts = [there.filter(isMissed).length, outcomes.length - there.length, open];
  return `| ${[name, ...shares, ...counts].join(' | ')} |`;
}

function shareOf(outcomes: readonly Outcome[]): string {
  if (outcomes.length === 0) return '–';
  const found = outcomes.filter((one) => !isMissed(one)).length;
  return `${found} of ${outcomes.length} (${Math.floor((100 * found) / outcomes.length)} %)`;
}

export function isMissed({ causes }: Outcome): boolean {
  return causes.length === 0;
}

/** The deployment never came to where the fault is, such as a refusal that it gives for nothing. */
export function isNeverThere({ causes, isBroughtAbout }: Outcome): boolean {
  return causes.length === 0 && !isBroughtAbout;
}
