import type { Deployment } from '../deployment/deployment.ts';
import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { loadSpec } from '../spec/load-spec.ts';
import type { Spec } from '../spec/spec.ts';
import { searchAddresses } from '../traffic/find-addresses.ts';
import type { Addresses } from '../traffic/find-route.ts';
import type { TrafficWatch } from '../traffic/watch-traffic.ts';
import { readWaivers } from '../waivers/read-waivers.ts';
import type { Values } from './options/option-table.ts';
import { type ReadTraffic, readTrafficFiles } from './read-traffic-files.ts';
import { tellCost, toRedaction } from './redaction-options.ts';
import { reportTraffic } from './report-traffic.ts';
import { toWatchedTarget } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';
import { watchTarget } from './watch-target.ts';

/**
 * `agent-conformance judge --har FILE… --exchanges FILE…`: judges what others sent, as far as it is certain, and reports
 * as `run` does.
 *
 * @throws UsageError for files that can't be read or hold nothing of the platform's
 */
export async function judgeTraffic(values: Values<'judge'>, terminal: TerminalStreams): Promise<number> {
  const redaction = toRedaction(values);
  const spec = await loadSpec();
  const files = () => readTrafficFiles(values);
  const deployment = await targetOf(values, { spec, files, terminal });
  const waivers = values.waivers === undefined ? [] : await readWaivers(values.waivers);
  const watched = await watchTarget({ spec, deployment, folder: values.results, redaction });
  tellCost(watched.plan, terminal);
  for await (const one of files()) {
    if (one.kind === 'captured') watched.watch.saw(one.captured);
    else terminal.progress(`${one.sentence}\n`);
  }
  requireSomething(watched.watch);
  return reportTraffic({ ...watched, waivers, json: values.json, terminal });
}

interface Sources {
  readonly spec: Spec;
  readonly files: () => AsyncIterable<ReadTraffic>;
  readonly terminal: TerminalStreams;
}

/** Without an address in options or config, the traffic itself tells it. */
async function targetOf(values: Values<'judge'>, sources: Sources): Promise<Deployment> {
  const named = toWatchedTarget(values);
  const { environment } = sources.terminal;
  const isNamed =
    named.config !== undefined ||
    (named.agentsUrl ??
      named.baseUrl ??
      environment.AGENT_WORKERS_AGENTS_URL ??
      environment.AGENT_WORKERS_BASE_URL) !== undefined;
  const options = isNamed ? named : { ...named, ...(await inferredFrom(sources)) };
  const { deployment } = await findDeployment(options, environment);
  return deployment;
}

async function inferredFrom({
  spec,
  files,
  terminal,
}: Sources): Promise<Pick<Deployment, 'agentsUrl' | 'baseUrl'>> {
  const search = searchAddresses(spec.operations);
  for await (const one of files()) if (one.kind === 'captured') search.saw(one.captured);
  const found = search.found();
  if (found.user === undefined && found.workers === undefined)
    throw new UsageError(
      'Nothing in the traffic looks like the platform for sure. Name its addresses: --base-url URL for its User API, --agents-url URL for its Workers API.',
    );
  terminal.progress(`${inferredInWords(found)}\n`);
  return { agentsUrl: found.workers, baseUrl: found.user };
}

function inferredInWords({ user, workers }: Addresses): string {
  const parts = [
    ...(user === undefined ? [] : [`User API at ${user}`]),
    ...(workers === undefined ? [] : [`Workers API at ${workers}`]),
  ];
  return `Taken from the traffic: ${parts.join(', ')}. --base-url, --agents-url or --config say otherwise.`;
}

function requireSomething(watch: TrafficWatch): void {
  const { judged, elsewhere, noOperation, extended, copies } = watch.count();
  if (judged > 0) return;
  if (elsewhere + noOperation + extended + copies === 0) throw new UsageError('The files hold no exchange.');
  throw new UsageError(
    `No exchange is one of the contract's operations: ${elsewhere} of another site, ${noOperation} of other operations, ${extended} with more than the interface shows, ${copies} of a cache. Are --base-url and --agents-url right?`,
  );
}
