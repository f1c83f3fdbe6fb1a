import { existsSync } from 'node:fs';
import { bubblewrapArguments } from './bubblewrap.ts';
import { hasFilter } from './filter-file.ts';
import type { IsolationMeasure } from './measures.ts';

/** A command that starts another one with less than it has itself. */
export interface Wrapper {
  measures: readonly IsolationMeasure[];
  /** What is put before the command, which is to read these paths. */
  before(readable: readonly string[]): readonly string[];
  /** Whether it reads the filter of system calls from an open file. */
  takesFilter?: boolean;
}

// What the system itself holds a process to, whatever runs in it. Node reserves most of a gibibyte without using it, and
// Python with all of its memory comes within a hundredth of one; the time ends a process whose server is gone.
const limits = 'ulimit -c 0; ulimit -n 64; ulimit -d 1572864; ulimit -t 700';
const shell = ['/bin/sh', '-c', `${limits}; unset PWD OLDPWD SHLVL; exec "$0" "$@"`];

/** What this machine may have, from the outside in. Bubblewrap makes the two after it superfluous. */
export function listWrappers(): readonly Wrapper[] {
  if (process.platform === 'win32') return [];
  const limited: Wrapper = { measures: ['resource-limits'], before: () => shell };
  if (process.platform !== 'linux') return [limited];
  return [
    limited,
    ...(hasFilter() ? bubblewrap(true) : []),
    ...bubblewrap(false),
    // It ends the next one with the server, which ends the program with itself.
    ...installed('setpriv', ['no-new-privileges'], ['--no-new-privs', '--pdeathsig', 'KILL']),
    ...installed('unshare', ['namespaces'], unshareArguments),
  ];
}

const unshareArguments = '--user --map-current-user --pid --net --ipc --uts --fork --kill-child'.split(' ');

function bubblewrap(takesFilter: boolean): Wrapper[] {
  const tool = find('bwrap');
  if (!tool) return [];
  const filtered: readonly IsolationMeasure[] = takesFilter ? ['system-calls'] : [];
  return [
    {
      measures: ['no-new-privileges', 'namespaces', 'own-files', ...filtered],
      before: (readable) => [tool, ...bubblewrapArguments(readable, takesFilter)],
      takesFilter,
    },
  ];
}

function installed(name: string, measures: readonly IsolationMeasure[], given: readonly string[]): Wrapper[] {
  const tool = find(name);
  return tool ? [{ measures, before: () => [tool, ...given] }] : [];
}

function find(tool: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/local/bin'].map((folder) => `${folder}/${tool}`).find(existsSync);
}
