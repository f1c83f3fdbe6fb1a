import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../deployment/errors.ts';
import { readPactFile } from './pact-file.ts';
import type { Provider } from './provider.ts';
import type { PactSource } from './verify.ts';

export interface FileSource {
  readonly source: PactSource;
  readonly remove: () => Promise<void>;
}

/** Which interactions of the files are wanted. */
export interface Wanted {
  /** A text that their descriptions have. */
  readonly only: string;
  readonly providers: readonly Provider[];
}

/**
 * Contracts in files.
 *
 * @throws UsageError when a file is no contract, or nothing is left
 */
export async function pactsInFiles(
  paths: readonly string[],
  { only, providers }: Wanted,
): Promise<FileSource> {
  const files = await Promise.all(paths.map(readPactFile));
  const kept = files
    .map(({ document, ...file }) => ({
      ...file,
      document: {
        ...document,
        interactions: document.interactions.filter(({ description }) => description.includes(only)),
      },
    }))
    .filter(({ provider, document }) => document.interactions.length > 0 && providers.includes(provider));
  if (kept.length === 0)
    throw new UsageError(`No interaction is left to verify: none has "${only}" in its description.`);
  const folder = await mkdtemp(join(tmpdir(), 'agent-conformance-pacts-'));
  const written = await Promise.all(
    kept.map(async ({ provider, document }, index) => {
      const path = join(folder, `${index}.json`);
      await writeFile(path, JSON.stringify(document));
      return { provider, path };
    }),
  );
  return {
    source: {
      providers: [...new Set(kept.map(({ provider }) => provider))],
      options: (provider) =>
        written.flatMap((one) => (one.provider === provider ? ['--file', one.path] : [])),
      brokerEnvironment: {},
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
