import { parentPort, workerData } from 'node:worker_threads';
import { UsageError } from '../deployment/errors.ts';
import type { Read, ToRead } from './read-apart.ts';

// The thread that reads for `readApart`, which alone starts this file.

// What it is to read.
const wanted = workerData as ToRead;
const answer = (read: Read): void => parentPort?.postMessage(read);

try {
  answer({ kind: 'read', value: await read() });
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  answer({ kind: 'refused', message: error.message });
}

async function read(): Promise<unknown> {
  if (wanted.kind === 'spec') return (await import('../spec/load-spec.ts')).loadSpec();
  return (await import('./watch-order.ts')).readWatchOrder(wanted.wanted);
}
