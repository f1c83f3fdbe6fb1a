import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from '../../error-code.ts';
import { UserError } from '../../user-error.ts';
import { processStartTime } from './process-start-time.ts';

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

/** A hard link appears at once with all its content, so nobody ever reads a half-written holder. */
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
    // Read again under the guard: somebody may have taken the lock over since the first look.
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
