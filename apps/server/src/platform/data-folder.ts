import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, UserError } from './errors.ts';

/**
 * Makes a folder for data that only its owner can enter, and those above it.
 * @throws {UserError} when it can't be made.
 */
export function makeDataFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`The data folder can't be used: ${reason}. Choose another with --data-dir.`, {
      cause,
    });
  }
}

// Node's own recursive mkdir never ends where the folder above is there and can't hold another, such as /proc.
function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}
