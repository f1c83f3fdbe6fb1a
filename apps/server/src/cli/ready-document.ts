import { sandboxFixtures } from '../sandbox/sandbox-fixtures.ts';
import type { SandboxCredentials } from '../sandbox/sandbox-keys.ts';

/** Says where a listening server is, in the form of a deployment config for conformance runs. */
export function readyDocument(origin: string, sandboxKeys: SandboxCredentials | undefined): object {
  const addresses = { agentsUrl: `${origin}/agents`, baseUrl: origin };
  if (!sandboxKeys) return addresses;
  return { ...addresses, credentials: sandboxKeys, fixtures: sandboxFixtures };
}
