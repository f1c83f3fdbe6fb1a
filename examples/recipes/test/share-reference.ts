import type { TestProject } from 'vitest/node';
import { type Reference, startReference } from '../../client/test/helpers/reference-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    reference: Pick<Reference, 'agentsUrl' | 'baseUrl' | 'credentials' | 'fixtures'>;
  }
}

let stop: (() => Promise<void>) | undefined;

/** One reference deployment for all files. */
export async function setup(project: TestProject): Promise<void> {
  const { agentsUrl, baseUrl, credentials, fixtures, ...reference } = await startReference();
  stop = reference.stop;
  project.provide('reference', { agentsUrl, baseUrl, credentials, fixtures });
}

export async function teardown(): Promise<void> {
  await stop?.();
}
