import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { findIsolation, nobody } from './isolation.ts';

/** A script to run apart, and what it has of the host besides its own folder. */
export interface Sandboxed {
  entry: string;
  arguments?: readonly string[];
  readableFolders: readonly string[];
  /** An open file, which the process gets as `descriptors.given`. */
  descriptor?: number | undefined;
}

/**
 * Starts a Node process that may read the given folders and nothing else of the host: no other files, no network
 * (from Node 25 on), no children, no environment, and a plain pipe in each direction. A server with root's rights gives
 * the process those of the user `nobody`.
 */
export function startSandboxed(sandboxed: Sandboxed): ChildProcess {
  const { entry, readableFolders, arguments: arguments_ = [], descriptor } = sandboxed;
  const readable = [dirname(entry), ...readableFolders];
  const [command = '', ...rest] = findIsolation().around([
    process.execPath,
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    '--max-old-space-size=128',
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    entry,
    ...arguments_,
  ]);
  return spawn(command, rest, {
    env: {},
    // A group of its own, so that it ends with all that is around it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe', descriptor ?? 'ignore'],
    ...(canDropRights([process.execPath, ...readable]) && { uid: nobody, gid: nobody }),
  });
}

/** Only root can; and an installation below root's closed home could not be read by another user. */
function canDropRights(paths: readonly string[]): boolean {
  return process.getuid?.() === 0 && paths.every(isOpenToOthers);
}

function isOpenToOthers(path: string): boolean {
  const othersMayEnter = 0o005;
  const isOpen = (statSync(path).mode & othersMayEnter) === othersMayEnter;
  const parent = dirname(path);
  return isOpen && (parent === path || isOpenToOthers(parent));
}
