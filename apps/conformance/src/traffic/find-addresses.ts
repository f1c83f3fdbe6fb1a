import type { Operation } from '../spec/spec.ts';
import { type Captured, headerIn } from './captured.ts';
import { type Addresses, routeFinder } from './find-route.ts';

/** So many different operations make an address one of the platform's, and not one that only looks alike. */
const enough = 3;

/** Notes the addresses that traffic speaks for, while it is read. */
export interface AddressSearch {
  readonly saw: (captured: Captured) => void;
  /** What was found; an API without an address was not seen, or not surely enough. */
  readonly found: () => Addresses;
}

/**
 * Where the addresses are not told: that of the User API stands before `/me/`, with several of the contract's
 * operations behind it; that of the Workers API before the agent to whose POST a run id was answered.
 */
export function searchAddresses(operations: readonly Operation[]): AddressSearch {
  const user = new Map<string, Set<string>>();
  const workers = new Map<string, number>();
  return {
    saw: (captured) => {
      const address = beforeMe(captured.url);
      const route =
        address === undefined
          ? undefined
          : routeFinder(operations, { user: address, workers: undefined })(captured.method, captured.url);
      if (address !== undefined && typeof route === 'object')
        user.set(address, (user.get(address) ?? new Set()).add(route.operation.id));
      const started = beforeAgent(captured);
      if (started !== undefined) workers.set(started, (workers.get(started) ?? 0) + 1);
    },
    found: () => {
      const [best] = [...user].toSorted(([, a], [, b]) => b.size - a.size);
      const [most] = [...workers].toSorted(([, a], [, b]) => b - a);
      return { user: best !== undefined && best[1].size >= enough ? best[0] : undefined, workers: most?.[0] };
    },
  };
}

function beforeMe(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  const at = pathname.indexOf('/me/');
  return at === -1 ? undefined : `${origin}${pathname.slice(0, at)}`;
}

function beforeAgent({ method, url, response }: Captured): string | undefined {
  const hasRun = response !== undefined && headerIn(response.headers, 'x-service-run-id') !== undefined;
  if (method !== 'POST' || !hasRun || !URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/(\/ndjson)?\/[^/]+$/, '')}`;
}
