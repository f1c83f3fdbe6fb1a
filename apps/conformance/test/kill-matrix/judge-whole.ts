import type { Spec } from '../../src/spec/spec.ts';
import { whyAlso } from '../mutants/also-breaks.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { judgeStyle } from '../styles/judge-style.ts';
import { plain, toOriginal } from './plain-deployment.ts';

export interface JudgedWhole {
  readonly isFound: boolean;
  /** Rules that were found broken besides, and must be: each with the reason. */
  readonly explained: readonly { readonly rule: string; readonly why: string }[];
  /** Rules that were found broken though the mutant has nothing to do with them. */
  readonly wronglyFound: readonly string[];
}

/** Judges a mutant of the User API by every rule there is. */
export async function judgeWhole(mutant: Mutant, { rules }: Spec): Promise<JudgedWhole> {
  const args = ['--scenarios', '0', '--seed', '1', '--shrink-time', '0', '--consistency-window', '0'];
  const report = await judgeStyle(plain, {
    withDocument: true,
    args,
    wrap: (deployment) => mutant.wrap(toOriginal(deployment)),
  });
  const failed = report.rules.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  const broken = rules.find(({ id }) => id === mutant.rule);
  // What breaks the contract mostly breaks the deployment's own document as well.
  const others = rules.filter(
    ({ id, basis }) => failed.includes(id) && id !== mutant.rule && basis !== 'declared',
  );
  const judged = others.map((other) => ({
    rule: other.id,
    why: broken && whyAlso(broken, other, mutant.check ?? ''),
  }));
  return {
    isFound: failed.includes(mutant.rule),
    explained: judged.flatMap(({ rule, why }) => (why === undefined ? [] : [{ rule, why }])),
    wronglyFound: judged.filter(({ why }) => why === undefined).map(({ rule }) => rule),
  };
}
