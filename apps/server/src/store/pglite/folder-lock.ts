import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf, UserError } from '../../platform/errors.ts';

/** Who holds a data folder. The start time tells a process from a later one with the same id. */
interface Holder {
  pid: number;
  startedAt: string;
  hostname: string;
}

/**
 * Takes the only right to use the data folder whose lock file is at `path`. PGlite itself has no lock, and two
 * processes on one folder lose rows. A lock is taken over only from a process that is certainly dead.
 * @returns a function that gives the lock back.
 * @throws {UserError} when another process holds it.
 */
export function lockFolder(path: string): () => void {
  const self: Holder = {
    pid: process.pid,
    startedAt: processStartTime(process.pid) ?? '',
    hostname: hostname(),
  };
  if (!tryCreate(path, self)) takeOver(path, self);
  return () => release(path, self);
}

/** A hard link appears at once with all its content, so a half-written holder is never read. */
function tryCreate(path: string, self: Holder): boolean {
  const draft = `${path}.${self.pid}.${crypto.randomUUID()}`;
  writeFileSync(draft, JSON.stringify(self));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

function takeOver(path: string, self: Holder): void {
  const guard = `${path}.takeover`;
  refuseIfAlive(path);
  if (!tryCreate(guard, self)) throw takenOverMeanwhile(path, guard);
  try {
    // Read again under the guard: another process may have taken the lock over since the first look.
    refuseIfAlive(path);
    rmSync(path, { force: true });
    if (!tryCreate(path, self)) throw takenOverMeanwhile(path, guard);
  } finally {
    rmSync(guard, { force: true });
  }
}

function refuseIfAlive(path: string): void {
  const holder = readHolder(path);
  if (!holder || isDead(holder)) return;
  const where = holder.hostname === hostname() ? '' : ` on ${holder.hostname}`;
  throw new UserError(
    `The data folder is in use by process ${holder.pid}${where} (lock file ${path}). ` +
      'Stop that process, choose another --data-dir, or set DATABASE_URL to share one PostgreSQL database.',
  );
}

function isDead(holder: Holder): boolean {
  if (holder.hostname !== hostname()) return false;
  if (!isRunning(holder.pid)) return true;
  const startedAt = processStartTime(holder.pid);
  return Boolean(startedAt && holder.startedAt && startedAt !== holder.startedAt);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function release(path: string, self: Holder): void {
  const holder = readHolder(path);
  if (holder?.pid === self.pid && holder.startedAt === self.startedAt) rmSync(path, { force: true });
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new UserError(
      `The lock file ${path} can't be read. Remove it if no server uses this data folder.`,
      {
        cause: error,
      },
    );
  }
}

function takenOverMeanwhile(path: string, guard: string): UserError {
  return new UserError(
    `Another process is taking over the lock file ${path}. Try again; if this stays, remove ${guard}.`,
  );
}

/** When a process began, in the words of its platform; undefined where that can't be told. */
function processStartTime(pid: number): string | undefined {
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
