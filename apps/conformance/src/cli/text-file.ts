import { readFile, writeFile } from 'node:fs/promises';
import { UsageError } from '../deployment/errors.ts';

/** @throws UsageError when it can't be read */
export async function readText(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} can't be read (${cause.code}).`, { cause });
  });
}

/** @throws UsageError when it can't be written */
export async function writeText(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} can't be written (${cause.code}).`, { cause });
  });
}
