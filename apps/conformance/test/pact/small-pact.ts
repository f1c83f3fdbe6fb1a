import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Provider } from '../../src/pact/provider.ts';

export interface SmallInteraction {
  readonly description: string;
  readonly states?: readonly { readonly name: string; readonly params?: object }[];
  readonly request: object;
  readonly response: object;
}

/** Writes a contract by hand, and gives its path; it is gone after the test. */
export async function writePact(
  provider: Provider,
  interactions: readonly SmallInteraction[],
  consumer = 'small-client',
): Promise<string> {
  const document = {
    consumer: { name: consumer },
    provider: { name: provider },
    interactions: interactions.map(({ states = [], ...one }) => ({
      ...one,
      type: 'Synchronous/HTTP',
      ...(states.length === 0 ? {} : { providerStates: states }),
    })),
    metadata: { pactSpecification: { version: '4.0' } },
  };
  return writeTemporary('pact.json', document);
}

export async function writeTemporary(name: string, document: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'small-pact-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(document));
  return path;
}
