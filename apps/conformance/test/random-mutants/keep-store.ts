import type { Store } from '../styles/store.ts';

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
