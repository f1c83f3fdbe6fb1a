import type { TestProject } from 'vitest/node';
import { type Reference, startReference } from '../../client/test/helpers/reference-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    reference: Pick<Reference, 'agentsUrl' | 'baseUrl' | 'credentials' | 'fixtures'>;
  }
}

/** One reference deployment for all files. */
export default async function shareReference(project: TestProject): Promise<() => Promise<void>> {
  const { agentsUrl, baseUrl, credentials, fixtures, stop } = await startReference();
  project.provide('reference', { agentsUrl, baseUrl, credentials, fixtures });
  return stop;
}
