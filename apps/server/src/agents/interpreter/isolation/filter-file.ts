import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemCallFilter } from './system-calls.ts';

let held: number | undefined | 'none';

/** Whether there's a filter of system calls for this machine, and a place for its file. */
export function hasFilter(): boolean {
  held ??= place() ?? 'none';
  return held !== 'none';
}

/** Opens the filter; who starts a process closes it again. */
export function openFilter(): number {
  // Opened anew, for a descriptor that is handed on shares its position.
  return openSync(`/proc/self/fd/${held}`, 'r');
}

/** A file without a name, which ends with this process. */
function place(): number | undefined {
  const filter = systemCallFilter();
  if (!filter) return undefined;
  try {
    const folder = mkdtempSync(join(tmpdir(), 'agent-workers-filter-'));
    const file = join(folder, 'filter');
    writeFileSync(file, filter);
    const descriptor = openSync(file, 'r');
    rmSync(folder, { recursive: true });
    return descriptor;
  } catch {
    // No folder for temporary files that can be written to.
    return undefined;
  }
}
