import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../deployment/errors.ts';
import { contractCheck } from '../pact/contract-report.ts';
import { readResults } from '../report/read-results.ts';
import { recordedChapters } from '../runner/recorded-chapters.ts';
import { loadSpec } from '../spec/load-spec.ts';
import { createChapterJudge } from '../verdicts/judge-chapters.ts';
import { backgroundOf } from '../verdicts/to-recording.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { parseOptions } from './parse-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance judge RESULTS`: judges a recording again, without a request, and says whether it agrees. */
export async function judgeCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const [folder, ...rest] = args;
  if (folder === undefined || folder.startsWith('-')) throw new UsageError('judge needs a results folder.');
  const { json } = parseOptions('judge', rest, { json: { type: 'boolean', default: false } });
  const kept = await readResults(folder);
  if (kept.plan.rules.some(({ checks }) => checks?.includes(contractCheck)))
    throw new UsageError(`${folder} holds verified contracts: only pact verify can judge them.`);
  const { operations } = await loadSpec();
  const judge = createChapterJudge(kept.plan.rules, backgroundOf(kept.plan, operations));
  for await (const chapter of recordedChapters(kept.exchanges, kept.plan)) judge.close(chapter);
  const verdicts = judge.verdicts();
  if (json) terminal.out(`${JSON.stringify(verdicts, null, 2)}\n`);
  else terminal.out(`${describe(verdicts, kept.verdicts)}\n`);
  return verdicts.some(({ verdict }) => verdict === 'failed') ? 1 : 0;
}

function describe(now: readonly Verdict[], then: readonly Verdict[]): string {
  const failed = now.filter(({ verdict }) => verdict === 'failed').length;
  const changed = now.filter(
    (verdict) =>
      !isSame(
        verdict,
        then.find(({ rule }) => rule === verdict.rule),
      ),
  );
  const agreement =
    changed.length === 0
      ? 'All verdicts are as they were.'
      : changed.map(({ rule, verdict }) => `Changed: ${rule} is now ${verdict}.`).join('\n');
  return `${now.length} rules judged again, ${failed} of them broken. ${agreement}`;
}

/** As JSON has it: what is undefined here was never written. */
function isSame(now: Verdict, then: Verdict | undefined): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(now)), then);
}
