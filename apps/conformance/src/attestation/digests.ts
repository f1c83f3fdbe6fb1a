import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../deployment/errors.ts';
import { type ResultFile, resultFiles, resultPath } from '../results/result-files.ts';
import type { Statement } from './statement.ts';

/** What a verdict rests on: what was given, what was asked, what was seen, what was made of it, and what was told. */
const attested = [
  'inputs',
  'plan',
  'exchanges',
  'verdicts',
  'report',
] as const satisfies readonly ResultFile[];

/**
 * The files of a results folder with their digests.
 *
 * @throws UsageError where one is missing: the run was cut, or the folder holds none
 */
export async function digestResults(folder: string): Promise<Statement['subject']> {
  return await Promise.all(
    attested.map(async (file) => {
      const path = resultPath(folder, file);
      const sha256 = await digestFile(path).catch((cause: unknown) => {
        throw new UsageError(
          `${path} can't be read. A folder of run --results has it when the run is over; one of pact verify can't be attested.`,
          { cause },
        );
      });
      return { name: resultFiles[file].file, digest: { sha256 } };
    }),
  );
}

/** What the published contract consists of, in the folder of its package. */
const contractFile = /^((?!redocly)[^/]+\.yaml|(paths|schemas|json-schemas)\/.+|interface\.md)$/;

/**
 * The files of the contract, as this version of the program reads it, in the order of their names.
 *
 * @returns names relative to the folder of the package, with slashes
 */
export async function listContract(folder = contractFolder()): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((name) => contractFile.test(name))
    .sort();
}

/** One digest for the whole contract: of the lines that `sha256sum` prints for its files, in the order of their names. */
export async function digestContract(folder = contractFolder()): Promise<string> {
  const names = await listContract(folder);
  const lines = await Promise.all(
    names.map(async (name) => `${await digestFile(join(folder, name))}  ${name}\n`),
  );
  return digestText(lines.join(''));
}

export function digestText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function contractFolder(): string {
  return fileURLToPath(new URL('.', import.meta.resolve('@agent-workers/spec/rules.yaml')));
}
