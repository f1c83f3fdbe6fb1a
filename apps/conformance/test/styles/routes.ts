import { agentPartRoutes } from './families/agent-parts.ts';
import { agentRunRoutes } from './families/agent-runs.ts';
import { agentRoutes } from './families/agents.ts';
import { apiKeyRoutes } from './families/api-keys.ts';
import { bundleRoutes } from './families/bundles.ts';
import { chatRoutes } from './families/chats.ts';
import { cliAuthRoutes } from './families/cli-auth.ts';
import { moneyRoutes } from './families/money.ts';
import { scheduleRoutes } from './families/schedules.ts';
import { studioChatRoutes } from './families/studio-chats.ts';
import { subscriptionRoutes } from './families/subscriptions.ts';
import { toolRoutes } from './families/tools.ts';
import { toolsetRoutes, userToolRoutes } from './families/toolsets.ts';
import { userRoutes } from './families/user.ts';
import type { Route } from './route.ts';

/** The 88 operations of the User API, read from the interface by hand. */
export const routes: readonly Route[] = [
  ...agentRunRoutes,
  ...subscriptionRoutes,
  ...studioChatRoutes,
  ...agentRoutes,
  ...agentPartRoutes,
  ...chatRoutes,
  ...apiKeyRoutes,
  ...moneyRoutes,
  ...bundleRoutes,
  ...cliAuthRoutes,
  ...scheduleRoutes,
  ...toolRoutes,
  ...toolsetRoutes,
  ...userToolRoutes,
  ...userRoutes,
];

interface Found {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
}

const patterns = routes
  .map((route) => ({
    route,
    names: [...route.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? ''),
    form: new RegExp(`^${route.path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`),
  }))
  // A literal path is found before one with a parameter in the same place.
  .sort((a, b) => a.names.length - b.names.length);

export function findRoute(method: string, pathname: string): Found | undefined {
  for (const { route, names, form } of patterns) {
    const values = route.method === method ? form.exec(pathname) : null;
    if (values === null) continue;
    const path = names.map((name, index) => [name, decode(values[index + 1] ?? '')]);
    return { route, path: Object.fromEntries(path) };
  }
  return undefined;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
