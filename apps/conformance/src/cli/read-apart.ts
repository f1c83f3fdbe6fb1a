import { Worker } from 'node:worker_threads';
import { UsageError } from '../deployment/errors.ts';
import type { Spec } from '../spec/spec.ts';
import { threadFile } from './own-thread.ts';
import type { Wanted, WatchOrder } from './watch-order.ts';

/** What a thread of its own can read. */
export type ToRead = { readonly kind: 'spec' } | { readonly kind: 'watch-order'; readonly wanted: Wanted };

export type Read =
  | { readonly kind: 'read'; readonly value: unknown }
  /** A mistake of the user, in a sentence. */
  | { readonly kind: 'refused'; readonly message: string };

// The thread answers each with what was asked for.

/**
 * The contract, read in a thread that ends with it. What reads YAML and checks forms takes more memory than what is read,
 * and beside traffic that goes on for days nobody asks for it again.
 */
export async function readSpecApart(): Promise<Spec> {
  return (await readApart({ kind: 'spec' })) as Spec;
}

/**
 * What the options of `proxy` and `record` name, read in the same way.
 *
 * @throws UsageError as `readWatchOrder` does
 */
export async function readWatchOrderApart({ values, environment }: Wanted): Promise<WatchOrder> {
  // An environment that lives can't go to another thread.
  const wanted = { values: { ...values }, environment: { ...environment } };
  return (await readApart({ kind: 'watch-order', wanted })) as WatchOrder;
}

async function readApart(wanted: ToRead): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const worker = new Worker(threadFile('read-thread'), { workerData: wanted });
  worker.on('message', (read: Read) => {
    if (read.kind === 'read') resolve(read.value);
    else reject(new UsageError(read.message));
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('What was to be read is not there.')));
  return await promise.finally(() => worker.terminate());
}
