/** What was worked out for an object, by the function that worked it out. */
const worked = Symbol('worked out');

interface Worked {
  readonly [worked]?: Map<unknown, unknown>;
}

/**
 * Works something out once for each object and keeps it as long as the object: hundreds of rules ask the same of one
 * recording, which is judged more than once while it grows. It is kept in the object itself, hidden from whatever
 * lists, copies or writes it: V8 frees the values of a WeakMap only when it looks through the whole heap, so that the
 * indexes of every batch that is over would stay until then.
 */
export function memoize<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  return (key) => {
    const known = (key as Key & Worked)[worked] ?? rememberIn(key);
    if (!known.has(work)) known.set(work, work(key));
    return known.get(work) as Value;
  };
}

function rememberIn(key: object): Map<unknown, unknown> {
  const known = new Map<unknown, unknown>();
  Object.defineProperty(key, worked, { value: known });
  return known;
}
