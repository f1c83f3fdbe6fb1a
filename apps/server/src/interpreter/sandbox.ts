import type { ChildProcess } from 'node:child_process';

/** A sandboxed process that is going to run one program, and then end. */
export interface Sandbox {
  child: ChildProcess;
  /** Resolves when it takes a program; rejects when it can't start. */
  ready: Promise<void>;
}

/** Follows a child until it says that it's ready, or ends. */
export function toSandbox(child: ChildProcess): Sandbox {
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  child.once('message', () => resolve());
  child.once('error', reject);
  child.once('exit', (code) =>
    reject(new Error(`The interpreter's process could not start: exit code ${code}.`)),
  );
  // Whoever runs a program in it hears of a failure; until then it must not count as unhandled.
  ready.catch(() => {});
  return { child, ready };
}
