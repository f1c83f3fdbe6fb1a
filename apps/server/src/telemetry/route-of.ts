import { operationTable } from '@agent-workers/types';

const isParameter = (segment: string) => segment.startsWith('{');

/** The routes of each number of segments; literal ones first, which a parameter would take for an identifier. */
const routes = Map.groupBy(
  [
    ...new Set(
      Object.values(operationTable).map(({ api, path }) => (api === 'workers' ? `/agents${path}` : path)),
    ),
  ]
    .map((route) => ({ route, segments: route.split('/') }))
    .toSorted((one, other) => countParameters(one.segments) - countParameters(other.segments)),
  ({ segments }) => segments.length,
);

/** The route of the interface that a path belongs to; unlike the path it holds nothing of one request. */
export function routeOf(path: string): string | undefined {
  const segments = path.split('/');
  const found = routes
    .get(segments.length)
    ?.find((route) =>
      route.segments.every((segment, index) => isParameter(segment) || segment === segments[index]),
    );
  return found?.route;
}

function countParameters(segments: readonly string[]): number {
  return segments.filter(isParameter).length;
}
