import type { Deployment } from '../deployment/deployment.ts';
import { UsageError } from '../deployment/errors.ts';
import { findDeployment } from '../deployment/find-deployment.ts';
import { addressBehind, mountsOf } from '../proxy/mount.ts';
import { type OpenProxy, openProxy } from '../proxy/open-proxy.ts';
import { throttle } from '../runner/throttle.ts';
import { loadSpec } from '../spec/load-spec.ts';
import type { Captured } from '../traffic/captured.ts';
import type { TrafficWatch } from '../traffic/watch-traffic.ts';
import { readWaivers } from '../waivers/read-waivers.ts';
import type { Values } from './options/option-table.ts';
import { parseOptions } from './options/parse-options.ts';
import { tellCost, toRedaction } from './redaction-options.ts';
import { reportTraffic } from './report-traffic.ts';
import { toWatchedTarget } from './target-options.ts';
import type { TerminalStreams } from './terminal-streams.ts';
import { type WatchedTarget, watchTarget } from './watch-target.ts';

/**
 * `agent-conformance proxy`: stands before a deployment until it is told to end, and judges beside what passes; gives the
 * exit code of the verdict.
 *
 * @throws UsageError without a target, or where the port can't be listened on
 */
export async function proxyCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('proxy', args);
  const waivers = values.waivers === undefined ? [] : await readWaivers(values.waivers);
  const watched = await standBefore(values, terminal, { judges: true });
  return reportTraffic({ ...watched, waivers, json: values.json, terminal });
}

/**
 * `agent-conformance record`: the proxy without judging.
 *
 * @throws UsageError as `proxyCommand` does, and without a results folder
 */
export async function recordCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('record', args);
  if (values.results === undefined) throw new UsageError('record needs a folder to write to: --results DIR.');
  const { watch, results } = await standBefore(values, terminal, { judges: false });
  results?.close();
  terminal.progress(
    `${watch.count().judged} exchanges recorded. Judge them: agent-conformance judge ${values.results}\n`,
  );
  return 0;
}

/** Until the program is told to end. */
async function standBefore(
  values: Values<'record'>,
  terminal: TerminalStreams,
  { judges }: { readonly judges: boolean },
): Promise<WatchedTarget> {
  const spec = await loadSpec();
  const deployment = await targetOf(values, terminal);
  const redaction = toRedaction(values);
  const watched = await watchTarget({ spec, deployment, folder: values.results, redaction, judges });
  tellCost(watched.plan, terminal);
  const proxy = await listen(values.listen, deployment, watcher(watched.watch, terminal, judges));
  terminal.progress(whereInWords(proxy, deployment));
  await endOf(terminal.signal);
  await proxy.close();
  return watched;
}

/** Without a target there is nothing to stand before: the embedded deployment has no clients. */
async function targetOf(values: Values<'record'>, { environment }: TerminalStreams): Promise<Deployment> {
  const { deployment } = await findDeployment(toWatchedTarget(values), environment, () => {
    throw new UsageError(
      'The proxy needs a deployment to stand before: --config FILE, --base-url URL or --agents-url URL.',
    );
  });
  return deployment;
}

async function listen(
  place: string,
  deployment: Deployment,
  onCaptured: (captured: Captured) => void,
): Promise<OpenProxy> {
  const [, host = '', digits = ''] = /^(.+):(\d{1,5})$/.exec(place) ?? [];
  const port = Number(digits);
  if (host === '' || port > 65_535)
    throw new UsageError(`--listen takes HOST:PORT, such as 127.0.0.1:9999, not ${JSON.stringify(place)}.`);
  const [began, since] = [Date.now(), performance.now()];
  try {
    return await openProxy({
      mounts: mountsOf(deployment),
      connection: deployment.connection,
      host: host.replace(/^\[|\]$/g, ''),
      port,
      onCaptured,
      now: () => began + performance.now() - since,
    });
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${place} can't be listened on: ${why}. --listen names another place.`, { cause });
  }
}

/** At most a tenth of the time goes to judging; what passes meanwhile waits for the next look. */
const pace = { shortestWaitMs: 500, restPerWork: 9 };

/** Takes in what came through and says at once what is broken; its own trouble never reaches the traffic. */
function watcher(
  watch: TrafficWatch,
  terminal: TerminalStreams,
  judges: boolean,
): (captured: Captured) => void {
  const known = new Set<string>();
  let hasFailed = false;
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!hasFailed) terminal.progress(`The judge failed; the traffic goes on. ${why}\n`);
      hasFailed = true;
    }
  };
  const look = throttle(() => guarded(() => tellNews(watch, known, terminal)), pace);
  return (captured) => {
    guarded(() => watch.saw(captured));
    if (judges) look();
  };
}

function tellNews(watch: TrafficWatch, known: Set<string>, terminal: TerminalStreams): void {
  for (const { rule } of watch.broken().filter((one) => !known.has(one.rule))) {
    known.add(rule);
    terminal.progress(`Broken: ${rule}\n`);
  }
}

function whereInWords({ url }: OpenProxy, deployment: Deployment): string {
  const mounts = mountsOf(deployment);
  const lines = [
    ['Workers API', deployment.agentsUrl],
    ['User API', deployment.baseUrl],
  ].flatMap(([api, address]) =>
    address === undefined ? [] : [`${api}: ${addressBehind(mounts, url, address)} → ${address}`],
  );
  return `${lines.join('\n')}\nCtrl-C or SIGTERM ends it with a verdict.\n`;
}

function endOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
