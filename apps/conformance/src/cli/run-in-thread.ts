import { Worker } from 'node:worker_threads';
import { maxYoungGenerationSizeMb, threadFile, troubleExitCode } from './own-thread.ts';
import type { TerminalStreams } from './terminal-streams.ts';

/** What the thread of a run is given when it starts. */
export interface RunOrder extends Pick<TerminalStreams, 'interactive' | 'colour'> {
  readonly args: readonly string[];
}

/** What it says, and where. */
export interface FromRun {
  readonly to: 'out' | 'progress';
  readonly text: string;
}

/** Told to the thread when the run is to end in order. */
export const stopOrder = 'stop';

export interface ThreadOptions {
  /** The file that the thread runs. */
  readonly file?: URL;
  readonly heapMb?: number;
}

/**
 * V8 lets a heap that may become large grow to four times what is alive before it looks through the whole of it, and to less
 * than twice where its limit is below 2 GB. Some 50 to 130 MB are alive in the longest run: the rest is for long answers.
 */
const usualHeapMb = 2_000;

/** Runs a command in a thread of its own, whose heap is kept small; gives the exit code. */
export async function runInThread(
  args: readonly string[],
  { interactive, colour, signal, ...streams }: Omit<TerminalStreams, 'environment' | 'ask'>,
  { file = threadFile('run-thread'), heapMb = usualHeapMb }: ThreadOptions = {},
): Promise<number> {
  const worker = new Worker(file, {
    workerData: { args, interactive, colour } satisfies RunOrder,
    resourceLimits: { maxYoungGenerationSizeMb, maxOldGenerationSizeMb: heapMb },
  });
  const stop = (): void => worker.postMessage(stopOrder);
  signal.addEventListener('abort', stop, { once: true });
  const ended = Promise.withResolvers<number>();
  worker.on('message', ({ to, text }: FromRun) => streams[to](text));
  worker.on('error', (error) => {
    if (!isOutOfMemory(error)) return ended.reject(error);
    streams.progress(`agent-conformance: ${needsMore(heapMb)}\n`);
    ended.resolve(troubleExitCode);
  });
  worker.on('exit', ended.resolve);
  return await ended.promise.finally(() => signal.removeEventListener('abort', stop));
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function needsMore(heapMb: number): string {
  const why = `What is judged together of the answers of this target needs more than ${heapMb} MB.`;
  const then = 'Judge less at once: --operations, --tags or --shard.';
  return `${why} ${then} agent-conformance clean removes what the run has left, if it had --results.`;
}
