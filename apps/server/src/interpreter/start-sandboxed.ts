import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const nobody = 65_534;
const shell = '/bin/sh';
// What the system itself holds a process to, whatever runs in it. Node reserves most of a gibibyte without using it; and
// the time ends a process that nobody is left to end.
const systemLimits = { kibibytes: 1_048_576, processorSeconds: 700 };

/** A script to run apart, and what it has of the host besides its own folder. */
export interface Sandboxed {
  entry: string;
  arguments?: readonly string[];
  readableFolders: readonly string[];
  /** An open file, which the process gets as its `givenDescriptor`. */
  descriptor?: number | undefined;
}

/**
 * Starts a Node process that may read the given folders and nothing else of the host: no other files, no network
 * (from Node 25 on), no children, no environment. A server with root's rights gives the process nobody's.
 */
export function startSandboxed(sandboxed: Sandboxed): ChildProcess {
  const { entry, readableFolders, arguments: arguments_ = [], descriptor } = sandboxed;
  const readable = [dirname(entry), ...readableFolders];
  const { execPath, execArgv } = withinSystemLimits([
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    '--max-old-space-size=128',
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ]);
  return fork(entry, arguments_, {
    execPath,
    execArgv,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', descriptor ?? 'ignore'],
    ...(canDropRights([process.execPath, ...readable]) && { uid: nobody, gid: nobody }),
  });
}

/** Limits go from a process to the program that it becomes; Node can't set them, a shell can. */
function withinSystemLimits(nodeArguments: string[]): { execPath: string; execArgv: string[] } {
  const { execPath } = process;
  if (!existsSync(shell)) return { execPath, execArgv: nodeArguments };
  const { kibibytes, processorSeconds } = systemLimits;
  const become = `ulimit -d ${kibibytes}; ulimit -t ${processorSeconds}; unset PWD OLDPWD SHLVL; exec "$0" "$@"`;
  return { execPath: shell, execArgv: ['-c', become, execPath, ...nodeArguments] };
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
