import { readFileSync } from 'node:fs';

// What Linux counts in, on every machine that Node runs on.
const ticksPerSecond = 100;

/** The processor time that a process has taken so far, all its threads together; NaN where there's no /proc. */
export function processorSeconds(pid: number | undefined): number {
  try {
    // Behind the name, which may hold spaces: state, then eleven numbers up to utime and stime.
    const [, , , , , , , , , , , user, system] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(user) + Number(system)) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}
