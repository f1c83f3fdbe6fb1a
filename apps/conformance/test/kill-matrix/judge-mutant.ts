import { judgeByConfig, judgeTarget } from '../helpers/judge-target.ts';
import { listen } from '../helpers/listen.ts';
import type { Reference } from '../helpers/reference.ts';
import type { Mutant } from '../mutants/mutant.ts';

export interface Judged {
  /** The rules that the mutant was found to break. */
  readonly failed: readonly string[];
  readonly exitCode: number;
  readonly requests: number;
}

/** The CLI against one mutant of the reference deployment. */
export async function judgeMutant(
  { wrap }: Mutant,
  reference: Reference,
  { args, user }: { readonly args: readonly string[]; readonly user: boolean },
): Promise<Judged> {
  const target = await listen(wrap(reference));
  const { exitCode, report } = user
    ? await judgeByConfig(reference.config(target.url), [...quick, ...args])
    : await judgeTarget(target.url, { apiKey: reference.apiKey }, [...quick, ...args]);
  await target.close();
  const failed = report.rules.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  return { failed, exitCode, requests: report.summary.requests };
}

const quick = [
  '--fail-on',
  'stated,implied,declared',
  '--scenarios',
  '0',
  '--seed',
  '1',
  '--shrink-time',
  '0',
  '--consistency-window',
  '0',
];
