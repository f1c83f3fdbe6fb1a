import type { Route } from '../styles/route.ts';
import { findRoute, routes } from '../styles/routes.ts';
import type { Style } from '../styles/style.ts';

/** An operation that a mutant does wrong. */
export interface Subject {
  readonly label: string;
  readonly method: string;
  /** What a style says of it; the five operations of the Workers API have none. */
  readonly route: Route | undefined;
  readonly matches: (request: Request) => boolean;
}

const workers = [
  { method: 'POST', form: /^\/(?!ndjson)[^/]+$/, label: 'POST {agent_id}' },
  { method: 'PUT', form: /^\/(?!ndjson)[^/]+\/[^/]+$/, label: 'PUT {agent_id}/{run_id}' },
  { method: 'POST', form: /^\/ndjson\/[^/]+$/, label: 'POST ndjson/{agent_id}' },
  { method: 'PUT', form: /^\/ndjson\/[^/]+\/[^/]+$/, label: 'PUT ndjson/{agent_id}/{run_id}' },
  { method: 'GET', form: /^\/(?!ndjson)[^/]+\/[^/]+$/, label: 'GET {agent_id}/{run_id}' },
];

/** All 93 operations of a deployment. */
export function subjectsOf(style: Style): readonly Subject[] {
  const ofUser = routes.map((route) => ({
    label: `${route.method} ${route.path}`,
    method: route.method,
    route,
    matches: (request: Request) => routeOf(style, request) === route,
  }));
  const ofWorkers = workers.map(({ method, form, label }) => ({
    label,
    method,
    route: undefined,
    matches: (request: Request) => {
      const { pathname } = new URL(request.url);
      const isWorkers = pathname.startsWith(style.workers.path);
      return isWorkers && request.method === method && form.test(pathname.slice(style.workers.path.length));
    },
  }));
  return [...ofUser, ...ofWorkers];
}

function routeOf({ basePath, workers: { path } }: Style, request: Request): Route | undefined {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith(path)) return undefined;
  return findRoute(request.method, pathname.slice(basePath.length))?.route;
}
