import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, sandboxFixtures } from '@agent-workers/server';
import type { Original } from '../mutants/mutant.ts';

export interface Reference extends Original {
  readonly agentId: string;
  /** All that the deployment tells of itself, when it is reached at an address. */
  readonly config: (origin: string) => object;
  readonly close: () => Promise<void>;
}

/** The reference deployment in this process, with its sandbox. */
export async function startReference(): Promise<Reference> {
  const dataDir = await mkdtemp(join(tmpdir(), 'conformance-test-'));
  const app = await createApp({ dataDir, sandbox: true });
  const { backgroundMessage, backgroundErrorMessage, toolCallMessage } = sandboxFixtures;
  return {
    fetch: app.fetch,
    agentId: sandboxFixtures.agentId,
    config: (origin) => ({
      agentsUrl: `${origin}/agents`,
      baseUrl: origin,
      openapi: `${origin}/openapi.json`,
      credentials: app.sandboxKeys,
      fixtures: { ...sandboxFixtures, ...(app.sandboxWebhook && { webhook: app.sandboxWebhook }) },
    }),
    apiKey: app.sandboxKeys?.apiKey ?? '',
    jwt: app.sandboxKeys?.jwt ?? '',
    backgroundMessage,
    backgroundErrorMessage,
    toolCall: toolCallMessage,
    close: async () => {
      await app.close({ graceMilliseconds: 0 });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
