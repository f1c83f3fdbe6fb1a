import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** When a process began, in the words of its platform; undefined where that can't be told. */
export function processStartTime(pid: number): string | undefined {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    return undefined;
  }
}

/** Field 22 counts clock ticks since boot; the boot id keeps it unique over restarts of the machine. */
function fromProc(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${bootId}/${afterName[19]}`;
}

function fromPs(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
}
