import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import { type CommandOutcome, runCli } from '../helpers/judge-target.ts';
import { listen } from '../helpers/listen.ts';
import { type SmallInteraction, writePact, writeTemporary } from './small-pact.ts';

export const jwt = 'a-real-and-secret-token';
const agentId = '5a9db0c5-0000-4000-8000-000000000001';
export const bearer = { Authorization: 'Bearer example-credential' };
export const whoAmI = { method: 'GET', path: '/me/', headers: bearer };

interface Target {
  readonly url: string;
  /** What each request carried, and to where. */
  readonly seen: readonly {
    readonly path: string;
    readonly authorization: string | undefined;
    readonly body: string;
  }[];
}

/** A deployment that knows one token; `app` says what else it does. */
export async function startTarget(app: (routes: Hono) => void = () => {}): Promise<Target> {
  const seen: { path: string; authorization: string | undefined; body: string }[] = [];
  const routes = new Hono();
  routes.use(async (context, next) => {
    const authorization = context.req.header('authorization');
    seen.push({ path: context.req.path, authorization, body: await context.req.raw.clone().text() });
    return context.req.path === '/state' || authorization === `Bearer ${jwt}` || authorization === undefined
      ? next()
      : context.json({ detail: 'no' }, 401);
  });
  app(routes);
  routes.get('/me/', (context) => context.json({ token: jwt }));
  const { url, close } = await listen(routes.fetch);
  onTestFinished(close);
  return { url, seen };
}

interface Settings {
  readonly config?: object;
  readonly token?: string;
  readonly args?: readonly string[];
}

export async function verify(
  url: string,
  interactions: readonly SmallInteraction[],
  { config = {}, token = jwt, args = [] }: Settings = {},
): Promise<CommandOutcome> {
  const pact = await writePact('user-api', interactions);
  const file = await writeTemporary('config.json', {
    baseUrl: url,
    fixtures: { agentId },
    profile: 'full',
    ...config,
  });
  return runCli(['pact', 'verify', '--pact', pact, '--config', file, ...args], { AGENT_WORKERS_JWT: token });
}

export function json(content: unknown): object {
  return { content, contentType: 'application/json', encoded: false };
}
