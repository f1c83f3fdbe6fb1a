import type { Deployment } from '../deployment/deployment.ts';
import { UsageError } from '../deployment/errors.ts';
import { createHistogram } from '../proxy/histogram.ts';
import { addressBehind, mountsOf } from '../proxy/mount.ts';
import { openMonitor } from '../proxy/open-monitor.ts';
import { type OpenProxy, openProxy } from '../proxy/open-proxy.ts';
import type { JudgeOrder } from './judge-messages.ts';
import { pagesOf } from './monitor-pages.ts';
import { type OpenJudge, openJudge } from './open-judge.ts';
import { parseOptions } from './options/parse-options.ts';
import { readWatchOrderApart } from './read-apart.ts';
import type { TerminalStreams } from './terminal-streams.ts';
import type { Wanted } from './watch-order.ts';

/**
 * `agent-conformance proxy`: stands before a deployment until it is told to end, and judges beside what passes; gives the
 * exit code of the verdict.
 *
 * @throws UsageError without a target, or where the port can't be listened on
 */
export async function proxyCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('proxy', args);
  const { json, metrics, findings, 'target-version': targetVersion } = values;
  if (json && findings === '-')
    throw new UsageError('--json and --findings - would both write to standard output: give a file to one.');
  return standBefore(values, terminal, { judges: true, targetVersion, json, metrics, findings });
}

/**
 * `agent-conformance record`: the proxy without judging.
 *
 * @throws UsageError as `proxyCommand` does, and without a results folder
 */
export async function recordCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const values = parseOptions('record', args);
  if (values.results === undefined) throw new UsageError('record needs a folder to write to: --results DIR.');
  return standBefore(values, terminal, {
    judges: false,
    targetVersion: undefined,
    json: false,
    metrics: undefined,
    findings: undefined,
  });
}

interface Judging extends Pick<JudgeOrder, 'judges' | 'targetVersion' | 'json' | 'findings'> {
  /** Where the metrics are to be read. */
  readonly metrics: string | undefined;
}

/** Until the program is told to end. */
async function standBefore(
  values: Wanted['values'],
  terminal: TerminalStreams,
  { metrics, ...judging }: Judging,
): Promise<number> {
  const { deployment, judge } = await openWatch(values, terminal, judging);
  const [began, since] = [Date.now(), performance.now()];
  const now = (): number => began + performance.now() - since;
  const latency = createHistogram();
  const opened: { close: () => Promise<void> }[] = [];
  try {
    const proxy = await listen('listen', values.listen, (place) =>
      openProxy({
        ...place,
        mounts: mountsOf(deployment),
        connection: deployment.connection,
        onlooker: judge.onlooker,
        onDelay: latency.add,
        now,
      }),
    );
    opened.push(proxy);
    terminal.progress(whereInWords(proxy, deployment));
    if (metrics !== undefined) {
      const monitor = await listen('metrics', metrics, (place) =>
        openMonitor({ ...place, pages: pagesOf(judge, latency) }),
      );
      opened.push(monitor);
      terminal.progress(`Metrics: ${monitor.url}/metrics, findings: ${monitor.url}/findings\n`);
    }
    terminal.progress('Ctrl-C or SIGTERM ends it with a verdict.\n');
    await endOf(terminal.signal);
  } catch (error) {
    await judge.close();
    throw error;
  } finally {
    for (const one of opened) await one.close();
  }
  return judge.end();
}

async function openWatch(
  values: Wanted['values'],
  terminal: TerminalStreams,
  judging: Omit<Judging, 'metrics'>,
): Promise<{ readonly deployment: Deployment; readonly judge: OpenJudge }> {
  const { kept, ...read } = await readWatchOrderApart({ values, environment: terminal.environment });
  if (kept !== undefined)
    terminal.progress(`${values.results} held an earlier recording, which is in ${kept} now.\n`);
  const order = { ...judging, ...read, folder: values.results, colour: terminal.colour };
  return { deployment: read.deployment, judge: await openJudge(order, terminal) };
}

async function listen<Open>(
  option: string,
  text: string,
  open: (place: { readonly host: string; readonly port: number }) => Promise<Open>,
): Promise<Open> {
  const [, host = '', digits = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (host === '' || port > 65_535)
    throw new UsageError(`--${option} takes HOST:PORT, such as 127.0.0.1:9999, not ${JSON.stringify(text)}.`);
  try {
    return await open({ host: host.replace(/^\[|\]$/g, ''), port });
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${text} can't be listened on: ${why}. --${option} names another place.`, { cause });
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
  return `${lines.join('\n')}\n`;
}

function endOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
