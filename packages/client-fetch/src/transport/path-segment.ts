/**
 * Encodes a path parameter, so that it stays one segment of the path.
 * @throws {TypeError} on an empty value, `.` and `..`, which would address another operation.
 */
export function pathSegment(name: string, value: string | number): string {
  const text = String(value);
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(
      `${name} is ${JSON.stringify(text)}, which would address another path. Give an identifier.`,
    );
  }
  return encodeURIComponent(text);
}
