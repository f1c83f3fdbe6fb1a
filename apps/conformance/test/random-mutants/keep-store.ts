import type { StyledDeployment } from '../styles/deployment.ts';
import type { Store } from '../styles/store.ts';
import type { Fetch } from './operator.ts';

/** Remembers what a deployment remembers; the function that is returned brings it back. */
export function keepStore(store: Store): () => void {
  const kept = Object.values(store).flatMap((part: unknown) => {
    if (part instanceof Map) return [() => refill(part, new Map(part))];
    return part instanceof Set ? [() => refillSet(part, new Set(part))] : [];
  });
  const copies = kept.map((copy) => copy());
  return () => {
    for (const bring of copies) bring();
  };
}

function refill(map: Map<unknown, unknown>, copy: ReadonlyMap<unknown, unknown>): () => void {
  return () => {
    map.clear();
    for (const [key, value] of copy) map.set(key, value);
  };
}

function refillSet(set: Set<unknown>, copy: ReadonlySet<unknown>): () => void {
  return () => {
    set.clear();
    for (const value of copy) set.add(value);
  };
}

/** Lets one request pass after the other. */
export function oneByOne(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}

/** Answers the requests that match as always, but what they did is undone; each such answer is told. */
export function undoing(
  { fetch, store }: StyledDeployment,
  matches: (request: Request) => boolean,
  undone: (response: Response) => void = () => {},
): Fetch {
  const inTurn = oneByOne();
  return (request) =>
    inTurn(async () => {
      const bringBack = keepStore(store);
      const response = await fetch(request.clone());
      if (!matches(request)) return response;
      bringBack();
      undone(response);
      return response;
    });
}
