import { type ChildProcess, spawn } from 'node:child_process';
import { findIsolation, type Isolation } from './isolation.ts';
import { type PackageFolder, placeReadable } from './place-readable.ts';
import { startApart } from './start-apart.ts';

/** A script to run apart, and what it has of the host besides its own folder. */
export interface Sandboxed {
  entry: string;
  arguments?: readonly string[];
  packages: readonly PackageFolder[];
  /** An open file, which the process gets as `descriptors.given`. */
  descriptor?: number | undefined;
}

/**
 * Starts a Node process that may read its script and the given packages and nothing else of the host: no other files, no
 * network (from Node 25 on), no children, no environment, and a plain pipe in each direction.
 * @throws when it would have the rights of root.
 */
export function startSandboxed(
  sandboxed: Sandboxed,
  { wrappers, refusal }: Isolation = findIsolation(),
): ChildProcess {
  if (refusal) throw new Error(`Programs can't run here. ${refusal}`);
  const { entry, readable } = placeReadable(sandboxed.entry, sandboxed.packages);
  const { descriptor, arguments: given = [] } = sandboxed;
  const arguments_ = [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--max-old-space-size=128',
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    entry,
    ...given,
  ];
  return startApart({ arguments: arguments_, readable, wrappers, descriptor }, (command, rest, options) =>
    // A group of its own, so that it ends with all that is around it.
    spawn(command, rest, { ...options, detached: true }),
  );
}
