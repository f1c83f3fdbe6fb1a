import { existsSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { UsageError } from '../deployment/errors.ts';
import { resultPath } from './result-files.ts';

/** A recording without an exchange is a line that names its form. */
const emptyBytes = 200;

/**
 * Moves a folder that holds an earlier recording aside: of real traffic nothing brings it back, and who starts a program
 * again does not look. Gives where it is now; undefined where there was none.
 *
 * @throws UsageError where it can't be moved
 */
export async function keepEarlier(folder: string): Promise<string | undefined> {
  const recording = await stat(resultPath(folder, 'exchanges')).catch(() => undefined);
  if (recording === undefined || recording.size < emptyBytes) return undefined;
  const bare = folder.replace(/[/\\]+$/, '');
  let number = 1;
  while (existsSync(`${bare}.${number}`)) number += 1;
  const kept = `${bare}.${number}`;
  try {
    await rename(bare, kept);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(
      `${folder} holds an earlier recording, which can't be moved to ${kept}: ${why}. Name another folder by --results.`,
      { cause },
    );
  }
  return kept;
}
