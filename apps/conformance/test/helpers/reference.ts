import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, sandboxFixtures } from '@agent-workers/server';
import type { Original } from '../mutants/mutant.ts';
import { listen } from './listen.ts';
import { serveStates } from './serve-states.ts';

export interface Reference extends Original {
  readonly agentId: string;
  /** All that the deployment tells of itself, when it is reached at an address. */
  readonly config: (origin: string) => object;
  readonly close: () => Promise<void>;
}

const controlToken = 'a-token-of-the-tests';

/** The reference deployment in this process, with its sandbox. */
export async function startReference(): Promise<Reference> {
  const dataDir = await mkdtemp(join(tmpdir(), 'conformance-test-'));
  const app = await createApp({ dataDir, sandbox: true, controlToken });
  const control = await listen(
    async (request) => app.control?.(request) ?? new Response(null, { status: 404 }),
  );
  const states = await serveStates(app.fetch, {
    control: { url: control.url, token: controlToken },
    keys: app.sandboxKeys,
  });
  const { backgroundMessage, backgroundErrorMessage, toolCallMessage } = sandboxFixtures;
  return {
    fetch: app.fetch,
    agentId: sandboxFixtures.agentId,
    config: (origin) => ({
      agentsUrl: `${origin}/agents`,
      baseUrl: origin,
      openapi: `${origin}/openapi.json`,
      stateUrl: states.url,
      credentials: app.sandboxKeys,
      fixtures: { ...sandboxFixtures, ...(app.sandboxWebhook && { webhook: app.sandboxWebhook }) },
    }),
    apiKey: app.sandboxKeys?.apiKey ?? '',
    jwt: app.sandboxKeys?.jwt ?? '',
    backgroundMessage,
    backgroundErrorMessage,
    toolCall: toolCallMessage,
    close: async () => {
      await states.close();
      await control.close();
      await app.close({ graceMilliseconds: 0 });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The reference deployment, started when it is first asked for, and anew once it was closed. */
export function startedOnce(): {
  readonly get: () => Promise<Reference>;
  readonly close: () => Promise<void>;
} {
  let started: Promise<Reference> | undefined;
  return {
    get: () => (started ??= startReference()),
    close: async () => {
      const last = started;
      started = undefined;
      await (await last)?.close();
    },
  };
}
