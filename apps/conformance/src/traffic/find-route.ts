import { isOfTemplate, parameterIn, segmentsOf, valuesIn } from '../spec/path-template.ts';
import type { Operation } from '../spec/spec.ts';

/** What stands before the paths of each API; empty where that API is not to be judged. */
export interface Addresses {
  readonly workers: string | undefined;
  readonly user: string | undefined;
}

export interface FoundRoute {
  readonly operation: Operation;
  /** The values of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
}

/** `elsewhere`: behind neither address. `no-operation`: the contract has no operation for it. */
export type FindRoute = (method: string, url: string) => FoundRoute | 'elsewhere' | 'no-operation';

interface Candidate {
  readonly operation: Operation;
  readonly origin: string;
  readonly segments: readonly string[];
}

/** Finds the operation of a request by its method and path, of both APIs at once. */
export function routeFinder(operations: readonly Operation[], addresses: Addresses): FindRoute {
  const bases = { workers: baseOf(addresses.workers), user: baseOf(addresses.user) };
  const candidates = operations
    .flatMap((operation): Candidate[] => {
      const base = bases[operation.api];
      if (base === undefined) return [];
      return [{ operation, origin: base.origin, segments: segmentsOf(`${base.path}${operation.path}`) }];
    })
    .toSorted(byStaticSegments);
  return (method, url) => {
    if (!URL.canParse(url)) return 'elsewhere';
    const { origin, pathname } = new URL(url);
    const isBehind = [bases.workers, bases.user].some(
      (base) => base?.origin === origin && (pathname === base.path || pathname.startsWith(`${base.path}/`)),
    );
    if (!isBehind) return 'elsewhere';
    const asked = segmentsOf(pathname);
    const found = candidates.find(
      (one) => one.origin === origin && one.operation.method === method && isOfTemplate(one.segments, asked),
    );
    return found === undefined
      ? 'no-operation'
      : { operation: found.operation, path: valuesIn(found.segments, asked) };
  };
}

function baseOf(address: string | undefined): { readonly origin: string; readonly path: string } | undefined {
  if (address === undefined) return undefined;
  const { origin, pathname } = new URL(address);
  return { origin, path: pathname.replace(/\/+$/, '') };
}

/** Where two could be meant, the first segment that only one of them names decides. */
function byStaticSegments(one: Candidate, other: Candidate): number {
  const index = one.segments.findIndex(
    (segment, place) => isParameter(segment) !== isParameter(other.segments[place] ?? ''),
  );
  return index === -1 ? 0 : Number(isParameter(one.segments[index] ?? '')) * 2 - 1;
}

function isParameter(segment: string): boolean {
  return parameterIn(segment) !== undefined;
}
