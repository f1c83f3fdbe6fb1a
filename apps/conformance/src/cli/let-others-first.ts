import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** As far as a thread may be put back. */
const niceness = 19;

/**
 * Has the kernel prefer all other threads to this one, so that on a busy core what passes traffic on does not wait for what
 * judges it. Only Linux has priorities of threads; elsewhere nothing happens.
 */
export function letOthersFirst(): void {
  if (process.platform !== 'linux') return;
  try {
    // Read without a thread of the pool, this is about the one that asks.
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1);
    setPriority(Number(thread), niceness);
  } catch {
    // Without /proc, as in some containers, all threads stay alike.
  }
}
