import type { Report } from '../../src/report/report.ts';
import { judgeByConfig } from '../helpers/judge-target.ts';
import { listen } from '../helpers/listen.ts';
import type { Reference } from '../helpers/reference.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { judgeStyle } from '../styles/judge-style.ts';
import { plain, toOriginal } from './plain-deployment.ts';

export interface Judged {
  /** The rules that the mutant was found to break. */
  readonly failed: readonly string[];
  readonly requests: number;
}

/** In memory, which is quick; where it isn't found there, on the reference deployment. */
export async function judgeMutant(
  mutant: Mutant,
  rules: readonly string[],
  reference: () => Promise<Reference>,
): Promise<Judged> {
  const judged = await judgeInMemory(mutant, rules);
  const isFound = judged.failed.includes(mutant.rule);
  return isFound ? judged : judgeOnReference(mutant, rules, await reference());
}

/** The CLI against one mutant of a fresh deployment in memory. */
export async function judgeInMemory(mutant: Mutant, rules: readonly string[]): Promise<Judged> {
  const report = await judgeStyle(plain, {
    withDocument: true,
    args: argsFor(mutant, rules),
    wrap: (deployment) => mutant.wrap(toOriginal(deployment)),
  });
  return judgedIn(report);
}

/** The CLI against one mutant of the reference deployment: some conditions come about there alone. */
export async function judgeOnReference(
  mutant: Mutant,
  rules: readonly string[],
  reference: Reference,
): Promise<Judged> {
  const target = await listen(mutant.wrap(reference));
  const { report } = await judgeByConfig(reference.config(target.url), argsFor(mutant, rules));
  await target.close();
  return judgedIn(report);
}

function argsFor({ operations }: Mutant, rules: readonly string[]): readonly string[] {
  return [...quick, '--rules', rules.join(','), ...(operations ? ['--operations', operations] : [])];
}

function judgedIn({ rules, summary }: Report): Judged {
  const failed = rules.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  return { failed, requests: summary.requests };
}

const quick =
  '--fail-on stated,implied,declared --scenarios 0 --seed 1 --shrink-time 0 --consistency-window 0'.split(
    ' ',
  );
