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
import { toBases } from './run-settings.ts';
import { repeatWatched, toWatchedTarget, withoutAddresses } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';
import { canBeReadAgain } from './text-pieces.ts';
import { watchTarget } from './watch-target.ts';

/**
 * `agent-conformance judge --har FILE… --exchanges FILE…`: judges what others sent, as far as it is certain, and reports
 * as `run` does.
 *
 * @throws UsageError for files that can't be read or hold nothing of the platform's
 */
export async function judgeTraffic(values: Values<'judge'>, terminal: TerminalStreams): Promise<number> {
  const redaction = toRedaction(values);
  const failOn = toBases(values['fail-on']);
  const spec = await loadSpec();
  const files = () => readTrafficFiles(values);
  const deployment = await targetOf(values, { spec, files, terminal });
  const waivers = values.waivers === undefined ? [] : await readWaivers(values.waivers);
  const watched = await watchTarget({
    spec,
    deployment,
    folder: values.results,
    targetOptions: repeatWatched(values),
    redaction,
    failOn,
  });
  tellCost(watched.plan, terminal);
  for await (const one of files()) {
    if (one.kind === 'captured') watched.watch.saw(one.captured);
    else terminal.progress(`${one.sentence}\n`);
  }
  requireSomething(watched.watch);
  const targetVersion = values['target-version'];
  return reportTraffic({ ...watched, waivers, targetVersion, json: values.json, terminal });
}

interface Sources {
  readonly spec: Spec;
  readonly files: () => AsyncIterable<ReadTraffic>;
  readonly terminal: TerminalStreams;
}

/** Without an address in options, config or environment, the traffic itself tells it. */
async function targetOf(values: Values<'judge'>, sources: Sources): Promise<Deployment> {
  const named = toWatchedTarget(values);
  const environment = withoutAddresses(named, sources.terminal.environment);
  const isNamed = named.config !== undefined || (named.agentsUrl ?? named.baseUrl) !== undefined;
  const { AGENT_WORKERS_AGENTS_URL: agents, AGENT_WORKERS_BASE_URL: base } = environment;
  if (!isNamed && (agents ?? base) !== undefined)
    sources.terminal.progress(
      `${inWords({ workers: agents, user: base })}, as AGENT_WORKERS_AGENTS_URL and AGENT_WORKERS_BASE_URL say.\n`,
    );
  const isTold = isNamed || (agents ?? base) !== undefined;
  if (!isTold) await requireSecondReading(values);
  const options = isTold ? named : { ...named, ...(await inferredFrom(sources)) };
  const { deployment } = await findDeployment(options, environment);
  return deployment;
}

/** The first reading finds the addresses. */
async function requireSecondReading({ har = [], exchanges = [] }: Values<'judge'>): Promise<void> {
  for (const path of [...har, ...exchanges])
    if (!(await canBeReadAgain(path)))
      throw new UsageError(
        `${path} can be read once only, so that it can't tell the addresses. Name them: --base-url URL for the User API, --agents-url URL for the Workers API.`,
      );
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
  terminal.progress(
    `Taken from the traffic: ${inWords(found)}. --base-url, --agents-url or --config say otherwise.\n`,
  );
  return { agentsUrl: found.workers, baseUrl: found.user };
}

function inWords({ user, workers }: Addresses): string {
  return [
    ...(user === undefined ? [] : [`User API at ${user}`]),
    ...(workers === undefined ? [] : [`Workers API at ${workers}`]),
  ].join(', ');
}

function requireSomething(watch: TrafficWatch): void {
  const { judged, elsewhere, noOperation, extended, copies } = watch.count();
  if (judged > 0) return;
  if (elsewhere + noOperation + extended + copies === 0) throw new UsageError('The files hold no exchange.');
  throw new UsageError(
    `No exchange is one of the contract's operations: ${elsewhere} of another site, ${noOperation} of other operations, ${extended} with more than the interface shows, ${copies} of a cache. Are --base-url and --agents-url right?`,
  );
}
