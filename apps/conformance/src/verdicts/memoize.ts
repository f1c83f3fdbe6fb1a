/**
 * Works something out once for each object and keeps it as long as the object: hundreds of rules ask the same of one
 * recording, which is judged more than once while it grows.
 */
export function memoize<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: work(key) };
    known.set(key, found);
    return found.value;
  };
}
