import type { ChildProcess } from 'node:child_process';

/** Ends a process that was started with `detached`, and all that it started. */
export function endProcessGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
