import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod';
import { UsageError } from '../deployment/errors.ts';
import { parseJson } from '../json/parse-json.ts';
import { type Contract, type PactDocument, pactSchema } from './contract.ts';
import type { Provider } from './provider.ts';

/** A contract as it stands in a file. */
export interface PactFile {
  readonly path: string;
  readonly provider: Provider;
  readonly document: PactDocument;
}

/** Which interactions are wanted. */
export interface Wanted {
  /** A text that their descriptions have. */
  readonly only: string;
  readonly providers: readonly Provider[];
}

/** The contracts that come with this package: those of our own client. */
export async function findOwnPacts(): Promise<string[]> {
  const folder = fileURLToPath(new URL('../../pacts/', import.meta.url));
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => `${folder}${file}`);
}

/**
 * Reads a contract.
 *
 * @throws UsageError when it is not a pact file, or one with another provider
 */
export async function readPactFile(path: string): Promise<PactFile> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`The pact ${path} can't be read (${cause.code}).`, { cause });
  });
  const parsed = pactSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new UsageError(`${path} is no pact with workers-api or user-api: ${issueOf(parsed.error)}.`);
  return { path, provider: parsed.data.provider.name, document: parsed.data };
}

/** Where a document is no pact, in one line. */
export function issueOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') || 'the file'}: ${issue?.message}`;
}

/**
 * Contracts in files.
 *
 * @throws UsageError when a file is no contract, or nothing is left
 */
export async function contractsInFiles(paths: readonly string[], wanted: Wanted): Promise<Contract[]> {
  const files = await Promise.all(paths.map(readPactFile));
  const contracts = files.map(({ provider, document }) => ({
    consumer: { name: document.consumer.name, branches: [] },
    provider,
    document,
    isPending: false,
  }));
  return wantedOf(contracts, wanted);
}

/** @throws UsageError when nothing is left */
export function wantedOf(contracts: readonly Contract[], { only, providers }: Wanted): Contract[] {
  const kept = contracts
    .map((one) => ({
      ...one,
      document: {
        ...one.document,
        interactions: one.document.interactions.filter(({ description }) => description.includes(only)),
      },
    }))
    .filter(({ provider, document }) => document.interactions.length > 0 && providers.includes(provider));
  if (kept.length > 0) return kept;
  throw new UsageError(`No interaction is left to verify: none has "${only}" in its description.`);
}
