import { parentPort, workerData } from 'node:worker_threads';
import { dispatch } from './dispatch.ts';
import { type FromRun, type RunOrder, stopOrder } from './run-in-thread.ts';

// The thread of `run`, `proxy` and `record`. Only runInThread starts this file, and gives it an order.

const { args, interactive, colour, columns } = workerData as RunOrder;
const say = (to: FromRun['to'], text: string): void =>
  parentPort?.postMessage({ to, text } satisfies FromRun);
const stop = new AbortController();
parentPort?.on('message', (message) => message === stopOrder && stop.abort());
// There may be no stop; the thread ends all the same.
parentPort?.unref();

process.exitCode = await dispatch(args, {
  out: (text) => say('out', text),
  progress: (text) => say('progress', text),
  interactive,
  columns,
  colour,
  environment: process.env,
  signal: stop.signal,
});
