/** JSON text with sorted keys, so that equal values give equal text and equal digests. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, each: unknown) => (isObject(each) ? sortKeys(each) : each)) ?? 'undefined'
  );
}

function sortKeys(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
