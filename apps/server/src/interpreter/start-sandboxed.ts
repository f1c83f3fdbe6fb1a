import { type ChildProcess, fork } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

const nobody = 65_534;

/** A script to run apart, and the folders that it may read besides its own. */
export interface Sandboxed {
  entry: string;
  arguments?: readonly string[];
  readableFolders: readonly string[];
}

/**
 * Starts a Node process that may read the given folders and nothing else of the host: no other files, no network
 * (from Node 25 on), no children, no environment. A server with root's rights gives the process nobody's.
 */
export function startSandboxed(sandboxed: Sandboxed): ChildProcess {
  const { entry, readableFolders, arguments: arguments_ = [] } = sandboxed;
  const readable = [dirname(entry), ...readableFolders];
  return fork(entry, arguments_, {
    execArgv: [
      '--permission',
      ...readable.map((folder) => `--allow-fs-read=${folder}`),
      '--max-old-space-size=128',
      '--no-warnings',
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...(canDropRights([process.execPath, ...readable]) && { uid: nobody, gid: nobody }),
  });
}

/** Only root can; and an installation below root's closed home could not be read by anybody else. */
function canDropRights(paths: readonly string[]): boolean {
  return process.getuid?.() === 0 && paths.every(isOpenToOthers);
}

function isOpenToOthers(path: string): boolean {
  const everybodyMayEnter = 0o005;
  const isOpen = (statSync(path).mode & everybodyMayEnter) === everybodyMayEnter;
  const parent = dirname(path);
  return isOpen && (parent === path || isOpenToOthers(parent));
}
