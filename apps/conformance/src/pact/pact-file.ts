import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { UsageError } from '../deployment/errors.ts';
import { parseJson } from '../json/parse-json.ts';
import { type Provider, providers } from './provider.ts';

const interactionSchema = z.looseObject({
  description: z.string(),
  providerStates: z
    .array(z.looseObject({ name: z.string(), params: z.record(z.string(), z.json()).optional() }))
    .optional(),
});

const pactSchema = z.looseObject({
  consumer: z.looseObject({ name: z.string() }),
  provider: z.looseObject({ name: z.enum(providers) }),
  interactions: z.array(interactionSchema),
});

/** A contract, as far as verifying needs to look into it. */
export interface PactFile {
  readonly path: string;
  readonly provider: Provider;
  readonly document: z.infer<typeof pactSchema>;
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
  if (parsed.success) return { path, provider: parsed.data.provider.name, document: parsed.data };
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'the file';
  throw new UsageError(`${path} is no pact with workers-api or user-api: ${where}: ${issue?.message}.`);
}
