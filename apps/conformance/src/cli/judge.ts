import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../deployment/errors.ts';
import { contractCheck } from '../pact/contract-report.ts';
import { estimateRequests } from '../plan/estimate-requests.ts';
import type { Plan } from '../plan/plan.ts';
import { type KeptResults, readResults } from '../results/read-results.ts';
import { judgeRecording } from '../runner/judge-recording.ts';
import { loadSpec } from '../spec/load-spec.ts';
import { type Basis, idsOfBases, usualBases } from '../spec/spec.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { tellCut } from '../verdicts/why-cut.ts';
import { judgeTraffic } from './judge-traffic.ts';
import type { Values } from './options/option-table.ts';
import { parseOptions } from './options/parse-options.ts';
import { parseFolder } from './options/parse-places.ts';
import { toBases } from './run-settings.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** Not all was driven. */
const cutExitCode = 3;

/**
 * `agent-conformance judge RESULTS`: judges a recording again, without a request, and says whether it agrees with what
 * the run said at its end. What is broken counts as in that run, or as `--fail-on` says. Of a run that was cut, it judges
 * what was recorded. With `--har` or `--exchanges`, what others sent.
 */
export async function judgeCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  if (args[0]?.startsWith('-')) {
    const traffic = parseOptions('judge', args);
    if (traffic.har !== undefined || traffic.exchanges !== undefined) return judgeTraffic(traffic, terminal);
  }
  const { folder, values } = parseFolder('judge', args);
  requireFolderAlone(values);
  const named = toBases(values['fail-on']);
  const kept = await readResults(folder);
  if (kept.plan.rules.some(({ checks }) => checks?.includes(contractCheck)))
    throw new UsageError(`${folder} holds verified contracts: only pact verify can judge them.`);
  const { operations } = await loadSpec();
  // The traffic of others has no last control that it would need.
  const isCut = kept.verdicts === undefined && kept.plan.source !== 'traffic';
  const judged = await judgeRecording({ ...kept, isCut }, operations);
  const verdicts = isCut ? await tellKilled(judged, kept) : judged;
  const broken = brokenIn(verdicts, kept.plan, named ?? kept.plan.failOn ?? usualBases);
  if (isCut) terminal.progress(`${whyCut(folder)}\n`);
  if (values.json) terminal.out(`${JSON.stringify(verdicts, null, 2)}\n`);
  else terminal.out(`${describe(verdicts, kept.verdicts, broken)}\n`);
  if (broken.counted.length > 0) return 1;
  return isCut ? cutExitCode : 0;
}

/** What was not seen by a run that was killed may have been to come. */
async function tellKilled(verdicts: readonly Verdict[], kept: KeptResults): Promise<readonly Verdict[]> {
  const sent = new Set<string>();
  let requests = 0;
  for await (const { operation } of kept.exchanges()) {
    requests += 1;
    sent.add(operation);
  }
  const planned = estimateRequests(kept.plan);
  const cut = { by: 'killed', requests, planned, isSent: (id: string) => sent.has(id) } as const;
  const operationsOf = (rule: string) => kept.plan.rules.find(({ id }) => id === rule)?.operations ?? [];
  return verdicts.map((verdict) => tellCut(verdict, operationsOf(verdict.rule), cut));
}

/** A recording knows its target; only the traffic of others has to be told. */
function requireFolderAlone({ json: _, 'fail-on': __, ...others }: Values<'judge'>): void {
  const [name] = Object.entries(others).flatMap(([option, value]) =>
    value === undefined || value === false ? [] : [option],
  );
  if (name === undefined) return;
  throw new UsageError(
    `--${name} is for judge --har FILE and judge --exchanges FILE; a results folder needs none.`,
  );
}

function whyCut(folder: string): string {
  return `The run that wrote ${folder} was cut before its end. What it recorded up to its last control is judged: what came after may have its reason in a request that was never recorded.`;
}

/** The broken rules, by whether their basis is one that counts. */
interface Broken {
  readonly counted: readonly string[];
  readonly notCounted: readonly string[];
  readonly failOn: readonly Basis[];
}

function brokenIn(verdicts: readonly Verdict[], { rules }: Plan, failOn: readonly Basis[]): Broken {
  const failing = idsOfBases(rules, failOn);
  const broken = verdicts.filter(({ verdict }) => verdict === 'failed').map(({ rule }) => rule);
  return {
    counted: broken.filter((rule) => failing.has(rule)),
    notCounted: broken.filter((rule) => !failing.has(rule)),
    failOn,
  };
}

/** Such as: broken (not counted by --fail-on stated,implied: declared.body). */
function inWords({ notCounted, failOn }: Broken): string {
  return notCounted.length === 0
    ? 'broken'
    : `broken (not counted by --fail-on ${failOn.join(',')}: ${notCounted.join(', ')})`;
}

function describe(now: readonly Verdict[], then: readonly Verdict[] | undefined, broken: Broken): string {
  const failed = broken.counted.length + broken.notCounted.length;
  const passed = now.filter(({ verdict }) => verdict === 'passed').length;
  if (then === undefined)
    return `${now.length} rules, ${passed} of them passed, ${failed} ${inWords(broken)}.`;
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
  return `${now.length} rules judged again, ${failed} of them ${inWords(broken)}. ${agreement}`;
}

/** As JSON has it: what is undefined here was never written. */
function isSame(now: Verdict, then: Verdict | undefined): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(now)), then);
}
