import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What keeps a program's process apart from the host, besides WebAssembly. */
export const isolationMeasures = {
  'node-permissions': 'no files but its own, no processes, no addons (Node)',
  'no-network': 'no connections (Node 25 and newer)',
  'resource-limits': 'memory, processor time and open files limited by the system',
  'own-user': "another user's rights (nobody)",
  'no-new-privileges': 'no way to more rights (setpriv)',
  namespaces: 'its own process, network, IPC and user namespaces (unshare)',
} as const;

export type IsolationMeasure = keyof typeof isolationMeasures;

/** How a command is started on this machine. */
export interface Isolation {
  measures: readonly IsolationMeasure[];
  /** The command with what the system offers around it. */
  around(command: readonly string[]): readonly string[];
}

/** A user of the system without rights. */
export const nobody = 65_534;

// What the system itself holds a process to, whatever runs in it. Node reserves most of a gibibyte without using it, and
// Python with all of its memory comes within a hundredth of one; the time ends a process whose server is gone.
const limits = 'ulimit -c 0; ulimit -n 64; ulimit -d 1572864; ulimit -t 700';
const shell = ['/bin/sh', '-c', `${limits}; unset PWD OLDPWD SHLVL; exec "$0" "$@"`];
// In this order: the first ends the second with the server, the second ends the program with itself.
const wrappers = [
  {
    measure: 'no-new-privileges',
    tool: 'setpriv',
    arguments: ['--no-new-privs', '--pdeathsig', 'KILL'],
  },
  {
    measure: 'namespaces',
    tool: 'unshare',
    arguments: ['--user', '--map-current-user', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child'],
  },
] as const;

let found: Isolation | undefined;

/** Tries, once, what this machine has. Each measure is left out where it isn't installed or not allowed. */
export function findIsolation(): Isolation {
  found ??= probe();
  return found;
}

function probe(): Isolation {
  const measures: IsolationMeasure[] = ['node-permissions'];
  if (canDenyNetwork) measures.push('no-network');
  const prefix: string[] = [];
  const tail = process.platform !== 'win32' && works(shell) ? shell : [];
  if (tail.length > 0) measures.push('resource-limits');
  if (process.getuid?.() === 0) measures.push('own-user');
  for (const { measure, tool, arguments: given } of process.platform === 'linux' ? wrappers : []) {
    const path = ['/usr/bin', '/bin'].map((folder) => `${folder}/${tool}`).find(existsSync);
    if (!path || !works([...prefix, path, ...given])) continue;
    prefix.push(path, ...given);
    measures.push(measure);
  }
  return { measures, around: (command) => [...prefix, ...tail, ...command] };
}

function works(wrapper: readonly string[]): boolean {
  const [command = '', ...rest] = [...wrapper, process.execPath, '--version'];
  const rights = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  return spawnSync(command, rest, { env: {}, stdio: 'ignore', timeout: 5_000, ...rights }).status === 0;
}

/** Python reaches the network through Node, which has to refuse it; JavaScript in QuickJS has no way there. */
export const canDenyNetwork = process.allowedNodeEnvironmentFlags.has('--allow-net');
