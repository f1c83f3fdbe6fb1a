import { Worker } from 'node:worker_threads';
import { runLimits, threadFile, trafficLimits, troubleExitCode } from './own-thread.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** What the thread of a command is given when it starts. */
export interface RunOrder extends Pick<TerminalStreams, 'interactive' | 'colour' | 'columns'> {
  readonly args: readonly string[];
}

/** What it says, and where. */
export interface FromRun {
  readonly to: 'out' | 'progress';
  readonly text: string;
}

/** Told to the thread when the command is to end in order. */
export const stopOrder = 'stop';

export interface ThreadOptions {
  /** The file that the thread runs. */
  readonly file?: URL;
  readonly heapMb?: number;
}

/** Runs a command in a thread of its own, whose heap is kept small; gives the exit code. */
export async function runInThread(
  args: readonly string[],
  { interactive, colour, columns, signal, ...streams }: Omit<TerminalStreams, 'environment' | 'ask'>,
  { file = threadFile('run-thread'), heapMb }: ThreadOptions = {},
): Promise<number> {
  const isRun = args[0] !== 'proxy' && args[0] !== 'record';
  const limits = isRun ? runLimits : trafficLimits;
  const maxOldGenerationSizeMb = heapMb ?? limits.maxOldGenerationSizeMb;
  const worker = new Worker(file, {
    workerData: { args, interactive, colour, columns } satisfies RunOrder,
    resourceLimits: { ...limits, maxOldGenerationSizeMb },
  });
  const stop = (): void => worker.postMessage(stopOrder);
  signal.addEventListener('abort', stop, { once: true });
  const ended = Promise.withResolvers<number>();
  worker.on('message', ({ to, text }: FromRun) => streams[to](text));
  worker.on('error', (error) => {
    if (!isOutOfMemory(error)) return ended.reject(error);
    const needsMore = isRun ? runNeedsMore : proxyNeedsMore;
    streams.progress(`agent-conformance: ${needsMore(maxOldGenerationSizeMb)}\n`);
    ended.resolve(troubleExitCode);
  });
  worker.on('exit', ended.resolve);
  return await ended.promise.finally(() => signal.removeEventListener('abort', stop));
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function runNeedsMore(heapMb: number): string {
  const why = `What is judged together of the answers of this target needs more than ${heapMb} MB.`;
  const then = 'Judge less at once: --operations, --tags or --shard.';
  return `${why} ${then} agent-conformance clean removes what the run has left, if it had --results.`;
}

function proxyNeedsMore(heapMb: number): string {
  return `What goes through the proxy at once needs more than ${heapMb} MB. Let fewer clients go through one proxy.`;
}
