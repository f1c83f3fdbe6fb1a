import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../deployment/errors.ts';
import { type ResultFile, resultFiles, resultPath } from '../results/result-files.ts';
import type { Statement } from './statement.ts';

/** What a verdict rests on: what was asked, what was seen, what was made of it, and what was told. */
const attested = ['plan', 'exchanges', 'verdicts', 'report'] as const satisfies readonly ResultFile[];

/** The documents of the contract that a run reads. */
const contractFiles = [
  'workers-api.yaml',
  'user-api.yaml',
  'rules.yaml',
  'laws.yaml',
  'resources.yaml',
  'interface.md',
];

/**
 * The files of a results folder with their digests.
 *
 * @throws UsageError where one is missing: the run was cut, or the folder holds none
 */
export async function digestResults(folder: string): Promise<Statement['subject']> {
  return await Promise.all(
    attested.map(async (file) => {
      const path = resultPath(folder, file);
      const sha256 = await digestFiles([path]).catch((cause: unknown) => {
        throw new UsageError(
          `${path} can't be read. A folder of run --results has it when the run is over.`,
          { cause },
        );
      });
      return { name: resultFiles[file].file, digest: { sha256 } };
    }),
  );
}

/** One digest for the whole contract, as this version of the program reads it. */
export function digestContract(): Promise<string> {
  return digestFiles(
    contractFiles.map((file) => fileURLToPath(import.meta.resolve(`@agent-workers/spec/${file}`))),
  );
}

export function digestText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function digestFiles(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) await pipeline(createReadStream(path), hash, { end: false });
  return hash.digest('hex');
}
