import { sandboxFixtures } from '@agent-workers/server';
import { loadFieldMapping } from '../../src/deployment/field-mapping/load-field-mapping.ts';
import type { Control } from '../../src/deployment/start-embedded.ts';
import { toDeployment } from '../../src/deployment/to-deployment.ts';
import { openStates } from '../../src/pact/states/open-states.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { type Listening, listen } from './listen.ts';

interface Asked {
  readonly action: 'setup' | 'teardown';
  readonly state: string;
  readonly params?: Readonly<Record<string, string>>;
}

interface Keys {
  readonly jwt?: string | undefined;
  readonly otherJwt?: string | undefined;
}

/** The state URL of the reference deployment, as somebody would put it before the control surface. */
export async function serveStates(
  fetch: (request: Request) => Promise<Response>,
  { control, keys }: { readonly control: Control; readonly keys: Keys | undefined },
): Promise<Listening> {
  const original = await listen(fetch);
  const { operations } = await loadSpec();
  const config = { baseUrl: original.url, credentials: keys, fixtures: sandboxFixtures };
  const states = openStates(toDeployment(config, 'the reference deployment'), {
    control,
    operations,
    fieldMapping: await loadFieldMapping({ openapi: `${original.url}/openapi.json` }, operations),
    timeoutMs: 30_000,
    jobTimeoutMs: 30_000,
  });
  const undo = new Map<string, () => Promise<void>>();
  const served = await listen(async (request) => {
    const { action, state, params = {} } = (await request.json()) as Asked;
    const key = JSON.stringify([state, params]);
    if (action === 'teardown') {
      await undo.get(key)?.();
      return Response.json({});
    }
    const arranged = await states?.arrange(state, params);
    if (arranged === undefined) return Response.json({}, { status: 404 });
    const { values = {}, credential } = arranged;
    if (arranged.undo !== undefined) undo.set(key, arranged.undo);
    return Response.json({ ...values, ...(credential === undefined ? {} : { credential }) });
  });
  return {
    url: served.url,
    close: async () => {
      await served.close();
      await states?.close();
      await original.close();
    },
  };
}
