import { digestFile } from '../attestation/digests.ts';
import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { startEmbedded } from '../deployment/start-embedded.ts';
import { type Selection, unknownNames } from '../plan/selection.ts';
import { readReportAt, reportPathAt } from '../results/read-results.ts';
import { openResults } from '../results/write-results.ts';
import { loadSpec } from '../spec/load-spec.ts';
import type { Spec } from '../spec/spec.ts';
import { readWaivers } from '../waivers/read-waivers.ts';
import { parseOptions } from './options/parse-options.ts';
import type { Baseline } from './run-against.ts';
import { toSettings } from './run-settings.ts';
import { toTargetOptions } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** `agent-conformance run`: judges a deployment and reports; gives the exit code. */
export async function runCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('run', args);
  const settings = toSettings(values);
  const spec = await loadSpec();
  requireKnownNames(spec, settings.selection);
  const baseline = values.baseline === undefined ? undefined : await readBaseline(values.baseline);
  const waivers = values.waivers === undefined ? [] : await readWaivers(values.waivers);
  const results = values.results === undefined ? undefined : await openResults(values.results);
  const starting = findDeployment(toTargetOptions(values), terminal.environment, () =>
    startEmbedded({ controlled: true }),
  );
  // What judges is most of the program: it is loaded while the embedded deployment starts.
  const [target, { runAgainst }] = await Promise.all([starting, import('./run-against.ts')]);
  try {
    return await runAgainst(target, { values, settings, spec, baseline, waivers, results }, terminal);
  } finally {
    await target.stop();
  }
}

async function readBaseline(place: string): Promise<Baseline> {
  return { report: await readReportAt(place), sha256: await digestFile(await reportPathAt(place)) };
}

function requireKnownNames(spec: Spec, selection: Selection): void {
  const [unknown] = unknownNames(spec, selection);
  if (unknown === undefined) return;
  const { option, name, known } = unknown;
  const what = { rules: 'rule', operations: 'operation', tags: 'family of operations' }[option];
  const where = option === 'tags' ? ` There are ${known.join(', ')}.` : ' See agent-conformance list.';
  throw new UsageError(`--${option}: no ${what} is called ${name}.${didYouMean(name, known)}${where}`);
}
