import type { App } from '../app.ts';
import { sandboxFixtures } from '../sandbox/sandbox-fixtures.ts';

/** Says where a listening server is, in the form of a deployment config for conformance runs. */
export function readyDocument(origin: string, { sandboxKeys, sandboxWebhook }: App): object {
  const addresses = { agentsUrl: `${origin}/agents`, baseUrl: origin, openapi: `${origin}/openapi.json` };
  if (!sandboxKeys) return addresses;
  const fixtures = { ...sandboxFixtures, ...(sandboxWebhook && { webhook: sandboxWebhook }) };
  return { ...addresses, credentials: sandboxKeys, fixtures };
}
